"""Decides which URLs supplied by users may be called: only those that lead to public addresses.

Opens no socket. `parse_target` normalizes a URL into the one form that is checked, resolved, requested and compared
with the certificate; `check_addresses` checks the addresses of its host.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from unicodedata import category
from urllib.parse import quote, urlsplit

import idna

MAX_URL_LENGTH = 2048
IpAddress = IPv4Address | IPv6Address
_PORTS = {"http": 80, "https": 443}
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa", "localdomain")

_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]+)(?::([0-9]*))?")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

# The registries' blocks are listed because `is_global` differs between versions of Python; both must allow an address.
_LOOPBACK = [ip_network("127.0.0.0/8"), ip_network("::1/128")]
# Public hosts are in 2000::/3. Others need no entry below: addresses mapped from IPv4 or compatible to it,
# NAT64 (64:ff9b::/96, 64:ff9b:1::/48), private ones (fc00::/7) with the metadata services
# fd00:ec2::254 and fd20:ce::254, link-local ones, multicast.
_UNICAST_V6 = ip_network("2000::/3")
_NOT_PUBLIC = [ip_network(each) for each in (
    "0.0.0.0/8",           # this network; 0.0.0.0 reaches the machine itself
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16",  # private
    "100.64.0.0/10",       # shared by carriers; 100.100.100.200 is a metadata service
    "127.0.0.0/8",         # loopback
    "168.63.129.16/32",    # Azure's metadata and DNS, though the registry calls it public
    "169.254.0.0/16",      # link-local; 169.254.169.254 is the metadata service
    "192.0.0.0/24",        # protocol assignments; 192.0.0.192 is a metadata service
    "192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24",  # documentation
    "192.88.99.0/24",      # 6to4 relays
    "198.18.0.0/15",       # benchmarks
    "224.0.0.0/4",         # multicast
    "240.0.0.0/4",         # reserved, and broadcast
    "2001::/23",           # protocol assignments; 2001::/32 is Teredo, which embeds IPv4 addresses
    "2001:db8::/32", "3fff::/20",  # documentation
    "2002::/16",           # 6to4, which embeds IPv4 addresses
)]  # fmt: skip


class UnsafeUrl(Exception):
    """The URL may not be called. `reason` explains it to people in one sentence that reveals no address."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Target:
    """A parsed URL."""

    scheme: str
    host: str
    """A name in lower-case ASCII without a final dot, or an address without brackets."""
    port: int
    path: str
    """Path and query as they are sent."""
    address: IpAddress | None
    """The host, if it is an address."""

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def is_local(self) -> bool:
        """Whether it may only lead to this machine: it is unencrypted, or its name is not that of a public host."""
        return self.scheme == "http" or (self.address is None and _is_local_name(self.host))


@lru_cache(maxsize=1024)
def parse_target(url: str, allow_local: bool, max_length: int = MAX_URL_LENGTH) -> Target:
    """Parse a URL. Raises `UnsafeUrl` unless its form is allowed and, if its host is an address, that is too."""
    if len(url) > max_length:
        raise UnsafeUrl(f"The URL is longer than {max_length} characters.")
    if any(c == "\\" or category(c)[0] in "CZ" for c in url):
        raise UnsafeUrl("The URL contains white space, a control character or a backslash.")
    target = _parse(url)
    if target.is_local and not allow_local:
        raise UnsafeUrl("The URL does not begin with https://." if target.scheme == "http" else
                        "The host is a name of a local network, not of the internet.")
    if target.address:
        check_addresses(target, [target.address], allow_local)
    return target


def check_addresses(target: Target, addresses: Iterable[IpAddress], allow_local: bool) -> None:
    """Raise `UnsafeUrl` unless each of these addresses of the target's host may be connected to."""
    for address in addresses:
        if allow_local and any(address in network for network in _LOOPBACK):
            continue
        if target.is_local:
            raise UnsafeUrl("Without https, or under the name of a local network, only this machine may be reached.")
        if not is_public(address):
            raise UnsafeUrl("The host is, or resolves to, an address that is not public.")


def is_loopback(url: str) -> bool:
    """Whether the URL's host is localhost or a loopback address."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        return any(ip_address(host) in network for network in _LOOPBACK)
    return host == "localhost"


def is_public(address: IpAddress) -> bool:
    """Whether the address is on the public internet; false for IPv6 addresses that embed IPv4 addresses."""
    return (address.is_global
            and (address.version == 4 or address in _UNICAST_V6)
            and not any(address in network for network in _NOT_PUBLIC))


def _parse(url: str) -> Target:
    try:
        parts = urlsplit(url)
    except ValueError:
        raise UnsafeUrl("The URL names no valid host.") from None
    if parts.scheme not in _PORTS:
        raise UnsafeUrl("The URL does not begin with https://.")
    if "@" in parts.netloc:
        raise UnsafeUrl("The URL contains a user name or a password.")
    authority = _AUTHORITY.fullmatch(parts.netloc)
    if not authority:
        raise UnsafeUrl("The URL names no valid host.")
    host, port = authority.groups()
    address, name = _parse_host(host)
    if port and not (len(port) <= 5 and 0 < int(port) < 65536):
        raise UnsafeUrl("The port is not between 1 and 65535.")
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~") if parts.query else ""
    return Target(parts.scheme, name, int(port or _PORTS[parts.scheme]), path + query, address)


def _parse_host(host: str) -> tuple[IpAddress | None, str]:
    """Return (address, its text) or (None, name)."""
    if host.startswith("["):
        try:
            address = IPv6Address(host[1:-1])
        except ValueError:
            raise UnsafeUrl("The host is no valid IPv6 address.") from None
        return address, str(address)
    try:
        name = ascii_host(host).removesuffix(".")
    except ValueError:
        raise UnsafeUrl("The URL names no valid host.") from None
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UnsafeUrl("The URL names no valid host.")
    if not _NUMBER.fullmatch(labels[-1]):
        return None, name
    try:
        return IPv4Address(name), name
    except ValueError:
        # Browsers and resolvers take a host that ends in a number for an address: 2130706433, 0x7f.1 or 127.1.
        raise UnsafeUrl("The host ends in a number, yet is no IPv4 address of four decimal numbers.") from None


def ascii_host(host: str) -> str:
    """Return the name as DNS uses it; full-width letters, digits and dots become plain ones (UTS 46).

    Raises `ValueError` if there is no such name.
    """
    return host.lower() if host.isascii() else idna.encode(host, uts46=True).decode()


def _is_local_name(name: str) -> bool:
    return "." not in name or any(name.endswith(f".{local}") for local in _LOCAL_NAMES)
