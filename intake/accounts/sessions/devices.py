"""A browser in the list of sessions: only its name and a part of its address."""

import ipaddress

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)
"""(text in the header, name). The first match counts: most browsers name others, too."""


def device_name(user_agent: str) -> str:
    """Return `Firefox, Linux` for a header `User-Agent`; empty if nothing in it is known."""
    known = (next((name for mark, name in marks if mark in user_agent), None) for marks in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in known if name)


def masked_address(address: str | None) -> str:
    """Return the address without the part that identifies a machine in its network; empty if it is not valid."""
    try:
        given = ipaddress.ip_address(address or "")
    except ValueError:
        return ""
    if given.version == 4:
        return f"{str(given).rpartition('.')[0]}.x"
    return f"{ipaddress.ip_network((given, 64), strict=False).network_address}x"
