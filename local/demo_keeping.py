"""The demo firm's records to keep, hold, hand over and erase: old matters and leads, holds, requests and an export."""

from intake.cases.clients.models import Client
from intake.cases.documents.actions import request_document
from intake.cases.holds.actions import create as hold
from intake.cases.holds.actions import lift
from intake.cases.matters.actions import update
from intake.cases.matters.models import Matter
from intake.cases.templates.actions import create_matter_with_template
from intake.engagement.leads.actions import receive
from intake.engagement.leads.actions import update as move
from intake.messaging.communications.message_texts import client_language, render_message
from intake.messaging.communications.models import Communication
from intake.messaging.communications.safety import label_of
from intake.messaging.communications.states import EMAIL
from intake.records.erasures.actions import confirm, propose
from intake.records.exports.actions import ask_for
from intake.records.privacy_requests.actions import answer, carry_out, enter
from intake.records.retention.actions import add_usual
from intake.records.retention.models import RetentionStep, ending
from intake.web.formatting import format_date

from .demo_clock import day_in, days_ago
from .demo_engagement import date_notice

OLD = (
    ("Romero, lease of the workshop", "romero", "real_estate", 8.4),
    ("Kaplan, sale of the condominium", "kaplan", "real_estate", 7.6),
    ("Okafor, repair of the roof", "okafor", "real_estate", 7.9),
    ("Weber, letter to the landlord", "weber", "real_estate", 9.1),
)
"""Title, client, practice area, and years since it was closed."""

DECLINED = (("Walter", "Simmons", "real_estate", 2.2), ("Ines", "Ferreira", "family_law", 2.6))
"""First and last name, practice area, and years since the lead came and was declined."""

HELD, ORIGINALS, ERASED = "Okafor, repair of the roof", "Kaplan, sale of the condominium", OLD[-1][0]


def keep(demo):
    """Add matters and leads past their retention, retention schedules and holds, and erase one of the matters."""
    add_usual(demo.caller)
    for title, client, area, years in OLD:
        matter = demo.matters[title] = create_matter_with_template(
            demo.firm, title=title, client_id=demo.clients[client].id, practice_area=area)
        if title == ORIGINALS:
            demo.upload(matter, request_document(demo.firm, matter.id, name="Original deed"))
        update(demo.firm, matter.id, status="closed")
        closed = days_ago(years * 365.25)
        matter.change(created_at=closed, updated_at=closed, closed_at=closed)
    for first, last, area, years in DECLINED:
        lead = receive(demo.firm, practice_area=area, first_name=first, last_name=last)
        move(demo.firm, lead.id, status="declined", declined_reason="No capacity")
        came = days_ago(years * 365.25)
        lead.change(created_at=came, updated_at=came, closed_at=came)
        date_notice(lead, days_ago(80))  # an older one would be removed and added again
    for row in ending(demo.firm, day_in(0)).dicts():
        step, letter = RetentionStep.locked(demo.firm, row["id"], row["destroy_after"]), _notice(demo, row)
        step.change(notified_at=letter.sent_at, announced_day=row["destroy_after"], communication_id=letter.id)
    over = hold(demo.firm, "Audit of the escrow account.", search={"practice_area": "real_estate"})
    lift(demo.firm, over.id)
    hold(demo.firm, "Preservation letter of Fresh Valley Markets, Inc.",
         matter_id=demo.matters["Okafor, car accident on Route 9"].id, until=day_in(180))
    hold(demo.firm, "Subpoena in Roof & Sons v. Okafor.", search={"title": "repair of the roof"})
    propose(demo.firm, "The client asked for it.", matter_id=demo.matters["Brooks divorce"].id)
    done = propose(demo.firm, "Over seven years old.", matter_id=demo.matters[ERASED].id)
    confirm(demo.caller, done.id)


def _notice(demo, row):
    """Add the message of 75 days ago that announces the destruction of the matter to its client."""
    matter, sent_at = Matter.fetch(demo.firm, row["id"]), days_ago(75)
    client = Client.fetch(demo.firm, row["client_id"])
    language = client_language(client, demo.firm)
    words = render_message("retention_notice", EMAIL, language, firm=demo.firm, client=client,
                           label=label_of(matter, demo.firm, language), day=format_date(day_in(-15), language))
    return Communication.create(
        firm_id=demo.firm.id, matter_id=matter.id, channel=EMAIL, direction="outbound", to=client.email,
        language=language, subject=words.subject, message=words.message, status="delivered", sent_at=sent_at,
        created_at=sent_at)


def hand_over(demo):
    """Add privacy requests at each step, and an export."""
    of = {name: client.id for name, client in demo.clients.items()}
    enter(demo.caller, of["haddad"], "access", "email", "Please send me everything you have about me.",
          received_on=day_in(-41))
    enter(demo.caller, of["brooks"], "deletion", "letter", "Please delete my old divorce file.",
          "Compared the signature with that of the engagement letter.", day_in(-12))
    enter(demo.caller, of["romero"], "portability", "portal")
    done = enter(demo.caller, of["kaplan"], "access", "phone", None, "Called back at the number in the file.",
                 day_in(-30))
    carry_out(demo.caller, done.id)
    answer(demo.caller, done.id, "We have mailed you a letter with the address of the export.")
    ask_for(demo.caller)
