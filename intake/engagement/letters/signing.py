"""The signers' actions, in order: agree, read, sign or decline.

Each step locks the letter, so that the second of two concurrent steps sees the result of the first.
"""

from intake.accounts.audit.recording import record_act
from intake.core.clock import now
from intake.core.db import db
from intake.core.plain_text import one_line

from .actions import end, invite_next, record_letter_event
from .document import sha256
from .event_chain import add_event
from .models import Letter, LetterSigner
from .states import (
    CONSENTED,
    DECLINED,
    DRAWN,
    INVITED,
    LETTER_DECLINED,
    LETTER_SIGNED,
    MAX_NAME,
    MAX_REASON,
    READ,
    SENT,
    SIGNED,
    TYPED,
    VIEWED,
)


def agree(signer, disclosure, address):
    """Record that the signer agreed to this text, and so to sign electronically, if it is their turn."""
    with db.atomic():
        letter, signer = _locked(signer)
        if not letter.is_open or signer.status != INVITED:
            return
        digest = sha256(disclosure.encode())
        # They have the link, even if the worker that mailed it died before it recorded that, and may be reminded.
        mailed = {} if signer.mailed_at else {"mailed_at": now(), "mail_error": None}
        signer.change(status=CONSENTED, consented_at=now(), consent_digest=digest, **mailed)
        if letter.status == SENT:
            letter.change(status=VIEWED)
        add_event(letter, "consented", signer.name, address, signer_id=signer.id, disclosure_sha256=digest,
                  disclosure=disclosure)
        record_act("letter.consented", letter, matter_id=letter.matter_id, signer_id=signer.id)


def finish_reading(signer, address):
    """Record that the signer reached the end of the letter, if they have agreed to sign electronically."""
    with db.atomic():
        letter, signer = _locked(signer)
        if not letter.is_open or signer.status != CONSENTED:
            return
        signer.change(status=READ, read_at=now())
        add_event(letter, "read", signer.name, address, signer_id=signer.id, document_sha256=letter.document_digest)
        record_act("letter.read", letter, matter_id=letter.matter_id, signer_id=signer.id)


def sign(signer, name, strokes, address, browser):
    """Record the signature: the name, and the lines if it was drawn. Return whether the signer has signed.

    Signing again changes nothing.
    """
    with db.atomic():
        letter, signer = _locked(signer)
        if signer.status == SIGNED:
            return True
        if not letter.is_open or signer.status != READ:
            return False
        name, kind = one_line(name)[:MAX_NAME], DRAWN if strokes else TYPED
        signer.change(status=SIGNED, signed_at=now(), signature={
            "kind": kind, "name": name, "strokes": strokes or [], "address": address,
            "browser": one_line(browser)[:200]})
        add_event(letter, "signed", signer.name, address, signer_id=signer.id, kind=kind, name=name,
                  document_sha256=letter.document_digest)
        record_act("letter.signed", letter, matter_id=letter.matter_id, signer_id=signer.id)
        if not invite_next(letter):
            letter.change(status=SIGNED)
        record_letter_event(LETTER_SIGNED, letter, signer)
    return True


def decline(signer, reason, address):
    """Record that the signer declines, which ends the letter, unless it has ended already or they have signed.

    Returns whether they have declined, now or before.
    """
    with db.atomic():
        letter, signer = _locked(signer)
        if not letter.is_open or signer.status not in (INVITED, CONSENTED, READ):
            return signer.status == DECLINED
        signer.change(status=DECLINED, declined_reason=reason.strip()[:MAX_REASON] or None)
        end(letter, DECLINED)
        add_event(letter, "declined", signer.name, address, signer_id=signer.id)
        record_act("letter.declined", letter, matter_id=letter.matter_id, signer_id=signer.id)
        record_letter_event(LETTER_DECLINED, letter, signer)
    return True


def _locked(signer):
    """Return letter and signer as they are now, the letter locked until the transaction ends."""
    letter = Letter.fetch_locked(signer, signer.letter_id)
    return letter, LetterSigner.fetch(signer, signer.id)
