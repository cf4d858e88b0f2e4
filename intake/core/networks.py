"""Which addresses count as one caller when requests are counted by address."""

from ipaddress import IPv6Address, ip_address, ip_network


def network_of(address: str | None) -> str:
    """Return the address; of an IPv6 address its /64, which is what one customer gets and changes at will.

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
