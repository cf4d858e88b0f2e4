"""The names of all records of a firm, kept for the search (docs/conflicts.md, "What is searched").

Triggers put the records whose names changed into a queue. A search first indexes those of its firm, so that it sees
every name that was written before it began; a job does so for all firms, so that few are left for the search.
"""

from typing import NamedTuple

from intake.cases.clients.models import Client
from intake.core.db import db, insert_rows
from intake.engagement.leads.models import Lead, LeadParty
from intake.engagement.parties.models import MatterParty

from .errors import NamesNotIndexed
from .keys import hashed, sought_keys, stored_keys
from .models import ConflictIndex, ConflictName
from .names import parsed
from .scoring import Likeness, likeness
from .states import ADDRESS, CLIENT, EMAIL, LEAD, LEAD_PARTY, MERGED_CLIENT, PARTY, PHONE
from .terms import distinct, key_of, terms_of_client, terms_of_contact, terms_of_party

_BATCH, _MOST_BATCHES = 500, 10
_PER_KEY, _MOST_COMPARED = 500, 1_000
_MOST_IN_ALL = 10_000
"""How many comparisons all search terms together may take: about a second of work."""

_LIKE_ADDRESS = {EMAIL: 100, PHONE: 95, ADDRESS: 90}

_CANDIDATES = """
    WITH found AS MATERIALIZED (
        SELECT sought.key, name.ctid AS place FROM unnest(%s::bigint[]) AS sought (key) CROSS JOIN LATERAL (
            SELECT ctid FROM conflict_names WHERE keys @> ARRAY[sought.key] AND firm_id = %s LIMIT %s) AS name),
    ranked AS MATERIALIZED (SELECT place FROM found GROUP BY place ORDER BY count(*) DESC LIMIT %s)
    SELECT kind, record_id, parent_id, part, text, is_company,
        (SELECT count(*) FROM found GROUP BY key ORDER BY 1 DESC LIMIT 1) AS of_one_key FROM conflict_names
    WHERE ctid = ANY (ARRAY(SELECT place FROM ranked))"""


class Found(NamedTuple):
    """A record's name that resembles one of the search terms."""

    kind: str
    record_id: str
    parent_id: str | None
    part: str
    text: str
    score: int
    reasons: tuple[str, ...]


def index_firm(scope):
    """Index what has changed since the last time. Raises `NamesNotIndexed` if one request may not do that much."""
    for _ in range(_MOST_BATCHES):
        if index_some(scope.firm_id) < _BATCH:
            return
    raise NamesNotIndexed(5)


def index_some(firm_id):
    """Index some of the firm's records that have changed, and return how many."""
    with db.atomic():
        ConflictIndex.begin(firm_id)
        queued = ConflictName.take_queued(firm_id, _BATCH)
        by_kind: dict[str, set[str]] = {}
        for kind, id in queued:
            by_kind.setdefault(kind, set()).add(id)
        for kind, ids in by_kind.items():
            ConflictName.remove(firm_id, _KINDS_OF[kind], ids)
            insert_rows(ConflictName, [
                row for record in _RECORDS[kind](firm_id, ids) for row in rows_of(firm_id, *record)])
    return len(queued)


def rows_of(firm_id, kind, id, parent_id, names):
    """Return the rows of the index for a record's names and its addresses and numbers."""
    return [{"firm_id": firm_id, "kind": kind, "record_id": id, "position": position, "parent_id": parent_id,
             "part": each.part, "text": each.text, "is_company": each.is_company, "keys": _keys(firm_id, each)}
            for position, each in enumerate(distinct(names))]


def search_each(scope, wanted, least):
    """Yield each search term, its list of `Found`, and whether that is complete. All terms share one budget."""
    left = _MOST_IN_ALL
    for place, each in enumerate(wanted):
        found, complete, compared = search(scope, each, least, min(_MOST_COMPARED, left // (len(wanted) - place)))
        left -= compared
        yield each, found, complete


def search(scope, wanted, least, most=_MOST_COMPARED):
    """Return every `Found` that resembles the term, whether all candidates were compared, and how many were.

    `least` has the lowest scores that count, {person, company}.
    """
    keys = _keys(scope.firm_id, wanted, sought_keys)
    rows = db.execute_sql(_CANDIDATES, (keys, scope.firm_id, _PER_KEY, most)).fetchall()
    complete = len(rows) < most and all(of_one_key < _PER_KEY for *_, of_one_key in rows[:1])
    found, name = [], None if wanted.part in _LIKE_ADDRESS else parsed(wanted.text, wanted.is_company)
    for kind, id, parent_id, part, text, is_company, _ in rows:
        like = _likeness(wanted, name, part, text, is_company)
        is_of_company = is_company or (name is not None and name.is_company)
        if like.score >= least["company" if is_of_company else "person"]:
            found.append(Found(kind, id, parent_id, part, text, *like))
    return found, complete, len(rows)


def _likeness(wanted, name, part, text, is_company):
    if name is None:
        return Likeness(_LIKE_ADDRESS[wanted.part] if part == wanted.part else 0, (wanted.part,))
    return Likeness(0, ()) if part in _LIKE_ADDRESS else likeness(name, parsed(text, is_company))


def _keys(firm_id, each, keys_of=stored_keys):
    if each.part in _LIKE_ADDRESS:
        return [hashed(firm_id, key_of(each))]
    return [hashed(firm_id, key) for key in keys_of(parsed(each.text, each.is_company))]


def _clients(firm_id, ids):
    for client in Client.select().where(Client.firm_id == firm_id, Client.id.in_(ids)):
        kind = MERGED_CLIENT if client.merged_into else CLIENT
        yield kind, client.id, client.merged_into, terms_of_client(client) if client.full_name.strip() else []


def _parties(firm_id, ids):
    for party in MatterParty.select().where(MatterParty.firm_id == firm_id, MatterParty.id.in_(ids)):
        yield PARTY, party.id, party.matter_id, terms_of_party(party)


def _leads(firm_id, ids):
    for lead in Lead.select().where(Lead.firm_id == firm_id, Lead.id.in_(ids)):
        yield LEAD, lead.id, None, terms_of_contact(lead)


def _lead_parties(firm_id, ids):
    for party in LeadParty.select().where(LeadParty.firm_id == firm_id, LeadParty.id.in_(ids)):
        yield LEAD_PARTY, party.id, party.lead_id, terms_of_party(party)


_RECORDS = {CLIENT: _clients, PARTY: _parties, LEAD: _leads, LEAD_PARTY: _lead_parties}
_KINDS_OF = {CLIENT: (CLIENT, MERGED_CLIENT), PARTY: (PARTY,), LEAD: (LEAD,), LEAD_PARTY: (LEAD_PARTY,)}
