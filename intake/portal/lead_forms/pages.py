"""`/start/<firm>`: the lead form, its second part, and the script that shows it on the firm's own site."""

from contextlib import suppress

from flask import Blueprint, Response, abort, redirect, request

from intake.core.email_domains import meant_domain
from intake.engagement.leads.models import Lead
from intake.web.forms import typed
from intake.web.rendering import FOLDER
from intake.web.translation import translator

from .actions import add_facts, send_lead, takes_facts
from .errors import AlreadyReceived, AlreadySent, FirmBusy, LeadNotCleared, MessageTooLong
from .facts_links import FactsLink
from .form import TEXTS, TOO_LONG, LeadForm
from .showing import form_page
from .source import source_shown
from .states import FACTS, MAX_ROWS
from .visit import BUSY, refused, visit_page

lead_forms = Blueprint("lead_forms", __name__)

STALE = "Your browser kept this page for too long. Everything is still here: please send it once more."
REPLAYED = "A message was already sent from this page. If you want to send another one, send it once more."
TOO_SHORT = "Please write what happened."
NOTICES = (STALE, REPLAYED, TOO_SHORT)
"""The message about a form that was not accepted."""

_SCRIPT_HEADERS = {"Cache-Control": "public, max-age=300", "Cross-Origin-Resource-Policy": "cross-origin"}


@lead_forms.get("/<slug>")
@lead_forms.get("/<slug>/<practice_area>")
@visit_page
def show(visit):
    """Show the form."""
    return form_page(visit, LeadForm(area=visit.area or "", carried=source_shown()))


@lead_forms.post("/<slug>")
@lead_forms.post("/<slug>/<practice_area>")
@visit_page
def send(visit):
    """Accept the form, or show it again with another row for a name, or with its errors."""
    form = LeadForm.sent(visit.areas, visit.language)
    if "more" in request.form:
        form.wrong = {}
        form.rows = [*form.rows[:MAX_ROWS - 1], LeadForm().rows[0]]
        return form_page(visit, form, focus=len(form.rows) - 1)
    if form.wrong:
        return form_page(visit, form, 422)
    if visit.proof is None:
        return form_page(visit, form, 409, STALE)
    try:
        with suppress(AlreadyReceived):  # the button was pressed twice, or the answer was lost on its way
            send_lead(visit.firm, form.values, visit.proof, typed("website"), visit.forms_of_address)
    except AlreadySent:
        return form_page(visit, form, 409, REPLAYED)
    except FirmBusy as busy:
        return refused(BUSY, busy.seconds)
    domain = typed("email", TEXTS["email"]).rpartition("@")[2]
    return redirect(visit.path("/sent", domain=domain if meant_domain(domain) else None), 303)


@lead_forms.get("/<slug>/sent")
@visit_page
def sent(visit):
    """Show that the message has arrived and what happens next."""
    return visit.page("start_sent.html")


@lead_forms.get("/<slug>/more/<token>")
@visit_page
def more(visit, token):
    """Show the second part, for a lead that the firm has cleared."""
    return _facts(visit, _facts_link(visit, token))


@lead_forms.post("/<slug>/more/<token>")
@visit_page
def submit_facts(visit, token):
    """Accept the second part, or show it again with its errors."""
    link = _facts_link(visit, token)
    texts = {name: typed(name, longest).strip() for name, longest in FACTS.items()}
    wrong = {name: TOO_LONG for name, longest in FACTS.items() if len(texts[name]) > longest}
    if not texts["facts"]:
        wrong["facts"] = TOO_SHORT
    if wrong:
        return _facts(visit, link, 422, texts, wrong)
    due = texts["deadline"] and f"{translator(visit.language)('Something is due')}: {texts['deadline']}"
    try:
        add_facts(visit.firm, link.lead_id, "\n\n".join(filter(None, (texts["facts"], due))))
    except LeadNotCleared:
        return _closed(visit)
    except MessageTooLong:
        return _facts(visit, link, 422, texts, {"facts": TOO_LONG})
    return redirect(visit.path("/sent", part=2), 303)


@lead_forms.get("/<slug>/embed.js")
@visit_page
def embed(visit):
    """Return the script that puts the form into a page."""
    script = (FOLDER / "lead_form_embed.js").read_bytes()
    return Response(script, mimetype="text/javascript", headers=_SCRIPT_HEADERS)


def _facts_link(visit, token):
    """Return the link with the token; abort with the closed page unless its lead still accepts facts."""
    link = FactsLink.of_token(visit.firm.slug, token)
    lead = link and Lead.of(visit.firm).where(Lead.id == link.lead_id).first()
    if not lead or not takes_facts(lead):
        abort(_closed(visit))
    return link


def _facts(visit, link, status=200, texts=None, wrong=None):
    return visit.page("start_facts.html", status, ancestors=(), link=link, texts=texts or {}, wrong=wrong or {},
                      longest=FACTS)


def _closed(visit):
    """Return the page that says that nothing is accepted any more; the typed text can be copied from it."""
    texts = (typed(name, longest).strip() for name, longest in FACTS.items())
    return visit.page("start_closed.html", 410, ancestors=(), unsaved="\n".join(filter(None, texts)))
