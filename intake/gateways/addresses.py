"""Where a URL that a user gave may lead: to public addresses, judged by what they are and not by how they are spelled.

Nothing here opens a socket. `target_of` reads a URL into the one spelling that is judged, looked up, sent and compared
with the certificate; `admit` judges the addresses its host stands for.
"""

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from unicodedata import category
from urllib.parse import quote, urlsplit

import idna

_LONGEST_URL = 2048
_PORTS = {"http": 80, "https": 443}
_LOCAL_NAMES = ("localhost", "local", "internal", "home.arpa", "localdomain")

_AUTHORITY = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\[\]:]+)(?::([0-9]*))?")
_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")

# The registries are spelled out because `is_global` differs between versions of Python; both have to agree.
_LOOPBACK = [ip_network("127.0.0.0/8"), ip_network("::1/128")]
# The hosts of the internet live in 2000::/3. What lies outside needs no mention: addresses mapped from IPv4 or
# compatible to it, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), private ones (fc00::/7) with the metadata services
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
    """This URL is not to be called. `reason` tells people why, in one sentence that gives no address away."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True)
class Target:
    """Where a URL leads."""

    scheme: str
    host: str
    """A name in lower-case ASCII without a final dot, or an address without brackets."""
    port: int
    path: str
    """Path and query as they are sent."""
    address: IPv4Address | IPv6Address | None
    """The host, if it is an address."""

    @property
    def origin(self):
        return self.scheme, self.host, self.port

    @property
    def authority(self):
        """The host as the Host header tells it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def is_local(self):
        """Whether it can lead to this machine only: it is unencrypted or bears a name that no public host has."""
        return self.scheme == "http" or (self.address is None and _is_local_name(self.host))


@lru_cache(maxsize=1024)
def target_of(url, allow_local):
    """The `Target` of a URL. Raises `UnsafeUrl` unless its form, and its host if that is an address, are admissible."""
    if len(url) > _LONGEST_URL:
        raise UnsafeUrl(f"The URL is longer than {_LONGEST_URL} characters.")
    if any(c == "\\" or category(c)[0] in "CZ" for c in url):
        raise UnsafeUrl("The URL contains white space, a control character or a backslash.")
    target = _parsed(url)
    if target.is_local and not allow_local:
        raise UnsafeUrl("The URL does not begin with https://." if target.scheme == "http" else
                        "The host is a name of a local network, not of the internet.")
    if target.address:
        admit(target, [target.address], allow_local)
    return target


def admit(target, addresses, allow_local):
    """Returns if the target may be reached at each of these addresses of its host. Raises `UnsafeUrl` otherwise."""
    for address in addresses:
        if allow_local and any(address in network for network in _LOOPBACK):
            continue
        if target.is_local:
            raise UnsafeUrl("Without https, or under the name of a local network, only this machine may be reached.")
        if not is_public(address):
            raise UnsafeUrl("The host is, or resolves to, an address that is not public.")


def is_loopback(url):
    """Whether the URL leads to this very machine, by its name or its address."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        return any(ip_address(host) in network for network in _LOOPBACK)
    return host == "localhost"


def is_public(address):
    """Whether any host of the internet can be meant; not so if the address carries one of IPv4 within one of IPv6."""
    return (address.is_global
            and (address.version == 4 or address in _UNICAST_V6)
            and not any(address in network for network in _NOT_PUBLIC))


def _parsed(url):
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
    address, name = _read_host(host)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = "?" + quote(parts.query, safe="/?%:@!$&'()*+,;=~") if parts.query else ""
    return Target(parts.scheme, name, _read_port(port, parts.scheme), path + query, address)


def _read_port(port, scheme):
    if not port:
        return _PORTS[scheme]
    if not (len(port) <= 5 and 0 < int(port) < 65536):
        raise UnsafeUrl("The port is not between 1 and 65535.")
    return int(port)


def _read_host(host):
    """The host as (address, spelling) or (None, name)."""
    if host.startswith("["):
        try:
            address = IPv6Address(host[1:-1])
        except ValueError:
            raise UnsafeUrl("The host is no valid IPv6 address.") from None
        return address, str(address)
    name = _ascii(host).removesuffix(".")
    labels = name.split(".")
    if len(name) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise UnsafeUrl("The URL names no valid host.")
    if not _NUMBER.fullmatch(labels[-1]):
        return None, name
    try:
        return IPv4Address(name), name
    except ValueError:
        # What ends in a number is an address to browsers and resolvers, in forms such as 2130706433, 0x7f.1 or 127.1.
        raise UnsafeUrl("The host ends in a number, yet is no IPv4 address of four decimal numbers.") from None


def _ascii(host):
    """The name as DNS knows it; letters, digits and dots of every width become the plain ones (UTS 46)."""
    if host.isascii():
        return host.lower()
    try:
        return idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        raise UnsafeUrl("The URL names no valid host.") from None


def _is_local_name(name):
    return "." not in name or any(name.endswith(f".{local}") for local in _LOCAL_NAMES)
