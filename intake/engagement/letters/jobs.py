"""The worker's jobs for letters. Every job is safe to run twice."""

from contextlib import suppress
from datetime import datetime, timedelta
from itertools import pairwise

from intake.accounts.firms.actions import postpone_while_stopped
from intake.accounts.firms.models import Firm
from intake.cases.matters.models import Matter
from intake.cases.matters.states import ACTIVE
from intake.cases.previews.renderer import Unreadable
from intake.core.clock import now
from intake.core.db import db
from intake.core.errors import InvalidStatusTransition
from intake.engine.tasks.actions import Postponed, plan, plan_all
from intake.engine.tasks.isolation import for_each_isolated
from intake.messaging.communications.quiet_hours import quiet_until
from intake.messaging.communications.safety import wants_reminders

from . import actions
from .errors import LetterIncomplete, LetterTooLong, LetterUnprintable
from .event_chain import add_event
from .mails import ENDED, REMINDER, REQUEST, SIGNED_COPY, client_of, mail_postponed_until, send_mail
from .models import Letter, LetterSigner
from .page_images import render_pages
from .seal import remove_other_attempts
from .seal import seal_letter as _seal
from .states import (
    AT_ONCE,
    CAME_TO_NOTHING,
    COPY_TRIED_FOR,
    COUNTERSIGNED,
    DRAFT,
    IMAGES_TRIED_FOR,
    INVITED,
    LONGEST_LIFETIME_DAYS,
    NOT_SENT,
    OPEN,
    OTHER_CLIENT,
    PUT_OFF_FOR,
    REMINDED_AFTER,
    SIGNED,
)


def send_letter(firm_id, letter_id):
    """Send a draft for which `send_later` was called, unless it was sent, withdrawn or made incomplete since.

    Raises `StorageUnavailable` to be tried again.
    """
    letter = Letter.in_firm(firm_id, letter_id)
    if letter and letter.status == DRAFT and not postpone_while_stopped(firm_id, "send_letter", firm_id, letter_id):
        with suppress(LetterIncomplete, LetterTooLong, LetterUnprintable):
            actions.send(letter, letter.matter_id, letter.id)


def invite_signer(firm_id, signer_id):
    """Render the letter's pages if necessary, and send a signer the link. A mail that was sent is not repeated.

    If the pages cannot be rendered for a while, the signer gets the link all the same, and reads the letter as text or
    PDF. Raises `StorageUnavailable`, `Unavailable`, `Unreadable`, `OSError` for a machine whose memory or disk is full,
    to be tried again.
    """
    signer, letter = _without_link(firm_id, signer_id)
    if signer is None or postpone_while_stopped(firm_id, "invite_signer", firm_id, signer_id):
        return
    try:
        render_pages(letter)
    except (Unreadable, OSError):
        if now() < signer.invited_at + IMAGES_TRIED_FOR:
            raise
    signer, letter = _without_link(firm_id, signer_id)  # rendering takes seconds, in which the letter may have ended
    if signer is None:
        return
    firm = Firm.fetch(firm_id)
    if opening := mail_postponed_until(firm, Matter.fetch(letter, letter.matter_id), signer):
        with db.atomic():
            plan(firm_id, "invite_signer", firm_id, signer_id, due_at=opening)
        return
    error = send_mail(REQUEST, firm, letter, signer, signer.id)
    with db.atomic():
        letter = Letter.fetch_locked(letter, letter.id)
        if signer.change(LetterSigner.mailed_at.is_null(), mailed_at=now(), mail_error=error) and not error:
            add_event(letter, "invited", "Intake", signer_id=signer.id)


def invite_signer_failed(firm_id, signer_id):
    """Show the firm that the signer has no link yet, and plan the next attempts. Called after the last of a day."""
    signer, _ = _without_link(firm_id, signer_id)
    if signer:
        with db.atomic():
            if signer.change(LetterSigner.mailed_at.is_null(), mail_error=NOT_SENT):
                plan(firm_id, "invite_signer", firm_id, signer_id, due_at=now() + PUT_OFF_FOR)


def remind_signer(firm_id, signer_id, number):
    """Remind a signer who has not signed, once for each number, not at night.

    Raises `Postponed` and `Unavailable` to be tried again.
    """
    signer, letter = _with_letter(firm_id, signer_id)
    if (signer is None or not letter.is_open or signer.status == SIGNED or signer.reminders >= number
            or not signer.mailed_at):
        return
    firm, matter = Firm.fetch(firm_id), Matter.fetch(letter, letter.matter_id)
    client = client_of(matter, signer)
    if firm.is_stopped or matter.status != ACTIVE or matter.reminders_paused:
        return  # `follow_letters` plans it again
    if morning := quiet_until(firm, client, now()):
        raise Postponed(morning)
    is_wanted = client is None or wants_reminders(client)
    is_sent = is_wanted and send_mail(REMINDER, firm, letter, signer, f"{signer.id}.{number}") is None
    with db.atomic():
        letter = Letter.fetch_locked(letter, letter.id)
        if signer.change(LetterSigner.reminders < number, reminders=number) and is_sent:
            add_event(letter, "reminded", "Intake", signer_id=signer.id)


def void_letters_of_former_client(matter_id):
    """Void the letters that were sent before the matter got its present client, and could be signed then."""
    matter = Matter.for_job(matter_id)
    if matter and matter.client_since:
        _void_letters(matter, matter.client_since, lambda letter: letter.sent_at <= matter.client_since)


def void_letters_sent_since(matter_id, moment, undone_at):
    """Void the letters that were sent since an ISO time, when the matter got another client, and could be signed when
    that merge was undone.

    The matter has its client from before again, whose own letters stay.
    """
    matter = Matter.for_job(matter_id)
    if matter:
        since = datetime.fromisoformat(moment)
        _void_letters(matter, datetime.fromisoformat(undone_at), lambda letter: letter.sent_at >= since)


def _void_letters(matter, moment, is_for_other_client):
    """Void those letters that could be signed at this time, also if they were signed since: this job may run late."""
    for letter in Letter.of_matter(matter, matter.id):
        if _was_open_at(letter, moment) and is_for_other_client(letter):
            with suppress(InvalidStatusTransition):  # it ended meanwhile
                actions.void(letter, matter.id, letter.id, OTHER_CLIENT)


def _was_open_at(letter, moment):
    if letter.status == SIGNED:
        return any(signer.signed_at >= moment for signer in letter.signers)
    return letter.status in OPEN


def remove_unsent_pdfs(firm_id, letter_id):
    """Remove the PDFs of attempts to send a letter that came to nothing.

    Raises `StorageUnavailable` to be tried again.
    """
    letter = Letter.in_firm(firm_id, letter_id)
    if letter and letter.status in CAME_TO_NOTHING:
        remove_other_attempts(letter)


def seal_letter(firm_id, letter_id):
    """Seal a letter that the firm has countersigned. Raises an error to be tried again."""
    letter = Letter.in_firm(firm_id, letter_id)
    if letter and letter.status == COUNTERSIGNED:
        _seal(letter)


def send_signed_letter(firm_id, signer_id):
    """Send a signer the link to the sealed letter. Raises `Unavailable` to be tried again."""
    signer, letter = _with_letter(firm_id, signer_id)
    if signer and letter.sealed_at and not postpone_while_stopped(firm_id, "send_signed_letter", firm_id, signer_id):
        send_mail(SIGNED_COPY, Firm.fetch(firm_id), letter, signer, f"{signer.id}.copy")


def send_signed_letter_failed(firm_id, signer_id):
    """Plan further attempts to send the sealed letter, for a month. Called after the last attempt of a day."""
    signer, letter = _with_letter(firm_id, signer_id)
    if signer and now() < letter.sealed_at + COPY_TRIED_FOR:
        with db.atomic():
            plan(firm_id, "send_signed_letter", firm_id, signer_id, due_at=now() + PUT_OFF_FOR)


def tell_of_end(firm_id, signer_id):
    """Tell somebody who signed that the letter has ended, since they wait for their copy.

    Raises `Postponed` and `Unavailable` to be tried again.
    """
    signer, letter = _with_letter(firm_id, signer_id)
    if signer is None or postpone_while_stopped(firm_id, "tell_of_end", firm_id, signer_id):
        return
    firm = Firm.fetch(firm_id)
    if opening := mail_postponed_until(firm, Matter.fetch(letter, letter.matter_id), signer):
        raise Postponed(opening)
    send_mail(ENDED, firm, letter, signer, f"{signer.id}.ended")


def follow_letters(moment=None):
    """End letters that have expired, and plan reminders that are due, at most `AT_ONCE` of each."""
    moment = moment or now()
    overdue = {id: firm_id for firm_id, id in Letter.overdue(moment, AT_ONCE)}
    for_each_isolated(overdue, lambda id: actions.expire(overdue[id], id, moment), "letter expiry failed")
    # After a long pause several may be due: only the last one is sent.
    for number, (delay, next_delay) in enumerate(pairwise((*REMINDED_AFTER, timedelta(LONGEST_LIFETIME_DAYS))), 1):
        due = [(firm_id, "remind_signer", [firm_id, id, number])
               for firm_id, id in LetterSigner.to_remind(number, moment - next_delay, moment - delay, AT_ONCE)]
        with db.atomic():
            plan_all(due)


def _without_link(firm_id, signer_id):
    """Return the signer and the letter as they are now if the signer is to get the link; (None, None) otherwise."""
    signer, letter = _with_letter(firm_id, signer_id)
    if signer and letter.is_open and signer.status == INVITED and not signer.mailed_at:
        return signer, letter
    return None, None


def _with_letter(firm_id, signer_id):
    signer = LetterSigner.in_firm(firm_id, signer_id)
    letter = Letter.in_firm(firm_id, signer.letter_id) if signer else None
    return (signer, letter) if letter else (None, None)
