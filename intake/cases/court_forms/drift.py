"""Checks by digests whether the sources of the catalogue have changed."""

import hashlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from intake.gateways.safe_http import HttpClientError, safe_http

from .library import catalogue

_SECONDS, _MAX_BYTES = 20.0, 30 * 1024 * 1024
_OK = 200

NEW, SAME, CHANGED, UNREACHABLE = "new", "same", "changed", "unreachable"


class SourceCheck(NamedTuple):
    """The result for a source: `status` is one of the above, `digest` the SHA-256 of its present answer."""

    source: str
    status: str
    digest: str | None
    problem: str | None


def check_sources(digests: Mapping[str, str], state: str | None = None) -> Iterator[SourceCheck]:
    """Fetch every source of the catalogue, or of a state, once, and compare it with its digest of the last time.

    Only public https addresses are connected to, redirects are not followed, and time and size are limited.
    """
    for source in dict.fromkeys(entry.source for entry in catalogue().values() if state in (None, entry.state)):
        try:
            answer = safe_http.send("GET", source, b"", {"Accept": "*/*"}, _SECONDS, _MAX_BYTES)
        except HttpClientError as error:
            yield SourceCheck(source, UNREACHABLE, None, error.kind)
            continue
        if answer.status != _OK:
            yield SourceCheck(source, UNREACHABLE, None, f"status {answer.status}")
            continue
        digest = hashlib.sha256(answer.body).hexdigest()
        status = SAME if digests.get(source) == digest else CHANGED
        if source not in digests:
            status = NEW
        yield SourceCheck(source, status, digest, None)
