"""What a person may recognise a browser by: its kind and its whereabouts, and no more of either than that takes."""

import ipaddress

_BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)
"""What to look for in the header and what it means. The first that is found counts: most browsers name others, too."""


def described(user_agent):
    """`Firefox, Linux` for what the header `User-Agent` says; empty if it says nothing that is known."""
    known = (next((name for mark, name in marks if mark in user_agent), None) for marks in (_BROWSERS, _SYSTEMS))
    return ", ".join(name for name in known if name)


def shortened(address):
    """The address without what tells apart the machines of one household or office; empty if it is none."""
    try:
        given = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if given.version == 4:
        return f"{address.rpartition('.')[0]}.x"
    return f"{ipaddress.ip_network((given, 64), strict=False).network_address}x"
