"""Which addresses count as one caller when requests are counted by address."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str | None) -> str:
    """Return an IPv4 address as it is, and the /64 of an IPv6 address, since one customer can use all of it at will.

    A server that listens on `::` sees callers over IPv4 as `::ffff:203.0.113.7`, all of them in one /64: these are
    counted by the address in it.
    """
    try:
        given = ip_address(address or "")
    except ValueError:
        return "unknown"
    if not isinstance(given, IPv6Address):
        return str(given)
    return str(given.ipv4_mapped or ip_network((int(given), 64), strict=False).network_address)
