"""Our records as platforms are told of them."""

from intake.cases.templates.models import Template
from intake.core.text_search import folded
from intake.integrations.platforms.case_types import UNTYPED
from intake.integrations.platforms.failures import NotSyncable
from intake.integrations.platforms.records import ContactPayload, DocumentFile, MatterPayload


def person(matter):
    """The matter's client. Raises `NotSyncable` if it has none."""
    client = matter.client
    if client is None:
        raise NotSyncable(
            "The matter has no client, and platforms keep matters of clients only. Give it one, then sync.")
    return ContactPayload(client.id, client.first_name, client.last_name, client.email, client.phone,
                          client.date_of_birth, client.address)


def case(matter, platform, settings):
    """The matter, with the practice area that the firm's mappings or the platform's give its case type."""
    case_type = Template.case_type_of(matter)
    own = {folded(name): area for name, area in settings["case_type_mappings"].items()}
    area = own.get(folded(case_type or "")) or platform.practice_areas.get(case_type)
    number = matter.custom_fields.get("case_number")
    return MatterPayload(matter.id, matter.title, matter.description, matter.status, case_type,
                str(number) if isinstance(number, str | int) and not isinstance(number, bool) else None,
                area or UNTYPED.get(matter.practice_area))


def paper(upload):
    """The file of an approved upload."""
    return DocumentFile(upload.id, upload.filename, upload.content_type, upload.file_size_bytes)
