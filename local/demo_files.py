"""The files of the demo firm, drawn here: PDFs with a few lines, and photos of papers."""

import io
import textwrap

from PIL import Image, ImageDraw, ImageFilter, ImageFont

WIDTH = 78
"""Characters in a line of a PDF."""


def letter(title, *paragraphs):
    """Return a PDF with a page for each paragraph, under the title."""
    objects = [b"", b""]
    pages = []
    for number, paragraph in enumerate(paragraphs, 1):
        content = _content(title, paragraph, f"{number} / {len(paragraphs)}")
        objects.append(b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
        objects.append(b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R/Resources<</Font<<"
                       b"/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"
                       b"/B<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>>>>>>>"
                       % len(objects))
        pages.append(b"%d 0 R" % len(objects))
    objects[0] = b"<</Type/Catalog/Pages 2 0 R>>"
    objects[1] = b"<</Type/Pages/Kids[%s]/Count %d>>" % (b" ".join(pages), len(pages))
    return _file(objects)


def photo(title, *lines):
    """Return a JPEG of a card with these lines, like a phone's photo."""
    picture = Image.new("RGB", (1200, 900), "#6b5a48")
    card = Image.new("RGB", (960, 620), "#e9eef4")
    draw = ImageDraw.Draw(card)
    draw.rectangle((0, 0, 960, 96), fill="#2d4f7c")
    draw.text((36, 22), title, fill="#ffffff", font=ImageFont.load_default(48))
    draw.rectangle((40, 140, 300, 480), fill="#b9c4d0")
    draw.ellipse((110, 190, 230, 320), fill="#8795a5")
    draw.ellipse((70, 340, 270, 560), fill="#8795a5")
    draw.rectangle((40, 480, 300, 580), fill="#e9eef4")
    for number, line in enumerate(lines):
        draw.text((350, 150 + 64 * number), line, fill="#1b2430", font=ImageFont.load_default(38))
    picture.paste(card.rotate(2, expand=True, fillcolor="#6b5a48"), (105, 110))
    file = io.BytesIO()
    picture.filter(ImageFilter.GaussianBlur(0.6)).save(file, "JPEG", quality=80)
    return file.getvalue()


def _content(title, paragraph, foot):
    lines = [line for part in paragraph.split("\n") for line in textwrap.wrap(part, WIDTH) or [""]]
    shown = [b"(%s) Tj T*" % _escaped(line) for line in lines]
    return b"\n".join([b"BT /B 18 Tf 72 704 Td (%s) Tj ET" % _escaped(title), b"72 690 m 540 690 l S",
                       b"BT /F 11 Tf 16 TL 72 660 Td", *shown, b"ET",
                       b"BT /F 9 Tf 290 40 Td (%s) Tj ET" % _escaped(foot)])


def _escaped(text):
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)").encode("latin-1", "replace")


def _file(objects):
    """Return a PDF of these objects, the first of which is the catalog."""
    file, offsets = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return file + (b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
                   % (len(offsets) + 1, entries, len(offsets) + 1, len(file)))
