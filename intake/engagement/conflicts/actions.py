"""Running a conflict check, and deciding about one (docs/conflicts.md)."""

from contextlib import nullcontext
from importlib.metadata import version
from itertools import chain

from intake.accounts.audit.recording import current_actor, record_act, record_read
from intake.accounts.firms.models import Firm
from intake.cases.documents.models import DocumentRequest
from intake.cases.documents.states import APPROVED, UPLOADED
from intake.cases.matters.models import Matter
from intake.core.db import db, map_constraint_errors
from intake.core.long_requests import long_request
from intake.engagement.leads.actions import move
from intake.engagement.leads.models import Lead
from intake.engagement.leads.states import CHECKING, CLEARED, NEW

from .clearance import is_outdated, is_outdated_of_lead, last_check
from .errors import AlreadyDecided, ConsentMissing, NothingToSearch
from .models import ConflictCheck, ConflictDecision
from .names_index import index_firm, search_each
from .records import described
from .states import CLEARING, FEW_TERMS, INDEX_VERSION, MOST_HITS, MOST_TERMS, WAIVED
from .terms import distinct, terms_of_lead, terms_of_matter, terms_of_text
from .visibility import shown_hits, shown_terms

LIBRARIES = {name: version(name) for name in ("jellyfish", "anyascii")}


def check(scope, names, matter_id=None, lead_id=None, is_waited_for=False):
    """Search for the names and for everybody in the matter or the lead, and store the hits.

    Raises `NotFound`, `NothingToSearch`, `NamesNotIndexed`; `RateLimitExceeded` if a thread of the web server waits for
    it and the firm already has as many long checks running as are allowed.
    """
    matter = Matter.fetch(scope, matter_id) if matter_id else None
    lead = Lead.fetch(scope, lead_id) if lead_id else None
    involved = _terms_of(matter, lead)
    wanted = distinct([*involved, *chain.from_iterable(map(terms_of_text, names))])
    if not wanted:
        raise NothingToSearch
    index_firm(scope)
    least = Firm.fetch(scope.firm_id).settings_in_force["conflict_thresholds"]
    with long_request(scope.firm_id) if is_waited_for and len(wanted) > FEW_TERMS else nullcontext():
        hits, complete = _searched(scope, wanted, least, matter, lead)
    with db.atomic():
        actor = current_actor()
        about = {name: id for name, id in (("matter_id", matter_id), ("lead_id", lead_id)) if id}
        previous = _previous(scope, matter, lead)
        row = ConflictCheck.create(
            firm_id=scope.firm_id, **about, previous_id=previous and previous.id, names=list(names),
            sought=[{"text": each.text, "part": each.part} for each in wanted], hits=hits[:MOST_HITS],
            complete=complete and len(hits) <= MOST_HITS and len(involved) < MOST_TERMS,
            actor_type=actor.type, actor_id=_user(scope) or actor.id,
            versions={"index": INDEX_VERSION, "thresholds": least, "libraries": LIBRARIES})
        row.decided = None
        record_act("conflict_check.created", row, hits=len(hits), **about)
        if lead:
            _begin_checking(scope, lead.id, row)
    return row


def _terms_of(matter, lead):
    """Return the search terms of what is checked, besides the given names."""
    if matter:
        return terms_of_matter(matter)
    return terms_of_lead(lead) if lead else []


def _previous(scope, matter, lead):
    """Return the last check of the same matter or lead; None if there is none."""
    if matter:
        return last_check(matter)
    return ConflictCheck.latest(scope, ConflictCheck.lead_id == lead.id) if lead else None


def _begin_checking(scope, lead_id, row):
    """Make this the lead's check, which moves a new lead on."""
    lead = Lead.fetch_locked(scope, lead_id)
    lead.change(conflict_check_id=row.id)
    if lead.status == NEW and not lead.quarantined:
        move(lead, CHECKING)


def decide(scope, check_id, decision, note=None, document_id=None):
    """Decide about a check, once. Raises `NotFound`, `AlreadyDecided`, `ConsentMissing`."""
    with map_constraint_errors(conflict_decisions_once=AlreadyDecided), db.atomic():
        row = ConflictCheck.fetch(scope, check_id)
        document = DocumentRequest.fetch(scope, document_id) if document_id else None
        if decision == WAIVED and (document is None or document.status not in (UPLOADED, APPROVED)):
            raise ConsentMissing
        actor = current_actor()
        ConflictDecision.create(
            id=row.id, firm_id=row.firm_id, decision=decision, note=note, document_id=document_id,
            actor_type=actor.type, actor_id=_user(scope) or actor.id)
        record_act("conflict_check.decided", row, decision=decision,
                   **({"document_id": document_id} if document_id else {}))
        if row.lead_id and decision in CLEARING:
            _clear(row)
    return ConflictCheck.fetch_decided(scope, check_id)


def check_again(matter):
    """Run another check of a matter that had one, if its names have changed since."""
    last = last_check(matter)
    if last is not None and is_outdated(last, matter):
        check(matter, last.names, matter_id=matter.id)


def read(caller, check_id, act="conflict_check.read"):
    """Return a check with its hits as the caller may see them, and record that it was read. Raises `NotFound`."""
    row = ConflictCheck.fetch_decided(caller, check_id)
    record_read(act, row)
    return shown(caller, row)


def shown(caller, row):
    """Return the check with its terms and hits as the caller may see them."""
    row.shown_terms, row.shown_hits = shown_terms(caller, row), shown_hits(caller, row.hits)
    return row


def _clear(row):
    # By firm only: the person may see the matter but not the lead. It may have been erased since.
    lead = Lead.of(row).where(Lead.id == row.lead_id).for_update().first()
    if lead is None or lead.conflict_check_id != row.id or lead.quarantined:
        return
    if lead.status in (NEW, CHECKING) and not is_outdated_of_lead(row, lead):
        move(lead, CLEARED)


def _searched(scope, wanted, least, matter, lead):
    """Return the hits, the best first, each record once with its best match, and whether all names were compared."""
    best: dict[tuple[str, str], tuple] = {}
    complete = True
    for each, found, is_all in search_each(scope, wanted, least):
        complete &= is_all
        for like in found:
            key = like.kind, like.record_id
            if key not in best or like.score > best[key][1].score:
                best[key] = each, like
    hits = [{"kind": like.kind, "record_id": like.record_id, "parent_id": like.parent_id, "sought": each.text,
             "found": like.text, "part": like.part, "score": like.score, "reasons": list(like.reasons)}
            for each, like in best.values()]
    hits.sort(key=lambda hit: (-hit["score"], hit["found"], hit["record_id"]))
    return described(scope, hits, matter, lead), complete


def _user(scope):
    return scope.user.id if getattr(scope, "user", None) else None
