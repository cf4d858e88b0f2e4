"""Verifies that the stored files of a letter are those that were signed, its seal is valid and no event was changed."""

from contextlib import suppress

from intake.accounts.audit.recording import record_read
from intake.gateways.sealing import Examined, sealer
from intake.gateways.storage import FileNotFoundInStorage, storage

from .document import sha256
from .event_chain import LetterEvent, first_broken
from .models import Letter


def verify(scope, matter_id, letter_id):
    """Return a `LetterVerified`. Raises `NotFound`, `StorageUnavailable`."""
    letter = Letter.fetch_in(scope, matter_id, letter_id)
    events = LetterEvent.of_letter(letter)
    first_bad = first_broken(events)
    document = _stored(letter.document_key, letter.document_size) if letter.document_digest else b""
    found = {
        "status": letter.status, "events": {"count": len(events), "ok": first_bad is None, "first_bad": first_bad},
        "document": letter.document_digest and {
            "sha256": letter.document_digest, "ok": sha256(document) == letter.document_digest},
        "seal": _seal(letter, document)}
    found["ok"] = all(part["ok"] for part in (found["events"], found["document"], found["seal"]) if part)
    record_read("letter.verified", letter, matter_id=matter_id)
    return found


def _seal(letter, document):
    if not letter.sealed_digest:
        return None
    sealed = _stored(letter.sealed_key, letter.sealed_size)
    is_ours = sha256(sealed) == letter.sealed_digest
    # Only a file that we wrote is opened: another one may come from anybody.
    examined = sealer.examine(sealed) if is_ours else Examined()
    begins = bool(document) and sealed.startswith(document)
    return {"sha256": letter.sealed_digest, "begins_with_document": begins,
            "ok": is_ours and begins and examined.is_valid and examined.covers_whole_file,
            "signature_valid": examined.is_valid, "covers_whole_file": examined.covers_whole_file,
            "certificate": examined.certificate, "certificate_sha256": examined.certificate_sha256,
            "signed_at": examined.signed_at, "time_stamped_at": examined.time_stamped_at}


def _stored(key, size):
    """Return the bytes of the file, none if it is gone."""
    with suppress(FileNotFoundInStorage):
        return storage.part(key, 0, size)
    return b""
