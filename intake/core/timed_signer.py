"""Signatures that expire, for hosts whose clocks differ a little."""

from typing import Any

from itsdangerous import SignatureExpired, TimestampSigner

MOST_AHEAD = 60
"""By how many seconds the clock of the host that signed may be ahead of the one that checks."""


class TimedSigner(TimestampSigner):
    """Signs with the time, as its base does, which refuses what a host signed whose clock is a second ahead."""

    def unsign(self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False) -> Any:
        """Return the signed value, with the time if wanted. Raises `BadSignature`, `SignatureExpired`."""
        value, signed_at = super().unsign(signed_value, return_timestamp=True)
        age = TimestampSigner.get_timestamp(self) - signed_at.timestamp()
        if max_age is not None and not -MOST_AHEAD <= age <= max_age:
            raise SignatureExpired("The signature is too old, or of the future.", value, signed_at)
        return (value, signed_at) if return_timestamp else value
