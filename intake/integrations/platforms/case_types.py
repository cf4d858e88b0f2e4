"""What case types and practice areas of ours are called on platforms, unless the firm says otherwise (interface)."""

PRACTICE_AREAS = {
    "divorce_standard": "Family Law",
    "custody_only": "Family Law",
    "immigration_asylum": "Immigration",
    "personal_injury_auto": "Personal Injury",
    "estate_planning_will": "Estate Planning",
    "estate_planning_probate": "Probate",
}
"""Case type → practice area there."""

UNTYPED = {
    "personal_injury": "Personal Injury",
    "estate_planning": "Estate Planning",
    "family_law": "Family Law",
    "immigration": "Immigration",
    "criminal": "Criminal",
    "business": "Business",
    "real_estate": "Real Estate",
}
"""Practice area of a matter without a case type → practice area there."""
