"""Ordinary PDFs, and malicious ones that exhaust a reader's memory."""

import io
import zlib
from functools import cache

from pypdf import PdfWriter


def pdf(pages, **encryption):
    """Return a PDF with this many empty pages, encrypted if `encryption` is given."""
    writer = PdfWriter()
    for _ in range(pages):
        writer.add_blank_page(200, 200)
    if encryption:
        writer.encrypt(**encryption)
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def page_tree(*nodes):
    """Return a PDF whose page tree consists of these nodes; the first is object 2."""
    file, offsets = bytearray(b"%PDF-1.4\n"), []
    for number, node in enumerate([b"/Type/Catalog/Pages 2 0 R", *nodes], 1):
        offsets.append(len(file))
        file += b"%d 0 obj<<%s>>endobj\n" % (number, node)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return bytes(file + b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
                   % (len(offsets) + 1, entries, len(offsets) + 1, len(file)))


@cache
def inflating():
    """Return a PDF of 2 KB whose catalog is in 150 MB of zeros, compressed twice."""
    twice = zlib.compress(zlib.compress(bytes(150_000_000), 1), 9)
    objects = (b"1 0 obj<</Type/ObjStm/N 1/First 10/Filter[/FlateDecode/FlateDecode]/Length %d>>stream\n" % len(twice)
               + twice + b"\nendstream endobj\n")
    table = zlib.compress(b"\0\0\0\0" b"\1\0\x09\0" b"\2\0\1\0" b"\2\0\1\1")
    return (b"%PDF-1.7\n" + objects + b"4 0 obj<</Type/XRef/Size 4/W[1 2 1]/Root 2 0 R/Filter/FlateDecode/Length "
            + b"%d>>stream\n" % len(table) + table + b"\nendstream endobj\nstartxref\n%d\n%%%%EOF" % (9 + len(objects)))


def padded(file, size):
    """Return the PDF with an unused object, so that it has about this size and is still valid."""
    start = file.rindex(b"startxref\n") + len(b"startxref\n")
    table = int(file[start:].split(b"\n")[0])
    head = file[:table]
    padding = b"999999 0 obj<</Length %d>>stream\n" % size + bytes(size) + b"\nendstream endobj\n"
    return head + padding + file[table:start] + b"%d\n%%%%EOF" % (table + len(padding))


def with_script(script):
    """Return a PDF of one page that runs this JavaScript when it is opened."""
    escaped = script.replace("(", r"\(").replace(")", r"\)").encode()
    action = b"/Type/Catalog/OpenAction<</S/JavaScript/JS(%s)>>" % escaped
    return page_tree(b"/Type/Pages/Kids[3 0 R]/Count 1",
                     b"/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]").replace(b"/Type/Catalog", action)


def with_text(*lines, rotation=0, font=b""):
    """Return a PDF with one page, 400 × 200 points before rotation, with these lines of 20 points from the top.

    `font` is the file of a font to embed.
    """
    drawn = b"BT /F 20 Tf 24 TL 40 150 Td " + b" ".join(b"(%s) Tj T*" % line.encode() for line in lines) + b" ET"
    page = (b"/Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Rotate %d/Contents 4 0 R"
            b"/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>" % rotation)
    described = b"/Type/FontDescriptor/FontName/F/Flags 4/FontFile2 6 0 R"
    if font:
        page = page.replace(b"/Type1/BaseFont/Helvetica", b"/TrueType/BaseFont/F/FontDescriptor 5 0 R")
    body = page_tree(b"/Type/Pages/Kids[3 0 R]/Count 1", page, b"/A 4", described, b"/A 6")
    # `page_tree` writes dictionaries only; readers find the shifted table by searching.
    for mark, content in ((b"<</A 4>>", drawn), (b"<</A 6>>", font)):
        body = body.replace(mark, b"<</Length %d>>stream\n%s\nendstream" % (len(content), content))
    return body
