"""The terms of a check: texts as typed, and the names and addresses of a matter or a lead."""

import re
from typing import NamedTuple

from intake.cases.templates.question_types.address import ADDRESS_PARTS
from intake.engagement.leads.states import COMPANY
from intake.engagement.parties.models import MatterParty

from .names import address_key, email_key, phone_key, plain_words
from .states import ADDRESS, ALIAS, EMAIL, FORMER_NAME, MOST_TERMS, NAME, PHONE

_PHONE = re.compile(r"[+(]?\d[\d\s().-]{5,}\d")


class SearchTerm(NamedTuple):
    """A text that is searched for, as a name, an e-mail address, a telephone number or an address."""

    text: str
    part: str
    is_company: bool = False


def terms_of_text(text):
    """Return the search terms for a typed text: an e-mail address, a telephone number, or a name, possibly an address.

    Company names may begin with numbers: `24 Hour Fitness`.
    """
    text = " ".join(text.split())
    if "@" in text and " " not in text:
        return [SearchTerm(text, EMAIL)]
    if _PHONE.fullmatch(text) and key_of(SearchTerm(text, PHONE)):
        return [SearchTerm(text, PHONE)]
    is_address = text[:1].isdecimal() and address_key(text)
    return [SearchTerm(text, NAME), *([SearchTerm(text, ADDRESS)] if is_address else [])]


def terms_of_client(client):
    """Return the search terms of a client: the name, the e-mail address, the telephone number and the address."""
    return [SearchTerm(client.full_name, NAME), *_contact_terms(client.email, client.phone, client.address)]


def terms_of_contact(lead):
    """Return the search terms of the person who wrote to the firm."""
    return [SearchTerm(lead.full_name, NAME), *_contact_terms(lead.email, lead.phone)]


def terms_of_lead(lead):
    """Return the search terms of a lead: of the person who wrote and of the parties; `MOST_TERMS` at most."""
    return distinct([*terms_of_contact(lead),
                     *(each for party in lead.parties for each in terms_of_party(party))])[:MOST_TERMS]


def terms_of_matter(matter):
    """Return the search terms of a matter: of its client and its parties."""
    return terms_of_people(matter.client, MatterParty.of_matter(matter, matter.id))


def terms_of_people(client, parties):
    """Return the search terms of a client, who may be None, and of parties; `MOST_TERMS` at most."""
    return distinct([*(terms_of_client(client) if client else ()),
                     *(each for party in parties for each in terms_of_party(party))])[:MOST_TERMS]


def terms_of_party(party):
    """Return the search terms of a party of a matter or a lead."""
    is_company = party.kind == COMPANY
    terms = [SearchTerm(party.name, NAME, is_company)]
    terms += [SearchTerm(name, ALIAS, is_company) for name in party.aliases]
    if isinstance(party, MatterParty):
        terms += [SearchTerm(name, FORMER_NAME, is_company) for name in party.former_names]
        terms += _contact_terms(party.email, party.phone, party.address)
    return terms


def address_line(address):
    """Return an address, or None, as one line in the order of letters, which is not that of the stored parts."""
    return " ".join(filter(None, map((address or {}).get, ADDRESS_PARTS)))


def key_of(term):
    """Return the text that equal terms have in common, empty or None if there is nothing to search for."""
    if term.part == EMAIL:
        return f"{EMAIL} {email_key(term.text)}"
    if term.part == PHONE:
        digits = phone_key(term.text)
        return f"{PHONE} {digits}" if len(digits) > 6 else None
    if term.part == ADDRESS:
        key = address_key(term.text)
        return key and f"{ADDRESS} {key}"
    return plain_words(term.text)


def distinct(terms):
    """Return the search terms without repetitions and without those that cannot be searched for."""
    kept: dict[str, SearchTerm] = {}
    for each in terms:
        if same := key_of(each):
            kept.setdefault(same, each)
    return list(kept.values())


def _contact_terms(email, phone, address=None):
    given = (email, EMAIL), (phone, PHONE), (address_line(address), ADDRESS)
    return [SearchTerm(text, part) for text, part in given if text]
