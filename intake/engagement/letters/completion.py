"""The certificate of completion, which follows the letter in the sealed PDF: who signed when, and the evidence."""

from io import BytesIO

from intake.core.pdf_fonts import BOLD
from intake.core.pdf_pages import INK, Column, PdfPages
from intake.web.formatting import format_zoned_moment
from intake.web.translation import translator

from .states import DRAWING_HEIGHT, DRAWING_WIDTH, DRAWN

_WIDTH = 220.0

EVENT_NAMES = {
    "created": "Made", "sent": "Sent to be signed", "invited": "Link sent by e-mail", "reminded": "Reminded by e-mail",
    "consented": "Agreed to sign electronically", "read": "Read to the end", "signed": "Signed",
    "countersigned": "Signed for the firm", "declined": "Declined to sign", "voided": "Withdrawn by the firm",
    "expired": "Time to sign ended"}
"""The events of a letter, as pages and certificates name them."""


def write_certificate(firm, letter, signers, events):
    """Return the PDF. It is made from records alone, so the same records give the same bytes."""
    _, file = translator(letter.language), BytesIO()
    title = _("Certificate of completion")
    with PdfPages(file, firm.name, title, language=letter.language, translate=_, repeatable=True) as pages:
        pages.title(title, letter.title)
        pages.table([Column("", 1), Column("", 2.6)], [
            (_("Letter"), letter.id), (_("Firm"), firm.name),
            (_("Document (SHA-256)"), letter.document_digest),
            (_("Size"), _("{count} bytes", count=letter.document_size))], size=9)
        pages.paragraph(_("The first bytes of this file, up to the size given above, are the document exactly as "
        "every signer read it; their SHA-256 is the one above."), quiet=True)
        for signer in signers:
            _signer(pages, _, firm, letter, signer)
        for event in (each for each in events if each.type == "countersigned"):
            _countersigner(pages, _, firm, letter, event)
        pages.heading(_("What happened"))
        rows = [(each.at, _(EVENT_NAMES[each.type]), each.actor, each.address or "", each.digest) for each in events]
        pages.table([Column(_("When (UTC)"), 1.5), Column(_("What"), 1.4), Column(_("Who"), 1.4),
                     Column(_("Address"), 1), Column(_("Digest"), 2.6)], rows, size=7)
        pages.paragraph(_("Each digest covers its event and the digest before it, so that none can be changed or "
                          "left out."), quiet=True)
        agreed = {each.details["disclosure_sha256"]: each.details["disclosure"] for each in events
                  if each.type == "consented"}
        for digest, language in sorted({(signer.consent_digest, signer.language) for signer in signers}):
            pages.heading(translator(language)("What the signers agreed to"))
            pages.paragraph(f"SHA-256: {digest}", size=8.5)
            for paragraph in agreed[digest].split("\n\n"):
                pages.paragraph(paragraph, size=8.5)
    return file.getvalue()


def _signer(pages, _, firm, letter, signer):
    height = _WIDTH * DRAWING_HEIGHT / DRAWING_WIDTH
    pages.need(height + 190)  # the signature stays together with the whole table below it
    pages.heading(signer.name)
    if signer.signature["kind"] == DRAWN:
        _draw(pages, signer.signature["strokes"], height)
    else:
        pages.paragraph(signer.signature["name"], font=BOLD, size=16)
    pages.table([Column("", 1), Column("", 2.6)], [
        (_("Name entered"), signer.signature["name"]), (_("E-mail"), signer.email),
        (_("Agreed to sign electronically"), format_zoned_moment(signer.consented_at, firm.timezone, letter.language)),
        (_("Disclosure (SHA-256)"), signer.consent_digest),
        (_("Read to the end"), format_zoned_moment(signer.read_at, firm.timezone, letter.language)),
        (_("Signed"), format_zoned_moment(signer.signed_at, firm.timezone, letter.language)),
        (_("Address"), signer.signature["address"] or ""), (_("Browser"), signer.signature["browser"])], size=8.5)


def _countersigner(pages, _, firm, letter, event):
    pages.need(130)
    pages.heading(firm.name)
    pages.paragraph(event.actor, font=BOLD, size=16)
    pages.table([Column("", 1), Column("", 2.6)], [
        (_("Name entered"), event.actor),
        (_("Signed for the firm"), format_zoned_moment(event.moment, firm.timezone, letter.language)),
        (_("Address"), event.address or "")], size=8.5)


def _draw(pages, strokes, height):
    """Draw the strokes of a signature, whose numbers were checked when it was received."""
    canvas, scale = pages.canvas, _WIDTH / DRAWING_WIDTH
    pages.space(height)
    canvas.setStrokeGray(INK)
    canvas.setLineWidth(1.4)
    for stroke in strokes:
        path = canvas.beginPath()
        points = [(pages.left + x * scale, pages.y + height - y * scale)
                  for x, y in zip(stroke[::2], stroke[1::2], strict=True)]
        path.moveTo(*points[0])
        for point in points[1:] or [(points[0][0] + 1, points[0][1])]:
            path.lineTo(*point)
        canvas.drawPath(path)
    pages.space(6)
