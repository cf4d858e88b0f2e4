"""The queries of the pages of leads."""

from peewee import Select, Value, fn

from intake.cases.holds.models import LegalHold
from intake.cases.matters.models import Matter
from intake.console.matters.people import users_as_json
from intake.core.db import db
from intake.core.schemas import Page
from intake.engagement.leads.models import Lead, LeadMessage
from intake.engagement.leads.retention import retention_column
from intake.engagement.leads.states import OPEN
from intake.engagement.letters.models import Letter
from intake.integrations.sync.models import LeadLink

from .query import conditions
from .states import MESSAGES, PER_COLUMN, PER_PAGE


def overview(caller, query, with_people):
    """Return the firm's users if wanted, and the numbers of leads that match the filters.

    The numbers are `{status: number}`, with leads in quarantine under None.
    """
    number = fn.COUNT(1).alias("number")
    grouped = Lead.of(caller, Lead.quarantined, Lead.status, number).where(*conditions(query)).group_by(
        Lead.quarantined, Lead.status).alias("grouped")
    rows = Select([grouped], [fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_ARRAY(
        grouped.c.quarantined, grouped.c.status, grouped.c.number)), "[]")])
    users, found = Select(None, [users_as_json(caller) if with_people else Value(None), rows]).tuples().execute(db)[0]
    counts: dict[str | None, int] = {}
    for quarantined, status, number in found:
        key = None if quarantined else status
        counts[key] = counts.get(key, 0) + number
    return users, counts


def list_leads(caller, query, counts):
    """Return the page of leads that the query asks for, the newest first."""
    status = [Lead.status == query["status"]] if query["status"] else []
    total = (counts.get(None, 0) if query["quarantined"] else
             sum(number for key, number in counts.items() if key and query["status"] in ("", key)))
    rows = Lead.of(caller).where(Lead.quarantined == query["quarantined"],
                                 *(() if query["quarantined"] else status), *conditions(query))
    rows = rows.order_by(Lead.created_at.desc(), Lead.id.desc()).paginate(query["page"], PER_PAGE)
    return Page(rows, total, query | {"per_page": PER_PAGE})


def board(caller, query):
    """Return the newest leads of each column, `{status: leads}`."""
    place = fn.ROW_NUMBER().over(partition_by=[Lead.status], order_by=[Lead.created_at.desc(), Lead.id.desc()])
    ranked = Lead.of(caller, Lead.id, place.alias("place")).where(
        ~Lead.quarantined, Lead.status.in_(OPEN), *conditions(query)).alias("ranked")
    rows = Lead.of(caller).join(ranked, on=ranked.c.id == Lead.id).where(ranked.c.place <= PER_COLUMN)
    columns: dict[str, list[Lead]] = {status: [] for status in OPEN}
    for lead in rows.order_by(Lead.created_at.desc(), Lead.id.desc()):
        columns[lead.status].append(lead)
    return columns


def fetch_with_people(caller, lead_id, with_people, *more):
    """Return the lead, with the firm's users as `users` if wanted."""
    return Lead.fetch(caller, lead_id, *([users_as_json(caller).alias("users")] if with_people else ()), *more)


def fetch_with_matter(caller, lead_id, with_people):
    """As `fetch_with_people`, with `matter_title` and `letters` of its matter, if the caller may see that.

    `holds` are those that cover the lead, for `read_shown`; `retention` is for `read_retention`; `refusals` are those
    of platforms.
    """
    title = Matter.of(caller, Matter.title).where(Matter.id == Lead.matter_id)
    letters = Letter.of(caller, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(
        "id", Letter.id, "title", Letter.title, "status", Letter.status, "sealed_at", Letter.sealed_at)), "[]")).where(
        Letter.matter_id == Lead.matter_id)
    return fetch_with_people(caller, lead_id, with_people, title.alias("matter_title"), letters.alias("letters"),
                             LegalHold.as_column(LegalHold.on_lead(caller, Lead)), retention_column(Lead),
                             LeadLink.refusals(Lead).alias("refusals"))


def messages_to(lead):
    """Return the messages to the lead, the latest first, and one more than is shown if there are more."""
    return list(LeadMessage.of(lead).where(LeadMessage.lead_id == lead.id).order_by(
        LeadMessage.created_at.desc(), LeadMessage.id.desc()).limit(MESSAGES + 1))
