"""The list of matters in the console, whose search also looks at the names of clients."""

from peewee import Case, Select, Value, fn

from intake.accounts.users.models import User
from intake.cases.clients.models import Client
from intake.cases.matters.counts import COUNTED, MatterCount
from intake.cases.matters.models import Matter
from intake.cases.matters.states import READY
from intake.cases.matters.tags import has_tag, tag_keys
from intake.core.db import db
from intake.core.paging import MOST_COUNTED, Window, match_count, selected_by, total_of
from intake.core.rare_words import Sought, has_parts, is_rare, led_by_parts, parts_of, parts_of_any, sampling
from intake.core.schemas import Page
from intake.core.text_search import contains, folded

from .people import users_as_json
from .states import ME, MINE, MOST_FOUND, NO_ONE

_UNCOUNTED = ("search", "assigned", "tag", "focus")
"""The filters of which `MatterCount` has no totals."""


def list_matters(caller, query, with_people):
    """Return the requested page of matters with their clients, and the firm's users if wanted.

    The query has `page`, `per_page`, `sort` and `order`, and the filters of `matching`. Matches of a search are counted
    up to `MOST_FOUND`, those of a filter without a kept total up to `MOST_COUNTED`.
    """
    users = users_as_json(caller) if with_people else Value(None)
    counting, most = _counting(caller, query)
    number, is_led, users = counting.select_extend(users).tuples().execute(db)[0]
    total, is_lower_bound = total_of(number, most or number)
    found, order = _matching(caller, query, is_led), Matter.order(query["sort"], query["order"])
    window = Window.of(query, total)
    if is_lower_bound:
        window = Window(query["per_page"] + 1, Window.before(query), is_far=False, from_end=False)
    ordered = order.reversed if window.from_end else order
    # Of an assignee's matters an index leads to all; few of them may have the words.
    are_few = caller.assignee and query.get("search") and not is_lower_bound
    are_led_to = is_led or are_few or query.get("tag") or query.get("focus") == READY
    terms = ordered.sorting_terms if are_led_to else ordered.terms
    ids = found.select(Matter.id).order_by(*terms).limit(window.limit).offset(window.offset)
    rows = Matter.with_clients(Matter.of(caller, Matter, Client)).where(selected_by(Matter.id, ids))
    return Page(rows.order_by(*order.terms), total, query, is_lower_bound), users


def matching(caller, query):
    """Return a query for the matching matters, joined with their clients. A search is first asked how rare it is.

    The filters are `status`, `practice_area`, `search` for words in the title and the client's name, `assigned`, one of
    `ASSIGNED` or the id of a user, `tag`, and `focus` with `days`.
    """
    is_led = _can_be_led(caller, query) and _sample(caller, query).scalar(db)
    return Matter.with_clients(_of_these(caller, query, is_led))


def _counting(caller, query):
    """Return the query for the number of matches, and whether the index of parts of words leads to them.

    And with it the highest number that is counted, None if it is always the whole.
    """
    if _can_be_led(caller, query):
        sample = _sample(caller, query).alias("sample")
        led, others = (_matching(caller, query, is_led) for is_led in (True, False))
        number = Case(None, [(sample.c.is_rare, _number_of(led, MOST_FOUND))], match_count(others, MOST_FOUND))
        return Select([sample], [number, sample.c.is_rare]), MOST_FOUND
    if caller.assignee or any(query.get(name) for name in _UNCOUNTED):
        number = _number_of(_matching(caller, query, is_led=False), MOST_COUNTED)
        return Select(columns=[number, Value(False)]), MOST_COUNTED
    kept = MatterCount.summed(MatterCount.firm_id == caller.firm_id, *(
        getattr(MatterCount, name) == query[name] for name in COUNTED if query.get(name)))
    return Select(columns=[kept, Value(False)]), None


def _number_of(found, most):
    return Select([found.limit(most + 1).alias("found")], [fn.COUNT(1)])


def _can_be_led(caller, query):
    """Whether an index may lead to the matters; those of an assignee are few."""
    return bool(folded(query.get("search", ""))) and not caller.assignee


def _sample(caller, query):
    """Return the query for whether few matters have the words, as the latest ones show: `is_rare`."""
    texts = Matter.with_clients(Matter.of(caller, Matter.title_key, Client.search_key))
    return is_rare(texts, Sought.of(caller, query["search"]), **sampling(to_count=True))


def _matching(caller, query, is_led):
    """Return the query for the matters, joined with clients only for their names: an index alone has the rest."""
    found = _of_these(caller, query, is_led)
    return Matter.with_clients(found) if folded(query.get("search", "")) else found


def _of_these(caller, query, is_led):
    found = _led_by_words(caller, query["search"]) if is_led else Matter.of(caller)
    return found.where(*_conditions(caller, query))


def _led_by_words(caller, words):
    """Return the query for the matters to which indexes lead: those with the words, and others.

    A matter has all of the words in its title, or one of them is a name of its client. Single characters do not lead:
    nearly every client has them in a name or a telephone number.
    """
    parts, any_parts = (parts(caller, words, shortest=2) for parts in (parts_of, parts_of_any))
    clients = Client.of(caller, Client.id).where(has_parts(Client, Client.searched, any_parts))
    named = (Matter.firm_id == caller.firm_id) & selected_by(Matter.client_id, clients)
    return led_by_parts(Matter, caller, [Matter.title_key], parts, named)


def _conditions(caller, query):
    found = [getattr(Matter, name) == query[name] for name in COUNTED if query.get(name)]
    if query.get("assigned"):
        found.append(_assigned(caller, query["assigned"]))
    if query.get("tag"):
        found.append(has_tag(Matter, tag_keys(caller, query["tag"])))
    if query.get("focus"):
        found.append(Matter.focused(caller.firm, query))
    if folded(query.get("search", "")):
        found.append(contains(query["search"], Matter.title_key, fn.COALESCE(Client.search_key, "")))
    return found


def _assigned(caller, whose):
    unassigned = Matter.assigned_attorney.is_null()
    if whose == NO_ONE:
        return unassigned
    person = caller.user if whose in (ME, MINE) else User(id=whose)
    assigned = Matter.assigned_attorney.in_(person.assigned_as)
    return assigned | unassigned if whose == MINE else assigned
