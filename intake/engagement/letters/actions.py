"""The firm's actions on letters (docs/letters.md). The signers' actions are in `signing.py`."""

from datetime import timedelta

from intake.accounts.audit.recording import record_act, record_change, record_read
from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.db import db
from intake.core.errors import Invalid, InvalidStatusTransition
from intake.core.filenames import clean_filename
from intake.core.languages import ENGLISH
from intake.core.pdf_pages import TooManyPages
from intake.core.pdf_text import unknown_letters
from intake.core.plain_text import one_line
from intake.engine.events.actions import record_event
from intake.engine.tasks.actions import plan, plan_all
from intake.gateways.sealing import sealer
from intake.gateways.storage import storage
from intake.messaging.communications.message_texts import client_language
from intake.messaging.notifications import states as notices
from intake.messaging.notifications.actions import record_notification
from intake.web.translation import translator

from .document import sha256, write_document
from .errors import LetterIncomplete, LetterLimitReached, LetterTooLong, LetterUnprintable
from .event_chain import add_event
from .library import normalized_lines
from .merge_fields import attorney_of, fields_in, filled, values_for
from .models import Letter, LetterSigner, LetterTemplate
from .schemas import LetterEventOut
from .states import (
    ATTEMPTS_END_AFTER,
    COUNTERSIGNED,
    DRAFT,
    EXPIRED,
    INVITED,
    LETTER_COMPLETED,
    LETTER_DECLINED,
    LETTER_SENT,
    LETTER_SIGNED,
    LIFETIME_DAYS,
    MAX_LETTERS,
    MAX_NAME,
    OPEN,
    RUNNING,
    SENT,
    SIGNED,
    VOIDED,
)

_NOTICES = {LETTER_SIGNED: notices.LETTER_SIGNED, LETTER_DECLINED: notices.LETTER_DECLINED,
            LETTER_COMPLETED: notices.LETTER_COMPLETED}
"""By event, the notification in the firm's feed."""

DOWNLOAD_SECONDS = 300
NOT_A_DRAFT = "Only a draft can be changed. Void this letter and make another one."


def create(scope, matter_id, signers, template_id=None, text=None, title=None, language=None,
           values=None, expires_in_days=LIFETIME_DAYS):
    """Create a draft from a template or a text, and return it with its signers.

    Raises `NotFound`, `LetterLimitReached`, `Invalid` if two signers have the same address.
    """
    with db.atomic():
        matter = Matter.fetch_locked(scope, matter_id)  # so that two requests do not both take the last place
        template = LetterTemplate.fetch(scope, template_id) if template_id else None
        if Letter.of(scope).where(Letter.matter_id == matter.id).count() >= MAX_LETTERS:
            raise LetterLimitReached(f"A matter can have at most {MAX_LETTERS} letters.")
        if not language:
            language = client_language(matter.client, Firm.fetch(matter.firm_id)) if matter.client else ENGLISH
        letter = Letter.create(
            firm_id=matter.firm_id, matter_id=matter.id, template_id=template_id, language=language,
            title=one_line(title or translator(language)("Engagement letter"))[:MAX_NAME],
            text=template.in_language(language) if template else normalized_lines(text),
            field_values=_without_blanks(values), expires_in_days=expires_in_days)
        _set_signers(letter, matter, signers)
        add_event(letter, "created", actor="firm")
        record_act("letter.created", letter, matter_id=matter.id)
    return letter.with_signers()


def update(scope, matter_id, letter_id, **values):
    """Change a draft. Raises `NotFound`, `InvalidStatusTransition` once it was sent."""
    with db.atomic():
        letter = Letter.fetch_locked_in(scope, matter_id, letter_id)
        if letter.status != DRAFT:
            raise InvalidStatusTransition(NOT_A_DRAFT)
        signers, written = values.pop("signers", None), values.pop("values", None)
        if "text" in values:
            values["text"] = normalized_lines(values["text"])
        if "title" in values:
            values["title"] = one_line(values["title"])
        if written is not None:
            values["field_values"] = _without_blanks(written)
        changes, are_others = letter.differing(values), signers is not None and not _has_signers(letter, signers)
        if changes or are_others:
            letter.change(**changes)  # sets `updated_at` even if only signers change, so that `send` notices
        if are_others:
            LetterSigner.delete().where(LetterSigner.firm_id == letter.firm_id,
                                        LetterSigner.letter_id == letter.id).execute()
            _set_signers(letter, Matter.fetch(scope, matter_id), signers)
            changes["signers"] = signers
        record_change(letter, changes, matter_id=matter_id)
    return letter.with_signers()


def render(letter, matter, firm, attorney):
    """Return the letter's text with its fields filled in, and the names of the fields without a value.

    Raises `LetterTooLong`.
    """
    values = values_for(letter, matter, firm, attorney)
    return filled(letter.text, values), [name for name in fields_in(letter.text) if name not in values]


def send(scope, matter_id, letter_id):
    """Fix the letter's PDF, store it and plan the mail to the first signer. Return the letter.

    Raises `NotFound`, `InvalidStatusTransition` unless it is a draft, `LetterIncomplete`, `LetterTooLong`,
    `LetterUnprintable`, `SealingNotInstalled`, `StorageUnavailable`.
    """
    sealer.require()
    letter = Letter.fetch_in(scope, matter_id, letter_id).with_signers()
    if letter.status != DRAFT:
        raise InvalidStatusTransition("The letter has already been sent.")
    moment = now()
    firm, matter, text = _complete(letter)
    try:
        pdf = write_document(firm, letter, text, letter.signers)
    except TooManyPages:
        raise LetterTooLong from None
    before, digest = letter.updated_at, sha256(pdf)
    letter.document_digest = digest
    storage.put(letter.document_key, pdf, PDF)
    with db.atomic():
        letter = Letter.fetch_locked(scope, letter.id)
        # The matter stays locked: a change of its client that commits first would not find this letter, to void it.
        if letter.status != DRAFT or letter.updated_at != before or (
                _client_of(Matter.fetch_locked(letter, letter.matter_id)) != _client_of(matter)):
            raise InvalidStatusTransition("The letter was changed or sent meanwhile, or its matter's client was.")
        letter.change(status=SENT, text=text, document_digest=digest, document_size=len(pdf), sent_at=moment,
                      expires_at=moment + timedelta(days=letter.expires_in_days))
        add_event(letter, "sent", "firm", document_sha256=digest, size_bytes=len(pdf))
        invite_next(letter)
        record_act("letter.sent", letter, matter_id=matter_id)
        record_letter_event(LETTER_SENT, letter)
    return letter.with_signers()


def send_later(letter):
    """Plan the sending of a draft. Call it inside a transaction. Raises what `send` does, except errors of storage."""
    sealer.require()
    _complete(letter)
    plan(letter.firm_id, "send_letter", letter.firm_id, letter.id)


def void(scope, matter_id, letter_id, reason=None):
    """Withdraw a letter that has not been countersigned, or a draft. Raises `NotFound`, `InvalidStatusTransition`."""
    with db.atomic():
        letter = Letter.fetch_locked_in(scope, matter_id, letter_id)
        if letter.status not in (DRAFT, *RUNNING):
            raise InvalidStatusTransition(f"A letter that is {letter.status} cannot be voided.")
        end(letter, VOIDED, void_reason=reason or None)
        add_event(letter, "voided", "firm")
        record_act("letter.voided", letter, matter_id=matter_id)
    return letter.with_signers()


def countersign(scope, user, matter_id, letter_id, name, address):
    """Sign for the firm after all signers, and plan the seal. Signing again plans the seal if it is still missing.

    Raises `NotFound`, `InvalidStatusTransition`.
    """
    with db.atomic():
        letter = Letter.fetch_locked_in(scope, matter_id, letter_id)
        if letter.status == COUNTERSIGNED:
            if not letter.sealed_digest:
                plan(letter.firm_id, "seal_letter", letter.firm_id, letter.id)
            return letter.with_signers()
        if letter.status != SIGNED:
            raise InvalidStatusTransition("The firm signs last, when everybody else has.")
        letter.change(status=COUNTERSIGNED, countersigner_id=user.id)
        add_event(letter, "countersigned", one_line(name)[:MAX_NAME], address, user_id=user.id)
        plan(letter.firm_id, "seal_letter", letter.firm_id, letter.id)
        record_act("letter.countersigned", letter, matter_id=matter_id)
    return letter.with_signers()


def download(scope, matter_id, letter_id):
    """Return the download of the sealed PDF, or of the sent one before that. Raises `NotFound`, `Invalid…`."""
    letter = Letter.fetch_in(scope, matter_id, letter_id)
    if not letter.document_digest:
        raise InvalidStatusTransition("A draft has no PDF yet.")
    record_read("letter.downloaded", letter, matter_id=matter_id)
    is_sealed = letter.sealed_digest is not None
    return {"url": storage.download_url(letter.sealed_key if is_sealed else letter.document_key, filename_of(letter),
                                        PDF, DOWNLOAD_SECONDS),
            "expires_at": now() + timedelta(seconds=DOWNLOAD_SECONDS), "sealed": is_sealed,
            "sha256": letter.sealed_digest or letter.document_digest}


def filename_of(letter):
    """Return the filename of its PDF."""
    return clean_filename(f"{letter.title}.pdf")


def expire(firm_id, letter_id, moment):
    """End a letter that has expired, unless it was signed meanwhile."""
    found = Letter.in_firm(firm_id, letter_id)
    if found is None:  # it was erased meanwhile
        return
    with db.atomic():
        letter = Letter.fetch_locked(found, letter_id)
        if letter.status in OPEN and letter.expires_at <= moment:
            end(letter, EXPIRED)
            add_event(letter, "expired", "Intake")
            record_act("letter.expired", letter, matter_id=letter.matter_id)


def end(letter, status, **values):
    """End a locked letter that will not be signed by everybody, and plan what follows.

    Those who signed are told, and files left by interrupted sending are removed.
    """
    letter.change(status=status, **values)
    plan_all([(letter.firm_id, "tell_of_end", [letter.firm_id, signer.id])
              for signer in LetterSigner.of_letter(letter) if signer.status == SIGNED])
    plan(letter.firm_id, "remove_unsent_pdfs", letter.firm_id, letter.id, due_at=now() + ATTEMPTS_END_AFTER)


def invite_next(letter):
    """Plan the mail to the first signer who has not signed; return whether there is one. Expects the letter locked."""
    signer = LetterSigner.of_letter(letter).where(LetterSigner.status != SIGNED).first()
    if signer is None:
        return False
    signer.change(status=INVITED, invited_at=now())
    plan(letter.firm_id, "invite_signer", letter.firm_id, signer.id)
    return True


def record_letter_event(type, letter, signer=None):
    """Record a public event about the letter, and notify the firm of what signers do. Call it inside a transaction."""
    matter = Matter.fetch(letter, letter.matter_id)
    if type in _NOTICES:
        record_notification(letter.firm_id, _NOTICES[type], signer.id if signer else letter.id,
                            {"matter_id": matter.id, "letter_id": letter.id}, letter=letter, signer=signer)
    record_event(type, letter.firm_id, LetterEventOut().dump({"matter": matter, "letter": letter, "signer": signer}))


def _complete(letter):
    """Return the firm, the matter, and the letter's text with its fields filled in.

    Raises `LetterIncomplete`, `LetterTooLong`, `LetterUnprintable`.
    """
    matter, firm = Matter.fetch(letter, letter.matter_id), Firm.fetch(letter.firm_id)
    text, missing = render(letter, matter, firm, attorney_of(matter))
    if missing:
        raise LetterIncomplete(missing=missing)
    if unknown := unknown_letters("".join([text, letter.title, firm.name, *(each.name for each in letter.signers)])):
        raise LetterUnprintable(characters=unknown)
    return firm, matter, text


def _client_of(matter):
    """Return who is the matter's client, and since when: it may get the same one again."""
    return matter.client_id, matter.client_since


def _set_signers(letter, matter, signers):
    firm, client = Firm.fetch(matter.firm_id), matter.client
    keys = [each["email"].casefold() for each in signers]
    if len(set(keys)) < len(keys):
        raise Invalid({"signers": ["Each signer needs an e-mail address of their own."]})
    for place, each in enumerate(signers, 1):
        is_client = bool(client and client.email and client.email.casefold() == each["email"].casefold())
        language = each.get("language") or (client_language(client, firm) if is_client else letter.language)
        LetterSigner.create(firm_id=letter.firm_id, letter_id=letter.id, place=place, name=one_line(each["name"]),
                            email=each["email"], language=language, is_client=is_client)


def _has_signers(letter, signers):
    """Whether these are the letter's signers already."""
    present = [(each.name, each.email, each.language) for each in letter.with_signers().signers]
    return present == [(one_line(each["name"]), each["email"], each.get("language")) for each in signers]


def _without_blanks(values):
    return {name: normalized_lines(text) for name, text in (values or {}).items() if text and text.strip()}
