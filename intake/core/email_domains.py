"""Mistyped domains of e-mail addresses: `gmial.com` for `gmail.com`."""

from jellyfish import damerau_levenshtein_distance

_COMMON = ("gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com", "comcast.net", "verizon.net",
           "protonmail.com", "sbcglobal.net", "bellsouth.net")
_OTHERS = ("mail.com", "email.com", "ymail.com", "cloud.com")
"""Domains that exist and differ from a common one by a letter."""


def meant_domain(address: str | None) -> str | None:
    """Return the common domain that differs from the address's by one letter or two that changed places, if any."""
    domain = (address or "").rpartition("@")[2].casefold()
    if domain in _COMMON or domain in _OTHERS:
        return None
    return next((each for each in _COMMON if abs(len(domain) - len(each)) < 2  # before a comparison of any length
                 and damerau_levenshtein_distance(domain, each) == 1), None)
