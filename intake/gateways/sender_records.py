"""Looks up the DNS records of a mail sender: SPF, DKIM and DMARC."""

from collections.abc import Sequence

import dns.exception
import dns.resolver

from .resolver import LookupFailed

_SECONDS = 2
_RESERVED = ("localhost", "localdomain", "test", "invalid", "example", "local", "internal",
             "example.com", "example.net", "example.org")
"""Names that are never registered (RFC 2606, 6761, 6762), so that the DNS has no records of senders there."""


class SenderRecords:
    """The records of the domain of this address; `selector` names the key that signs its mails, if known.

    Asks the system's name servers, or those given.
    """

    def __init__(self, address: str, selector: str | None = None, servers: Sequence[str] = (), port: int = 53) -> None:
        self._domain, self._selector = address.rpartition("@")[2].lower().rstrip("."), selector
        self._servers, self._port = servers, port

    def problems(self) -> list[str]:
        """Return the problems, one sentence each. Raises `LookupFailed` if they cannot be determined."""
        if any(f".{self._domain}".endswith(f".{name}") for name in _RESERVED):
            raise LookupFailed(f"{self._domain} is not a public domain")
        try:
            resolver = dns.resolver.Resolver(configure=not self._servers)
            if self._servers:
                resolver.nameservers, resolver.port = list(self._servers), self._port
            found = (self._spf(resolver), self._dkim(resolver), self._dmarc(resolver))
        except (dns.exception.DNSException, OSError) as error:
            raise LookupFailed(f"the DNS was not reached ({type(error).__name__})") from None
        return [problem for problem in found if problem]

    def _spf(self, resolver: dns.resolver.Resolver) -> str | None:
        found = _texts(resolver, self._domain, "v=spf1")
        if len(found) > 1:
            return f"{self._domain} has {len(found)} SPF records; receivers accept one."
        if not found:
            return f"{self._domain} has no SPF record, a TXT record such as: v=spf1 include:mail-provider.example ~all"
        if found[0].split() == ["v=spf1", "-all"]:
            return f"The SPF record of {self._domain} allows no server to send."
        return None

    def _dkim(self, resolver: dns.resolver.Resolver) -> str | None:
        if not self._selector:
            return None
        name = f"{self._selector}._domainkey.{self._domain}"
        keys = [_tags(text).get("p") for text in _texts(resolver, name) if "p" in _tags(text)]
        if not keys:
            return f"{name} has no DKIM key."
        return None if any(keys) else f"The DKIM key at {name} is revoked."

    def _dmarc(self, resolver: dns.resolver.Resolver) -> str | None:
        # For a subdomain, the record of the nearest parent domain that has one applies.
        labels = self._domain.split(".")
        for domain in (".".join(labels[number:]) for number in range(len(labels) - 1)):
            found = _texts(resolver, f"_dmarc.{domain}", "v=DMARC1")
            if len(found) > 1:
                return f"_dmarc.{domain} has {len(found)} DMARC records; receivers accept one."
            if found:
                has_policy = _tags(found[0]).get("p") in ("none", "quarantine", "reject")
                return None if has_policy else f"The DMARC record at _dmarc.{domain} has no policy (p=)."
        return f"_dmarc.{self._domain} has no DMARC record, a TXT record such as: v=DMARC1; p=none"


def _texts(resolver: dns.resolver.Resolver, name: str, beginning: str = "") -> list[str]:
    """Return the TXT records of the name that begin with this word."""
    try:
        answer = resolver.resolve(name, "TXT", lifetime=_SECONDS, search=False)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return []
    texts = [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
    return [text for text in texts if not beginning or text.replace(";", " ").split()[:1] == [beginning]]


def _tags(text: str) -> dict[str, str]:
    """Return the tags of a record such as `v=DKIM1; p=…`."""
    pairs = (part.partition("=") for part in text.split(";"))
    return {name.strip(): value.strip() for name, _, value in pairs}
