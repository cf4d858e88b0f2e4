"""The sources of leads, under the names that lists and reports use."""

from urllib.parse import urlsplit

from intake.core.text_search import folded

_LONGEST = 100
_NOTHING = dict.fromkeys(("page", "referrer", "campaign"))


def with_name(source):
    """Return the source with a `name`: its own, else the campaign's source, else the referring site."""
    name = source.get("name") or (source.get("campaign") or {}).get("source") or _site(source.get("referrer")) \
        or _site(source.get("page"))
    return {**_NOTHING, **source, "name": name[:_LONGEST] if name else None}


def source_key(source):
    """Return the name of the source in the form used for comparison, None if it has none."""
    return folded(source["name"]) if source["name"] else None


def _site(address):
    """Return the host of an address without `www.`, None if it has none."""
    try:
        host = urlsplit(address or "").hostname
    except ValueError:
        return None
    return host.removeprefix("www.") if host else None
