"""Reading Clio's answers: `{data: {…}}`, or `{data: […], meta: {paging: {next}}}`."""

from intake.integrations.platforms.platform import PlatformUnavailable
from intake.integrations.platforms.records import UploadTarget
from intake.integrations.platforms.sense import number, record

_OURS_TO_SAY = ("host", "content-length")


def one(told):
    """The record that was answered. Raises `PlatformUnavailable` if it is none."""
    data = record(told).get("data")
    if not isinstance(data, dict):
        raise PlatformUnavailable("The answer holds no record.")
    number(data.get("id"))
    return data


def rows(told):
    """The records of a page. Raises `PlatformUnavailable` if it is none."""
    data = record(told).get("data")
    if not isinstance(data, list) or not all(isinstance(row, dict) for row in data):
        raise PlatformUnavailable("The answer holds no list.")
    return data


def next_page(told):
    """The address of the next page; None on the last one."""
    address = record(record(told.get("meta")).get("paging")).get("next")
    return address if isinstance(address, str) else None


def id_of(row):
    """The record's id as text. Raises `PlatformUnavailable` if it has none."""
    return number(record(row).get("id"))


def addresses(contact):
    """The contact's e-mail addresses, in lower case."""
    return {str(each.get("address")).casefold() for each in contact.get("email_addresses") or ()}


def has_arrived(document):
    """Whether the document's file is complete."""
    return bool(record(document.get("latest_document_version")).get("fully_uploaded"))


def slot_of(document):
    """Where the file of a document goes that was just announced. Raises `PlatformUnavailable` if that is not told."""
    version = record(document.get("latest_document_version"))
    headers = {record(each).get("name"): record(each).get("value") for each in version.get("put_headers") or ()}
    told = version.get("uuid"), version.get("put_url"), *headers, *headers.values()
    if not all(isinstance(each, str) for each in told):
        raise PlatformUnavailable("The answer does not say where the file goes.")
    return UploadTarget(id_of(document), version["uuid"], version["put_url"],
                {name: value for name, value in headers.items() if name.lower() not in _OURS_TO_SAY})
