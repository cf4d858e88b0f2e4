"""Sealing a letter that everybody has signed.

The sealed file is named by its digest, and one transaction makes it the letter's: a worker that dies before then leaves
a file that nothing refers to, and the next attempt removes it. Of two that run at once, the first to commit seals the
letter.
"""

from intake.accounts.audit.recording import record_act
from intake.accounts.firms.models import Firm
from intake.core.clock import now
from intake.core.content_types import PDF
from intake.core.db import db
from intake.engine.tasks.actions import plan
from intake.gateways.sealing import sealer
from intake.gateways.storage import storage
from intake.web.translation import translator

from .actions import record_letter_event
from .completion import write_certificate
from .document import sha256
from .event_chain import LetterEvent
from .models import Letter, LetterSigner
from .own_certificate import sealing_pem
from .states import COUNTERSIGNED, LETTER_COMPLETED


class DocumentChanged(Exception):
    """The stored PDF is not the one that was signed. It is not sealed."""


def seal_letter(letter):
    """Append the certificate of completion, seal the PDF and record it. Safe to run twice, also concurrently.

    Raises `StorageUnavailable`, `TimeStampUnavailable`, `DocumentChanged`, `SealingNotInstalled`.
    """
    if letter.sealed_digest is None:
        firm, signers = Firm.fetch(letter.firm_id), list(LetterSigner.of_letter(letter))
        document = b"".join(storage.pieces(letter.document_key, letter.document_size))
        if sha256(document) != letter.document_digest:
            raise DocumentChanged
        certificate = write_certificate(firm, letter, signers, LetterEvent.of_letter(letter))
        reason = translator(letter.language)("Signed by everybody; the certificate at its end says when.")
        sealed = sealer.seal(document, certificate, sealing_pem(), reason)
        _record(letter, signers, sealed)
    remove_other_attempts(Letter.fetch(letter, letter.id))


def _record(letter, signers, sealed):
    digest = sha256(sealed)
    storage.put(f"{letter.folder}sealed/{digest}.pdf", sealed, PDF)
    with db.atomic():
        letter = Letter.fetch_locked(letter, letter.id)
        if letter.status != COUNTERSIGNED or letter.sealed_digest:
            return
        letter.change(sealed_digest=digest, sealed_size=len(sealed), sealed_at=now())
        for signer in signers:
            plan(letter.firm_id, "send_signed_letter", letter.firm_id, signer.id)
        record_act("letter.sealed", letter, matter_id=letter.matter_id)
        record_letter_event(LETTER_COMPLETED, letter)


def remove_other_attempts(letter):
    """Remove the PDFs of other attempts to send it or to seal it, which did not become the letter's."""
    for found in list(storage.listed(letter.folder)):
        if found.key.endswith(".pdf") and found.key not in (letter.document_key, letter.sealed_key):
            storage.delete(found.key)
