"""The PDF of a letter. The same letter gives the same bytes; their digest is stored."""

import hashlib
from io import BytesIO

from intake.core.pdf_fonts import BOLD
from intake.core.pdf_pages import PdfPages
from intake.web.translation import translator

from .states import MAX_PAGES


def write_document(firm, letter, text, signers):
    """Return the PDF of the letter with this text, whose fields are filled in, for these signers.

    Raises `TooManyPages`.
    """
    _, file = translator(letter.language), BytesIO()
    with PdfPages(file, firm.name, letter.title, language=letter.language, translate=_, repeatable=True,
                  most_pages=MAX_PAGES) as pages:
        pages.title(letter.title)
        for kind, content in blocks(text):
            if kind == "heading":
                pages.heading(content)
            else:
                pages.paragraph(f"•  {content}" if kind == "item" else content)
                pages.space(0 if kind == "item" else 5)
        pages.heading(_("Signatures"))
        pages.paragraph(_("This letter is signed electronically. The certificate after it says who signed and "
        "when."), quiet=True)
        for signer in signers:
            pages.paragraph(signer.name, font=BOLD)
        pages.paragraph(firm.name, font=BOLD)
    return file.getvalue()


def write_sample(firm, language, word):
    """Return a PDF with a number, which signers enter to show that they can open PDFs."""
    _, file = translator(language), BytesIO()
    with PdfPages(file, firm.name, _("Sample PDF"), language=language, translate=_, repeatable=True) as pages:
        pages.title(_("You can read this"))
        pages.paragraph(_("Enter this number on the page from which you came: {number}", number=word), size=16)
    return file.getvalue()


def blocks(text):
    """Yield the parts of a text as (kind, content): a heading, an item of a list, or a paragraph."""
    lines: list[str] = []
    for line in [*text.splitlines(), ""]:
        is_heading, is_item = line.startswith("#"), line.startswith("- ")
        if lines and (is_heading or is_item or not line.strip()):
            yield "paragraph", "\n".join(lines)
            lines = []
        if is_heading:
            yield "heading", line.lstrip("# ")
        elif is_item:
            yield "item", line[2:].strip()
        elif line.strip():
            lines.append(line)


def sha256(content):
    """Return the digest of bytes, in hex."""
    return hashlib.sha256(content).hexdigest()
