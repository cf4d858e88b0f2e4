"""The payloads that platforms get of a matter, its client and its documents."""

from intake.cases.templates.models import Template
from intake.core.text_search import folded
from intake.integrations.platforms.data_types import ContactPayload, DocumentFile, MatterPayload

from .failures import NotSyncable

PRACTICE_AREA_BY_CASE_TYPE = {
    "divorce_standard": "Family Law",
    "custody_only": "Family Law",
    "immigration_asylum": "Immigration",
    "personal_injury_auto": "Personal Injury",
    "estate_planning_will": "Estate Planning",
    "estate_planning_probate": "Probate",
}
"""The platform's practice area for a case type, unless the firm has a mapping of its own."""

PRACTICE_AREAS = {
    "personal_injury": "Personal Injury",
    "estate_planning": "Estate Planning",
    "family_law": "Family Law",
    "immigration": "Immigration",
    "criminal": "Criminal",
    "business": "Business",
    "real_estate": "Real Estate",
}
"""The platform's name for a matter's own practice area, for matters without a known case type."""


def contact_payload(matter):
    """Build the payload of the matter's client. Raises `NotSyncable` if it has none."""
    client = matter.client
    if client is None:
        raise NotSyncable(
            "The matter has no client, and platforms keep matters of clients only. Give it one, then sync.")
    return ContactPayload(client.id, client.first_name, client.last_name, client.email, client.phone,
                          client.date_of_birth, client.address)


def matter_payload(matter, settings):
    """Build the payload of the matter, its practice area by the firm's `case_type_mappings` or the default ones."""
    case_type = Template.case_type_of(matter)
    mappings = {folded(name): area for name, area in settings["case_type_mappings"].items()}
    area = mappings.get(folded(case_type or "")) or PRACTICE_AREA_BY_CASE_TYPE.get(case_type)
    number = matter.custom_fields.get("case_number")
    return MatterPayload(
        matter.id, matter.title, matter.description, matter.status, case_type,
        str(number) if isinstance(number, str | int) and not isinstance(number, bool) else None,
        area or PRACTICE_AREAS.get(matter.practice_area))


def document_file(upload):
    """Describe the file of an approved upload."""
    return DocumentFile(upload.id, upload.filename, upload.content_type, upload.file_size_bytes)
