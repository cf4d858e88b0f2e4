"""`/matters/<id>/letters`: the letters of a matter (docs/letters.md)."""

from flask import Blueprint, redirect, request
from marshmallow import ValidationError

from intake.accounts.permissions.roles import COUNTERSIGNING, INTAKE
from intake.accounts.users.names import name_of
from intake.console.frame.console_page import console_page, go_to
from intake.console.frame.shown_version import fetch_to_save, version_of
from intake.console.matters.head import matter_page
from intake.console.matters.models import fetch_matter
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import ApiError, Invalid, InvalidStatusTransition
from intake.core.http import waits_on_network
from intake.core.languages import LANGUAGES
from intake.engagement.letters import actions, library
from intake.engagement.letters.completion import EVENT_NAMES
from intake.engagement.letters.errors import LetterIncomplete, LetterLimitReached, LetterTooLong, LetterUnprintable
from intake.engagement.letters.event_chain import LetterEvent
from intake.engagement.letters.models import Letter
from intake.engagement.letters.schemas import LetterIn, LetterPatch
from intake.engagement.letters.states import (
    COUNTERSIGNED,
    DRAFT,
    MAX_NAME,
    MAX_REASON,
    MAX_SIGNERS,
    SEALED_WITHIN,
)
from intake.engagement.letters.verification import verify as verify_letter
from intake.gateways.sealing import SealingNotInstalled
from intake.gateways.storage import StorageUnavailable
from intake.messaging.communications.message_texts import client_language
from intake.web.forms import typed

from .form import EMPTY_ROWS, sent_values, shown_values
from .preview import preview_of
from .states import (
    FIELD_NAMES,
    INCOMPLETE,
    MAIL_ERRORS,
    NO_SIGNER,
    NOTICES,
    TOO_LONG,
    TOO_MUCH,
    UNKNOWN_FIELD,
    UNPRINTABLE,
    WRONG_NAME,
    WRONG_SIGNER,
    WRONG_SIGNERS,
    WRONG_TEXT,
)

letters_tab = Blueprint("letters_tab", __name__)

_REFUSED: dict[type[ApiError], str] = {
    Invalid: WRONG_SIGNERS, LetterIncomplete: INCOMPLETE, LetterTooLong: TOO_LONG, LetterUnprintable: UNPRINTABLE}
"""The notice for each error with which a draft is not sent."""


@letters_tab.get("")
@console_page("matters:read")
def index(desk, matter_id):
    """List the matter's letters."""
    return _page(desk, matter_id, "matter_letters.html", letters=Letter.of_matter(desk.caller, matter_id))


@letters_tab.get("/new")
@console_page(INTAKE)
def new(desk, matter_id):
    """Show the form that creates a draft from a template."""
    return _new(desk, matter_id)


@letters_tab.post("")
@console_page(INTAKE, once=True)
def create(desk, matter_id):
    """Create a draft from the chosen template, for the named signer."""
    given = {name: typed(name, longest).strip() for name, longest in (
        ("template_id", 40), ("language", 8), ("name", MAX_NAME), ("email", 254))}
    signer = {name: given[name] for name in ("name", "email")}
    try:
        letter = actions.create(desk.caller, matter_id, **LetterIn().load({
            "template_id": given["template_id"], "language": given["language"], "signers": [signer]}))
    except ValidationError:
        return _new(desk, matter_id, 422, given, {"email": NO_SIGNER})
    except LetterLimitReached:
        return _to("letters_tab.index", matter_id, failed="limit")
    return _to("letters_tab.show", matter_id, letter.id, done="made")


@letters_tab.get("/<letter_id>")
@console_page("matters:read")
def show(desk, matter_id, letter_id):
    """Show a draft's form, or a letter's progress."""
    letter = Letter.fetch_with_signers(desk.caller, matter_id, letter_id)
    if letter.status == DRAFT and desk.may(INTAKE):
        values = shown_values(letter)
        return _draft(desk, letter, values, version_of(values))
    return _standing(desk, letter)


@letters_tab.post("/<letter_id>")
@console_page(INTAKE)
@waits_on_network
def save(desk, matter_id, letter_id):
    """Save the draft, and send it if that button was pressed.

    If somebody else has changed it meanwhile, show the present values instead.
    """
    letter, values = Letter.fetch_with_signers(desk.caller, matter_id, letter_id), sent_values()
    version = typed("version")
    try:
        changes = LetterPatch().load(values)
        with db.atomic():
            fetch_to_save(Letter, desk.caller, letter_id)
            letter = Letter.fetch_with_signers(desk.caller, matter_id, letter_id)
            current = shown_values(letter)
            was_changed = letter.status == DRAFT and version != version_of(current)
            if not was_changed:
                actions.update(desk.caller, matter_id, letter_id, **changes)
        if was_changed:
            return _draft(desk, letter, values, version_of(current), 409, current=current)
        if typed("then") != "send":
            return _to("letters_tab.show", matter_id, letter_id, done="saved")
        version = version_of(shown_values(Letter.fetch_with_signers(desk.caller, matter_id, letter_id)))
        actions.send(desk.caller, matter_id, letter_id)
    except ValidationError as error:
        return _draft(desk, letter, values, version, 422, _wrong(error.messages), signers=_wrong_signers(error, values))
    except tuple(_REFUSED) as refused:
        return _draft(desk, letter, values, version, 422, _REFUSED[type(refused)], lacking=refused.details)
    except InvalidStatusTransition:
        return desk.nothing_saved(NOTICES, "not-a-draft", "letters_tab.show", matter_id=matter_id, letter_id=letter_id)
    except StorageUnavailable:
        return _to("letters_tab.show", matter_id, letter_id, failed="storage")
    except SealingNotInstalled:
        return _to("letters_tab.show", matter_id, letter_id, failed="not-installed")
    return _to("letters_tab.show", matter_id, letter_id, done="sent")


@letters_tab.post("/<letter_id>/preview")
@console_page(INTAKE, only_reads=True)
def preview(desk, matter_id, letter_id):
    """Return the preview of the typed text, for the page's script."""
    letter = Letter.fetch_with_signers(desk.caller, matter_id, letter_id)
    return desk.part("letter_preview.html", preview=_preview(desk, letter, sent_values()),
                     unknown_field=UNKNOWN_FIELD, field_names=FIELD_NAMES)


@letters_tab.post("/<letter_id>/void")
@console_page(INTAKE)
def void(desk, matter_id, letter_id):
    """Withdraw the letter."""
    try:
        reason = typed("reason", MAX_REASON)[:MAX_REASON].strip()
        actions.void(desk.caller, matter_id, letter_id, reason or None)
    except InvalidStatusTransition:
        return desk.nothing_saved(NOTICES, "meanwhile", "letters_tab.show", matter_id=matter_id, letter_id=letter_id)
    return _to("letters_tab.show", matter_id, letter_id, done="voided")


@letters_tab.post("/<letter_id>/countersign")
@console_page(COUNTERSIGNING)
def countersign(desk, matter_id, letter_id):
    """Sign for the firm with the typed name."""
    name = typed("name", MAX_NAME).strip()
    if not any(map(str.isalpha, name)):
        letter = Letter.fetch_with_signers(desk.caller, matter_id, letter_id)
        return _standing(desk, letter, 422, wrong={"name": WRONG_NAME})
    try:
        actions.countersign(desk.caller, desk.user, matter_id, letter_id, name, request.remote_addr)
    except InvalidStatusTransition:
        return _to("letters_tab.show", matter_id, letter_id, failed="meanwhile")
    return _to("letters_tab.show", matter_id, letter_id, done="countersigned")


@letters_tab.get("/<letter_id>/file")
@console_page("documents:read")
@waits_on_network
def download(desk, matter_id, letter_id):
    """Redirect to the sealed PDF, or to the one that was sent."""
    try:
        return redirect(actions.download(desk.caller, matter_id, letter_id)["url"], 303)
    except InvalidStatusTransition:
        return _to("letters_tab.show", matter_id, letter_id, failed="meanwhile")


@letters_tab.get("/<letter_id>/verify")
@console_page("documents:read")
@waits_on_network
def verify(desk, matter_id, letter_id):
    """Verify the letter and show the result."""
    try:
        found = verify_letter(desk.caller, matter_id, letter_id)
    except StorageUnavailable:
        return _to("letters_tab.show", matter_id, letter_id, failed="storage")
    except SealingNotInstalled:
        return _to("letters_tab.show", matter_id, letter_id, failed="not-installed")
    return _page(desk, matter_id, "letter_verified.html", found=found, letter_id=letter_id)


def _new(desk, matter_id, status=200, given=None, wrong=None):
    return _page(desk, matter_id, "letter_new.html", status, templates=library.choices(desk.caller), given=given,
                 wrong=wrong, client_language=client_language)


def _draft(desk, letter, values, version, status=200, notice=None, current=None, lacking=None, signers=None):
    rows = [*values["signers"], *({} for _ in range(EMPTY_ROWS))][:MAX_SIGNERS]
    return _page(desk, letter.matter_id, "letter_draft.html", status, letter=letter, values=values, signer_rows=rows,
                 preview=_preview(desk, letter, values), notice=notice, version=version, current=current,
                 languages=LANGUAGES.values(), unknown_field=UNKNOWN_FIELD, lacking=lacking or {},
                 wrong=signers or {})


def _standing(desk, letter, status=200, wrong=None):
    return _page(desk, letter.matter_id, "letter_standing.html", status, letter=letter, wrong=wrong or {},
                 events=LetterEvent.of_letter(letter), event_names=EVENT_NAMES, mail_errors=MAIL_ERRORS,
                 signer_names={signer.id: signer.name for signer in letter.signers},
                 may_countersign=desk.may(COUNTERSIGNING),
                 may_seal_again=desk.may(COUNTERSIGNING) and _is_late(letter),
                 own_name=typed("name", MAX_NAME) if wrong else name_of(desk.user))


def _is_late(letter):
    """Whether the firm signed minutes ago and the letter is still not sealed."""
    return letter.status == COUNTERSIGNED and not letter.sealed_digest and letter.updated_at < now() - SEALED_WITHIN


def _preview(desk, letter, values):
    matter = fetch_matter(desk.caller, letter.matter_id)
    attorney = name_of(matter.attorney) if matter.attorney else None
    return preview_of(desk, letter.language, values, matter, attorney)


def _page(desk, matter_id, template, status=200, **values):
    return matter_page(desk, matter_id, template, status, notices=NOTICES, field_names=FIELD_NAMES,
                       may_write=desk.may(INTAKE), **values)


def _wrong(messages):
    if "text" in messages and typed("text").strip():
        return WRONG_TEXT
    return WRONG_SIGNERS if "signers" in messages else TOO_MUCH


def _wrong_signers(error, values):
    """Return the sentences for the fields of signers, by their names; without any signer, those of the first."""
    wrong = error.messages.get("signers", {}) if values["signers"] else {0: WRONG_SIGNER}
    return {f"{name}-{place}": WRONG_SIGNER[name] for place, names in sorted(wrong.items())
            for name in WRONG_SIGNER if name in names}


def _to(endpoint, matter_id, letter_id=None, **values):
    return go_to(endpoint, matter_id=matter_id, **({"letter_id": letter_id} if letter_id else {}), **values)
