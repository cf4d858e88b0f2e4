"""Fixed vocabularies of runs and links."""

SYNC_MATTER, SYNC_DOCUMENT, PULL_MATTERS = "sync_matter", "sync_document", "pull_matters"
STARTABLE = (SYNC_MATTER, PULL_MATTERS)

PENDING, SUCCESS, FAILED, SKIPPED = "pending", "success", "failed", "skipped"

MANUAL, AUTOMATIC = "manual", "automatic"
"""The cause of a run: a request, or the firm's settings."""

MOST_RETRIED = 500
"""How many matters whose sync failed can be synced again together."""

UNSCANNED = "not_scanned"
"""The error of a document that was left out because it has not been found clean yet."""

CONTACT, MATTER, DOCUMENT, NOTE = "contact", "matter", "document", "note"
"""The kinds of records that are linked to one at the platform."""

PRACTICE_AREA_NAMES = {
    "personal_injury": "Personal Injury",
    "estate_planning": "Estate Planning",
    "family_law": "Family Law",
    "immigration": "Immigration",
    "criminal": "Criminal",
    "business": "Business",
    "real_estate": "Real Estate",
}
"""The platforms' names of practice areas, for leads, and for matters without a known case type."""
