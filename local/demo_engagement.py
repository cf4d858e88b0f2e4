"""The demo firm's records from before people become clients: leads in all states, conflict checks and letters."""

from intake.accounts.firms.actions import change_settings
from intake.core.db import db
from intake.core.languages import ENGLISH
from intake.engagement.conflicts.actions import check, decide
from intake.engagement.leads.actions import receive
from intake.engagement.leads.actions import update as move_lead
from intake.engagement.letters import actions as letters
from intake.engagement.letters import signing
from intake.engagement.letters.consent import consent_text
from intake.engagement.letters.library import create_template, starters
from intake.engagement.letters.models import LetterSigner
from intake.engagement.parties.actions import add as add_party
from intake.gateways.sealing import sealer
from intake.messaging.notifications.actions import record_notification
from intake.messaging.notifications.models import Notification
from intake.messaging.notifications.states import LEAD_RECEIVED
from intake.portal.conversions.actions import convert

from .demo_clock import days_ago

FORM_AREAS = ("family_law", "immigration", "personal_injury", "estate_planning")

PARTIES = (
    ("Okafor, car accident on Route 9", "Fresh Valley Markets, Inc.", "company", "opposing", "owner of the truck"),
    ("Okafor v. Metro Transit", "Metro Transit Authority", "company", "opposing", None),
    ("Silva divorce", "Paulo Silva", "person", "opposing", "husband"),
    ("Brooks custody", "Helen Brooks", "person", "related", "aunt of the children"),
)
"""Matter, name, kind, role and relation."""

LEADS = (
    ("Teresa", "Galván", "es", "personal_injury", "google", 0.1, "new",
     "Me caí en el supermercado y me rompí la muñeca.", ("Fresh Valley Markets", "company")),
    ("Owen", "Pratt", "en", "family_law", "Referral by Ruth Kaplan", 0.6, "checking",
     "My wife has filed for divorce. We have two children.", ("Helen Pratt", "person", "Helen Brooks")),
    ("Amina", "Yusuf", "en", "immigration", "smithlaw.example", 2, "cleared", "My work permit ends in March.", None),
    ("Greg", "Lindqvist", "en", "estate_planning", "Phone", 4, "offered", "A will, and who decides if I cannot.", None),
    ("Nadia", "Petrov", "en", "family_law", "google", 8, "engaged", "My former husband wants to move with our son.",
     ("Alexei Petrov", "person")),
    ("Dale", "Hobbs", "en", "criminal", "google", 6, "declined", "A speeding ticket.", None),
    ("Carmen", "Ibáñez", "es", "immigration", "Phone", 11, "lost", "Quiero pedir la residencia para mi madre.", None),
)
"""First and last name, language, practice area, source, how many days ago, status, message and opposing party."""

STEPS = {"new": (), "checking": (), "offered": ("offered",), "engaged": ("offered",), "declined": ("declined",),
         "lost": ("lost",)}
"""The statuses that a lead passes through, after its conflict check if it has one."""

CHECKED = ("checking", "cleared", "offered", "engaged")

SIGNATURE = ([60, 190, 120, 60, 180, 200, 240, 110, 300, 190], [330, 150, 420, 90, 510, 170, 620, 120, 760, 160])
"""The strokes of a signature, each with x and y of its points."""

VALUES = {
    "scope": "Advice about the matter, drafting and negotiation, and representation in the first instance.",
    "fee": "$ 250.00 an hour, against a retainer of $ 2,500.00.",
    "retention": "We keep your file for seven years after the matter is closed.",
    "state_clause": "New York: disputes about fees can be brought to arbitration under Part 137.",
}


def first_contact(demo):
    """Add the lead form, the parties of matters, leads, and conflict checks of leads."""
    change_settings(demo.firm, settings={"lead_forms": {
        "enabled": True, "practice_areas": list(FORM_AREAS), "allowed_origins": ["https://whitfieldlaw.example"],
        "notify": []}})
    for matter, name, kind, role, relation in PARTIES:
        add_party(demo.firm, demo.matters[matter].id, name=name, kind=kind, role=role, relation=relation)
    for first, last, language, area, source, days, status, message, party in LEADS:
        lead = receive(demo.firm, _parties(party), {"name": source}, area, first_name=first, last_name=last,
                       email=f"{first}@example.com".lower(), language=language, message=message)
        lead.change(created_at=days_ago(days))
        if status != "new":  # a new lead is still unread
            date_notice(lead, days_ago(days))
        _bring_to(demo, lead, status)
    receive(demo.firm, first_name="xX", last_name="Best-Loans", message="https://loans.example http://loans.example",
            quarantined=True, spam_score=90, spam_reasons=["links", "too_fast"])


def engage(demo):
    """Add letters: one that its signer has not opened, one signed by everybody, and a draft."""
    if not sealer.is_installed:
        return
    hourly = next(each for each in starters() if each.built_in == "hourly")
    template = create_template(demo.firm, "Engagement by the hour", {
        code: text.split("\n\n", 1)[1] for code, text in hourly.text.items()})  # its first line asks for a review
    for matter in ("Weber will", "Silva divorce", "Nguyen custody"):
        client = demo.matters[matter].client
        is_draft = matter == "Nguyen custody"
        letter = letters.create(demo.firm, demo.matters[matter].id, [{"name": client.full_name, "email": client.email}],
                                template_id=template.id, language=ENGLISH, values={} if is_draft else VALUES)
        if not is_draft:
            letters.send(demo.firm, letter.matter_id, letter.id)
        if matter == "Silva divorce":
            _sign(demo, letter)


def date_notice(lead, moment):
    """Add the notifications that the worker would add, but as old as the lead, so that they count as read."""
    with db.atomic():
        record_notification(lead.firm_id, LEAD_RECEIVED, lead.id, {"lead_id": lead.id}, lead=lead)
        Notification.update(created_at=moment).where(
            Notification.firm_id == lead.firm_id, Notification.occasion == lead.id).execute()


def _parties(party):
    if party is None:
        return []
    name, kind, *aliases = party
    return [{"name": name, "kind": kind, "role": "opposing", "aliases": aliases}]


def _bring_to(demo, lead, status):
    if status in CHECKED:
        found = check(demo.caller, [], lead_id=lead.id)
        if status != "checking":
            decide(demo.caller, found.id, "clear", "Neither is known to anybody here.")
    for step in STEPS.get(status, ()):
        reason = {"declined_reason": "Not our practice area"} if step == "declined" else {}
        move_lead(demo.firm, lead.id, status=step, **reason)
    if status == "engaged":
        convert(demo.caller, lead.id, channels=[], intake_template_id=demo.templates["custody_only"])


def _sign(demo, letter):
    """Sign for the client and for the firm; the worker seals the letter."""
    signer = LetterSigner.of_letter(letter).get()
    signing.agree(signer, consent_text(signer.language, demo.firm), "203.0.113.24")
    signing.finish_reading(signer, "203.0.113.24")
    signing.sign(signer, signer.name, list(SIGNATURE), "203.0.113.24", "Mozilla/5.0 (iPhone)")
    letters.countersign(demo.firm, demo.dana, letter.matter_id, letter.id, "Dana Whitfield", "203.0.113.9")
