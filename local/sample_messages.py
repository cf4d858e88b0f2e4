"""Every message that Intake sends, for the records of a made-up firm."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from types import SimpleNamespace
from typing import Any

from flask import Flask
from jinja2 import ChoiceLoader, FileSystemLoader

from intake.accounts.firms.mail_layout import firm_layout
from intake.accounts.firms.models import Firm
from intake.accounts.firms.states import ALERTS
from intake.console.reports.contents import REPORT_TYPES
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.languages import ENGLISH, LANGUAGES
from intake.messaging.communications.message_texts import email_layout, render_message, render_text
from intake.messaging.communications.sms_alphabet import segments, septets, transliterate
from intake.messaging.communications.states import EMAIL, SMS
from intake.web.mail_layout import MailLayout
from intake.web.translation import translator
from local import ROOT

ADDRESS = "https://intake.example.com"
_LINK = f"{ADDRESS}/p/k3Vd8PqLw2Zt5dmjq7n4x2a6bgtyh3kcw5rsep"
_DAY = {"en": "December 22, 2026", "es": "22 de diciembre de 2026"}
_DOCUMENTS = {"en": ["Passport", "Birth certificate", "Lease"],
              "es": ["Pasaporte", "Acta de nacimiento", "Contrato de arrendamiento"]}
_REASON = {"en": "The picture is blurred. Please take it again in good light.",
           "es": "La imagen está borrosa. Tómela de nuevo con buena luz."}
_CLIENT = SimpleNamespace(first_name="Ana", full_name="Ana García")
_OFF = f"{ADDRESS}/unsubscribe/…"


@dataclass(frozen=True)
class Sample:
    """A message: the name of its text, its recipient, its occasion, and the function that writes it in a language."""

    name: str
    to: str
    event: str
    channel: str
    languages: tuple[str, ...]
    compose: Callable[[str], tuple[str | None, str, str | None]]
    """Returns subject, plain text and HTML; for an SMS only the text."""
    case: str = ""
    """Distinguishes messages with the same text."""

    @property
    def picture(self) -> str:
        """The prefix of the names of its pictures."""
        return "-".join(filter(None, (self.name, self.case))).replace("_", "-") + f".{self.channel}"


@contextmanager
def sample_installation():
    """Let messages be composed as in an installation at `ADDRESS`, without its services."""
    app = Flask("intake")
    app.extensions["settings"] = SimpleNamespace(app_url=ADDRESS)
    app.jinja_loader = ChoiceLoader([FileSystemLoader(path) for path in ROOT.glob("intake/accounts/*/templates")])
    with app.app_context():
        yield


def _firm() -> Firm:
    return Firm(name="Silva & Partners", email="office@silva.example.com", phone="+15185550142",
                logo_key="logos/silva-partners/sample", settings={"brand_color": "#7a1f3d"})


def _values(language: str) -> dict[str, Any]:
    label = render_text("case_label", language, firm=_firm())
    return {"firm": _firm(), "client": _CLIENT, "label": label, "link": _LINK, "expires": _DAY[language], "form": True,
            "documents": _DOCUMENTS[language], "more": 0, "days": 3, "count": 1, "is_neutral": False, "code": "402915",
            "minutes": 10}


def _to_client(name: str, channel: str, off: bool = False, **more: Any) -> Callable:
    def compose(language):
        changes = {key: value(language) if callable(value) else value for key, value in more.items()}
        words = render_message(name, channel, language, **_values(language) | changes)
        if channel == SMS:
            return None, transliterate(f"{_firm().name}: {words.message}"), None
        ending = (render_text("off_reminders", language), _OFF) if off else None
        return _mail(words.subject, words.message or _OWN_WORDS[language],
                     email_layout(_firm(), language, "footer_client", off=ending))

    return compose


_OWN_WORDS = {"en": "Hello Ana,\n\nThe hearing is on Tuesday at 9:30. Please bring the originals.",
              "es": "Hola, Ana:\n\nLa audiencia es el martes a las 9:30. Por favor, traiga los originales."}


def _rejected(language: str) -> list[dict[str, Any]]:
    return [{"name": _DOCUMENTS[language][0], "reason": _REASON[language], "is_infected": False}]


def _to_firm(name: str, **values: Any) -> Callable:
    def compose(language):
        words = render_message(name, EMAIL, language, firm=_firm(), **values)
        return _mail(words.subject, words.message, email_layout(_firm(), language, "footer_firm"))

    return compose


def _to_signer(name: str) -> Callable:
    def compose(language):
        words = render_message(name, EMAIL, language, firm=_firm(), signer=SimpleNamespace(name="Ana García"),
                               link=f"{ADDRESS}/p/k3Vd8P…/letter/ltr_…", expires=_DAY[language])
        return _mail(words.subject, words.message, email_layout(_firm(), language, "footer_signer"))

    return compose


def _alert(type: str, channel: str) -> Callable:
    def compose(language):
        message = render_text("notice", language, type=type, document=_PASSPORT, matter=_MATTER, days=7,
                              deadline=SimpleNamespace(title="Answer to the complaint", due_date=date(2026, 12, 1)))
        address = public_url("/matters/mat_…") if channel == EMAIL else public_url(f"/notifications/ntf_{'0' * 26}")
        words = render_message("alert", channel, language, firm=_firm(), type=type, count=1, address=address,
                               lines=[{"message": message, "address": address}])
        if channel == SMS:
            return None, transliterate(words.message), None
        return _mail(words.subject, words.message, email_layout(
            _firm(), language, "footer_firm", off=(render_text("off_alerts", language), _OFF)))

    return compose


_PASSPORT = SimpleNamespace(name="Passport", id="doc_…")
_MATTER = SimpleNamespace(title="García divorce", id="mat_…")
_WEBHOOK = {"url": "https://example.com/hook", "id": "wh_…"}


def _report(language):
    words = render_message("report", EMAIL, language, firm=_firm(), address=f"{ADDRESS}/reports#rpt_…",
                           title=translator(language)(REPORT_TYPES["matters"].title))
    return _mail(words.subject, words.message, email_layout(_firm(), language, "footer_firm"))


def _digest(language):
    person = SimpleNamespace(first_name="Maria")
    words = render_message(
        "digest", EMAIL, language, person=person, waiting=4, wrote=[], failed=[], url=public_url, off=_OFF,
        late=[{"title": "Discovery", "matter": "García divorce", "date": _DAY[language], "id": "dl_…"}],
        today=[], silent=[{"client": "Ana García", "matter": "García divorce", "id": "mat_…"}],
        more={"deadlines": False, "wrote": False, "silent": False, "failed": False})
    return _mail(words.subject, words.message, email_layout(_firm(), language, "footer_person"))


def _invitation(language):
    footer = translator(language)("{firm} sent you this message. To answer, reply to this e-mail.", firm=_firm().name)
    return firm_layout(_firm(), language, footer).render(
        "invitation.txt", firm=_firm().name, name="Maya", day=_DAY[language], link=f"{ADDRESS}/invitations/x4tQ…")


def _account(template: str, **values: str) -> Callable:
    def compose(language):
        footer = translator(language)("Intake wrote this to you as a member of {firm}.", firm=_firm().name)
        return MailLayout(language, "Intake", footer).render(
            f"{template}.txt", name="Maria", firm=_firm().name, moment=_DAY[language],
            link=f"{ADDRESS}/password/x4tQ…", **values)

    return compose


def _mail(subject, message, layout):
    return subject, layout.text(message), layout.html(message)


def length_of(text: str) -> str:
    """Return the length of an SMS, in words."""
    count = segments(text)
    return f"{septets(text)} characters, {count} SMS"


def _subject(type: str) -> str:
    return render_text("alert_subject", ENGLISH, type=type, count=1).lower()


_ALL = tuple(LANGUAGES)
_SERVICE_TO = dict.fromkeys(("api_keys_unused", "payment_failed", "usage_near_limit", "firm_closed",
                              "firm_closing_held", "firm_erased"), "admins") | {
    **dict.fromkeys(("alerts_moved", "single_erasure"), "the firm's address and its admins"),
    "lead_received": "those named in settings.lead_forms.notify, else the firm's address"}
_SERVICE: dict[str, tuple[str, dict[str, Any]]] = {
    "file_quarantined": ("a file is infected", {
        "signature": "Eicar-Test", "upload_id": "upl_…", "address": f"{ADDRESS}/matters/mat_…",
        "document": _PASSPORT, "matter": _MATTER}),
    "lead_received": ("somebody wants to become a client", {
        "lead": SimpleNamespace(full_name="Ana García", language="es"), "address": f"{ADDRESS}/leads/lead_…"}),
    "storage_limit_reached": ("a file does not fit any more", {"address": f"{ADDRESS}/settings/usage"}),
    "webhook_disabled": ("a webhook endpoint is turned off", {
        "reason": "gone", "webhook": _WEBHOOK, "address": f"{ADDRESS}/settings/developers/webhooks/wh_…"}),
    "api_keys_unused": ("keys were not used for 90 days", {
        "keys": [{"name": "Our case system", "id": "key_…", "last_used_at": None, "issued_at": now()}],
        "address": f"{ADDRESS}/settings/developers"}),
    "alerts_moved": ("a program changes where alerts go", {
        "moved": ["phone", "notify"], "is_key": True, "program": "Our case system",
        "address": f"{ADDRESS}/settings/firm"}),
    "single_erasure": ("an admin ends the rule that two people erase a client", {
        "who": "Maria Silva", "until": datetime(2026, 12, 6, 15, tzinfo=UTC),
        "address": f"{ADDRESS}/settings/security"}),
    "payment_failed": ("a payment failed", {"until": date(2026, 12, 6), "address": f"{ADDRESS}/settings/billing"}),
    "usage_near_limit": ("a limit of the plan comes near", {
        "limit": "storage_gb", "percent": 80, "address": f"{ADDRESS}/settings/billing"}),
    "firm_closed": ("a firm is closed", {
        "erase_on": date(2027, 1, 21), "address": f"{ADDRESS}/settings/records/close"}),
    "firm_closing_held": ("a closed firm cannot be erased because of a hold", {
        "address": f"{ADDRESS}/settings/records/close"}),
    "firm_erased": ("a closed firm was erased", {"digest": f"sha256:{'3f' * 32}"}),
}

SAMPLES = [
    Sample("intake_link", "client", "an intake link is sent", EMAIL, _ALL, _to_client("intake_link", EMAIL)),
    Sample("intake_link", "client", "an intake link is sent", SMS, _ALL, _to_client("intake_link", SMS)),
    Sample("reminder", "client", "something is still open", EMAIL, _ALL, _to_client("reminder", EMAIL, off=True)),
    Sample("reminder", "client", "something is still open", SMS, _ALL, _to_client("reminder", SMS)),
    Sample("rejection", "client", "a document came back", EMAIL, _ALL,
           _to_client("rejection", EMAIL, documents=_rejected)),
    Sample("rejection", "client", "a document came back", SMS, _ALL, _to_client("rejection", SMS, documents=_rejected)),
    Sample("received", "client", "everything is in", EMAIL, _ALL, _to_client("received", EMAIL)),
    Sample("lead_receipt", "lead", "somebody wrote on the lead form", EMAIL, _ALL, _to_client("lead_receipt", EMAIL)),
    Sample("lead_facts", "lead", "the firm asks a cleared lead to continue", EMAIL, _ALL,
           _to_client("lead_facts", EMAIL, day=lambda language: _DAY[language],
                      link=f"{ADDRESS}/start/silva-partners/more/k3vd8p…")),
    Sample("retention_notice", "client", "a closed matter will be destroyed", EMAIL, _ALL,
           _to_client("retention_notice", EMAIL, day=_DAY.get)),
    Sample("privacy_request", "client", "they ask about their data; also when that is answered, refused or extended",
           EMAIL, _ALL, _to_client("privacy_request", EMAIL, step="received", kind="access", sender="Silva & Partners",
                                   received_on=_DAY.get, due_on=_DAY.get)),
    Sample("message", "client", "somebody writes to them", EMAIL, _ALL, _to_client("message", EMAIL)),
    Sample("portal_code", "client", "they open their link, with a code", EMAIL, _ALL, _to_client("portal_code", EMAIL)),
    Sample("portal_code", "client", "they open their link, with a code", SMS, _ALL, _to_client("portal_code", SMS)),
    Sample("letter_request", "signer", "it is their turn to sign a letter", EMAIL, _ALL, _to_signer("letter_request")),
    Sample("letter_reminder", "signer", "they have not signed", EMAIL, _ALL, _to_signer("letter_reminder")),
    Sample("letter_signed", "signer", "everybody has signed", EMAIL, _ALL, _to_signer("letter_signed")),
    Sample("letter_ended", "signer", "they have signed, and the letter ends without the others", EMAIL, _ALL,
           _to_signer("letter_ended")),
    *(Sample("alert", to, _subject(type), channel, _ALL, _alert(type, channel), type) for channel, to in (
        (EMAIL, "the firm's address, admins and attorneys"), (SMS, "the firm's number")) for type in ALERTS),
    *(Sample(name, _SERVICE_TO.get(name, "the firm's address"), event, EMAIL, _ALL,
             _to_firm(name, **values)) for name, (event, values) in _SERVICE.items()),
    Sample("report", "whom a report is sent to", "a report is ready", EMAIL, _ALL, _report),
    Sample("digest", "each person", "at 8:00, if something needs them", EMAIL, _ALL, _digest),
    Sample("invitation", "an invited person", "somebody is invited", EMAIL, _ALL, _invitation),
    Sample("password_reset", "a person", "another password is asked for", EMAIL, _ALL, _account("password_reset")),
    *(Sample("account_notice", "a person", event, EMAIL, _ALL, _account("account_notice", what=what), what)
      for what, event in (("password", "the password was changed"),
                          ("second_factor_on", "a second factor was set up or turned off"))),
]
"""In the order of the table."""
