"""Scores how likely a form is spam, with reasons. Nothing is dropped: suspicious leads go into quarantine."""

import re

from .states import (
    BUSY_ADDRESS,
    HONEYPOT,
    LINKS,
    MANY_NAMES,
    MANY_ROWS,
    NO_PROOF,
    NOT_NAMES,
    POINTS,
    QUARANTINE_FROM,
    REASONS,
    REPEATED,
    SHORTEST_SECONDS,
    TOO_FAST,
)

_LINK = re.compile(r"://|www\.|\[url|<a\b|\b[\w-]+\.(?:com|net|org|info|biz|ru|cn|xyz|top|shop|site|online|club)\b",
                   re.IGNORECASE)
_NOT_IN_NAMES = re.compile(r"[@<>{}\[\]|\\^=*#$%]|\d{4}")
_LONGEST_WORD = 40
_FEW_FORMS = 3
"""Forms of one network address within a minute that are still usual, such as a corrected one."""


def spam_of(values, proof, honeypot, repeats, forms_of_address):
    """Return the columns `spam_score`, `spam_reasons` and `quarantined` of a lead with these values.

    `honeypot` is the value of the field that people do not see, `repeats` how many leads of the last day have the same
    contact details, `forms_of_address` how many forms the network address has sent within a minute.
    """
    names = [f"{values['first_name']} {values['last_name']}", *(
        name for party in values["parties"] for name in (party["name"], *party.get("aliases", ())))]
    signs = {
        NO_PROOF: not proof.is_solved,
        HONEYPOT: bool(honeypot),
        TOO_FAST: proof.seconds < SHORTEST_SECONDS,
        LINKS: any(map(_LINK.search, names)),
        REPEATED: repeats > 0,
        BUSY_ADDRESS: forms_of_address > _FEW_FORMS,
        MANY_NAMES: len(names) > MANY_ROWS,
        NOT_NAMES: any(map(_is_no_name, names)),
    }
    reasons = [reason for reason in REASONS if signs[reason]]
    score = min(100, sum(POINTS[reason] for reason in reasons))
    return {"spam_score": score, "spam_reasons": reasons, "quarantined": score >= QUARANTINE_FROM}


def _is_no_name(name):
    return bool(_NOT_IN_NAMES.search(name)) or any(len(word) > _LONGEST_WORD for word in name.split())
