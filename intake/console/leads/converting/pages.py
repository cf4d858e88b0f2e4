"""`/leads/<id>/convert`: the client, the template with its checklist, the letter, and one button."""

from flask import Blueprint, request
from peewee import fn

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.permissions.roles import OPENING
from intake.accounts.users.errors import NotAColleague
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.cases.templates.models import Template
from intake.console.frame.console_page import console_page, go_to
from intake.console.leads.models import fetch_with_people
from intake.console.leads.states import NOTICES
from intake.console.letters.states import FIELD_NAMES, INCOMPLETE, TOO_LONG, UNPRINTABLE
from intake.console.letters.states import NOTICES as LETTER_NOTICES
from intake.console.matters.people import People
from intake.core.errors import Invalid, NotFound
from intake.core.text_search import in_name_order
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.engagement.leads.errors import LeadQuarantined
from intake.engagement.letters.errors import LetterIncomplete, LetterTooLong, LetterUnprintable
from intake.engagement.letters.library import choices
from intake.engagement.letters.merge_fields import WRITTEN, fields_in
from intake.engagement.letters.models import LetterTemplate
from intake.engagement.letters.states import MAX_VALUE
from intake.gateways.sealing import SealingNotInstalled
from intake.messaging.communications.errors import SendFailed
from intake.portal.conversions.actions import convert
from intake.portal.conversions.errors import ClientUncertain
from intake.portal.conversions.returning import candidates_for
from intake.web.forms import parameter, typed

converting = Blueprint("converting", __name__)

_NEW = "new"
WRONG = {
    DuplicateEmail: ("who", "A client already has this e-mail address. Choose that one."),
    ClientUncertain: ("who", "Say who the person is."),
    DuplicateMatter: ("title", "A matter with this title already exists."),
    MatterLimitReached: ("title", "The plan's limit of matters is reached."),
    NotAColleague: ("assigned_attorney", "The person is suspended."),
    SendFailed: ("send", "The link cannot be sent: there is no address that may be used. Continue without sending it."),
    NotFound: ("who", "This client or this template of a letter does not exist any more."),
    LetterIncomplete: ("letter", INCOMPLETE),
    LetterTooLong: ("letter", TOO_LONG),
    LetterUnprintable: ("letter", UNPRINTABLE),
    Invalid: ("letter", "The client has no e-mail address to sign a letter at."),
    SealingNotInstalled: ("letter", LETTER_NOTICES["not-installed"]),
}
"""By error, the field and the sentence about it."""

_REFUSALS: tuple[type[Exception], ...] = tuple(WRONG)


@converting.get("")
@console_page(OPENING)
def show(desk, lead_id):
    """Show the client and the matter that the lead becomes, with the checklist of the template in the address."""
    lead = _fetch(desk, lead_id)
    wanted = request.args.get("template_id")
    return _page(desk, lead, {
        "who": None, "title": parameter("title", 255), "send": True,
        "letter": "", "send_letter": True, "values": {},
        "template_id": desk.firm.settings_in_force["default_intake_template"] if wanted is None else wanted[:64],
        "practice_area": lead.practice_area, "assigned_attorney": lead.assigned_to or desk.user.id})


@converting.post("")
@console_page(OPENING, once=True)
def create(desk, lead_id):
    """Convert the lead to a client and show the matter, or show another template's checklist."""
    given = _sent()
    lead = _fetch(desk, lead_id)
    if typed("to") == "preview":
        return _page(desk, lead, given)
    try:
        made = convert(desk.caller, lead_id, **_wanted(given, lead))
    except LeadQuarantined:
        return desk.nothing_saved(NOTICES, "meanwhile", "leads_pages.show", lead_id=lead_id)
    except ConflictCheckRequired:
        return desk.nothing_saved(NOTICES, "check-first", "leads_pages.show", lead_id=lead_id)
    except _REFUSALS as refusal:
        return _page(desk, lead, given, 422, dict([WRONG[type(refusal)]]))
    done = "converted"
    if made.link is not None and made.link.sent_by:
        done += "-sent"
    if made.letter:
        done += "-letter"
    return go_to("matters_pages.show", matter_id=made.matter.id, done=done)


def _sent():
    """Return the values of the submitted form."""
    names = ("who", "title", "template_id", "practice_area", "assigned_attorney", "letter")
    return {
        **{name: typed(name, 255)[:255].strip() for name in names},
        "send": bool(typed("send")),
        "send_letter": bool(typed("send_letter")),
        "values": {name: typed(f"value-{name}", MAX_VALUE)[:MAX_VALUE] for name in WRITTEN},
    }


def _wanted(given, lead):
    """Return the arguments of `convert` for the values of the form."""
    is_area = given["practice_area"] in PRACTICE_AREAS
    wanted = {
        "client_id": given["who"] if given["who"] not in ("", _NEW) else None,
        "new_client": given["who"] == _NEW,
        "title": given["title"] or None,
        "practice_area": given["practice_area"] if is_area else lead.practice_area,
        "intake_template_id": given["template_id"] or None,
        "assigned_attorney": given["assigned_attorney"] or None,
        "letter_template_id": given["letter"] or None,
        "letter_values": given["values"],
        "send_letter": given["send_letter"],
    }
    return wanted if given["send"] else wanted | {"channels": []}


def _fetch(desk, lead_id):
    names = LetterTemplate.of(desk.caller, fn.COALESCE(fn.JSON_AGG(fn.JSON_BUILD_OBJECT(
        "id", LetterTemplate.id, "name", LetterTemplate.name)).order_by(in_name_order(LetterTemplate.name)), "[]"))
    return fetch_with_people(desk.caller, lead_id, True, names.alias("letter_templates"))


def _page(desk, lead, given, status=200, wrong=None):
    letter = given["letter"] and LetterTemplate.of(desk.caller).where(LetterTemplate.id == given["letter"]).first()
    needed = fields_in("\n".join(filter(None, letter.text.values()))) if letter else ()
    found, certain = candidates_for(desk.caller, lead)
    template, people = Template.known(desk.caller, given["template_id"]), People.from_rows(lead.users)
    if people.is_suspended(given["assigned_attorney"]):
        given = given | {"assigned_attorney": desk.user.id}
    who = given["who"] or (certain and certain.id)
    if not who and not found:
        who = _NEW
    return desk.page(
        "lead_convert.html", status, lead=lead, given=given, wrong=wrong, candidates=found, new=_NEW,
        who=who, chosen=template,
        templates=Template.choices(desk.caller, desk.language), practice_areas=PRACTICE_AREAS,
        letter_templates=lead.letter_templates or choices(desk.caller),
        written=[name for name in WRITTEN if name in needed], field_names=FIELD_NAMES,
        max_value=MAX_VALUE, people=people)
