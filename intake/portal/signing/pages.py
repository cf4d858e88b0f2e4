"""`/p/<token>/letter/<id>`: where a signer agrees, reads and signs (docs/letters.md)."""

import hmac
from contextlib import closing

from flask import Blueprint, Response, redirect, request

from intake.core.content_types import PDF
from intake.core.errors import NotFound
from intake.core.filenames import attachment
from intake.core.plain_text import digits_in
from intake.engagement.letters import signing
from intake.engagement.letters.actions import filename_of
from intake.engagement.letters.consent import consent_text
from intake.engagement.letters.document import blocks, sha256, write_sample
from intake.engagement.letters.signing_tokens import access_word
from intake.engagement.letters.states import (
    CONSENTED,
    DRAWING_HEIGHT,
    DRAWING_WIDTH,
    INVITED,
    MAX_NAME,
    MAX_REASON,
    READ,
    SIGNED,
)
from intake.gateways.storage import storage
from intake.portal.session.link_closed import with_readable_errors
from intake.web import csrf
from intake.web.forms import NOT_OURS, typed

from .session import signing_page
from .states import NAME_NEEDED, NOT_AGREED, NOTHING_DRAWN, OTHER_DISCLOSURE, WRONG_NUMBER
from .strokes import MAX_LENGTH, parsed

signing_pages = Blueprint("signing_pages", __name__)
signing_pages.after_request(with_readable_errors)

_PLACE = "/<token>/letter/<letter_id>"
_STEPS = {INVITED: "signing_consent.html", CONSENTED: "signing_read.html", READ: "signing_sign.html"}
_HAS_SEEN = (CONSENTED, READ, SIGNED)


@signing_pages.get(_PLACE)
@signing_pages.get(f"{_PLACE}/agree")
@signing_pages.get(f"{_PLACE}/read")
@signing_pages.get(f"{_PLACE}/sign")
@signing_page
def show(session):
    """Show the signer's current step, or the outcome of the letter.

    The address of a refused form stays in the browser, to be opened again.
    """
    return _step(session)


@signing_pages.get(f"{_PLACE}/sample.pdf")
@signing_page
def sample(session):
    """Return the PDF with the number that proves that the signer can open one."""
    return _pdf(write_sample(session.firm, session.language, access_word(session.signer)), "sample.pdf")


@signing_pages.post(f"{_PLACE}/agree")
@signing_page
def agree(session):
    """Record that the signer agrees to sign electronically, if they could read the PDF."""
    if not csrf.is_from_our_page():
        return _step(session, 400, notice=NOT_OURS)
    if session.signer.status != INVITED:
        return _shown(session)
    disclosure = _disclosure(session)
    if typed("disclosure", 64) != sha256(disclosure.encode()):
        return _step(session, 409, notice=OTHER_DISCLOSURE)
    number = digits_in(typed("number", 20))
    wrong = {}
    if not hmac.compare_digest(number.encode(), access_word(session.signer).encode()):
        wrong["number"] = WRONG_NUMBER
    if "agree" not in request.form:
        wrong["agree"] = NOT_AGREED
    if wrong:
        return _step(session, 422, wrong=wrong, typed={"number": number, "agree": "agree" in request.form})
    signing.agree(session.signer, disclosure, request.remote_addr)
    return _shown(session)


@signing_pages.get(f"{_PLACE}/page/<int:number>")
@signing_page
def page_image(session, number):
    """Return the image of a page of the letter."""
    if not _may_read(session) or not 1 <= number <= len(session.letter.pages):
        raise NotFound("page", number)
    with closing(storage.open(session.letter.page_key(number))) as stream:
        return Response(stream.read(), mimetype="image/webp")


@signing_pages.get(f"{_PLACE}/document.pdf")
@signing_page
def document(session):
    """Return the PDF that is signed, byte for byte."""
    if not _may_read(session):
        raise NotFound("document", session.letter.id)
    content = b"".join(storage.pieces(session.letter.document_key, session.letter.document_size))
    return _pdf(content, filename_of(session.letter))


@signing_pages.get(f"{_PLACE}/signed.pdf")
@signing_page
def signed_document(session):
    """Return the sealed PDF to those who have signed it."""
    if session.signer.status != SIGNED or not session.letter.sealed_digest:
        raise NotFound("document", session.letter.id)
    content = b"".join(storage.pieces(session.letter.sealed_key, session.letter.sealed_size))
    return _pdf(content, filename_of(session.letter))


@signing_pages.post(f"{_PLACE}/read")
@signing_page
def finish_reading(session):
    """Record that the signer has reached the end of the letter."""
    if not csrf.is_from_our_page():
        return _step(session, 400, notice=NOT_OURS)
    signing.finish_reading(session.signer, request.remote_addr)
    return _shown(session)


@signing_pages.post(f"{_PLACE}/sign")
@signing_page
def sign(session):
    """Sign with the typed name, or with the signature drawn beside it."""
    name, is_drawn = " ".join(typed("name", MAX_NAME).split())[:MAX_NAME], typed("kind") == "drawn"
    strokes = parsed(typed("drawing", MAX_LENGTH)) if is_drawn else []
    given = {"name": name, "kind": typed("kind"), "strokes": strokes}
    if not csrf.is_from_our_page():
        return _step(session, 400, notice=NOT_OURS, typed=given)
    if session.signer.status != READ:
        return _shown(session)
    wrong = {}
    if not any(map(str.isalpha, name)):
        wrong["name"] = NAME_NEEDED
    if is_drawn and not strokes:
        wrong["drawing"] = NOTHING_DRAWN
    if wrong:
        return _step(session, 422, wrong=wrong, typed=given)
    signing.sign(session.signer, name, strokes, request.remote_addr, request.user_agent.string)
    return _shown(session)


@signing_pages.get(f"{_PLACE}/decline")
@signing_page
def ask_why(session):
    """Ask why the signer does not want to sign; they need not say."""
    if not session.letter.is_open or session.signer.status not in _STEPS:
        return _shown(session)
    return session.form_page("signing_decline.html", longest=MAX_REASON)


@signing_pages.post(f"{_PLACE}/decline")
@signing_page
def decline(session):
    """Record that the signer does not want to sign."""
    reason = typed("reason", MAX_REASON)
    if not csrf.is_from_our_page():
        return session.form_page("signing_decline.html", 400, longest=MAX_REASON, notice=NOT_OURS, reason=reason)
    if signing.decline(session.signer, reason, request.remote_addr):
        return _shown(session)
    return session.form_page("signing_end.html", 409, unsaved=reason)


def _may_read(session):
    """Whether the signer may open the letter: after they have consented, until it is withdrawn or fails."""
    return session.signer.status in _HAS_SEEN and not session.letter.came_to_nothing


def _step(session, status=200, **values):
    template = _STEPS.get(session.signer.status) if session.letter.is_open else None
    if template is None:
        return session.form_page("signing_end.html", status, **values)
    disclosure = _disclosure(session)
    return session.form_page(template, status, consent=disclosure.split("\n\n"), disclosure=sha256(disclosure.encode()),
                             parts=blocks(session.letter.text), width=DRAWING_WIDTH, height=DRAWING_HEIGHT,
                             **{"wrong": {}, "typed": {}} | values)


def _disclosure(session):
    """Return the terms to which the signer agrees before the letter is shown."""
    return consent_text(session.signer.language, session.firm)


def _shown(session):
    """Redirect to the step that follows; where something else came first, such as a withdrawal, the page says so."""
    return redirect(session.path(), 303)


def _pdf(content, filename):
    disposition = attachment(filename).replace("attachment", "inline", 1)
    return Response(content, mimetype=PDF, headers={"Content-Disposition": disposition})
