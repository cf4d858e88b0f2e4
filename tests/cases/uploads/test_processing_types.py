"""Detection of types from the first bytes, and mismatches with the declared type."""

import io
import random
import zipfile

import pytest

from intake.core.content_types import EMPTY, HEAD_BYTES, detect_type, types_conflict

OFFICE = "application/vnd.openxmlformats-officedocument."
DOCX, XLSX = f"{OFFICE}wordprocessingml.document", f"{OFFICE}spreadsheetml.sheet"
PPTX, ODT = f"{OFFICE}presentationml.presentation", "application/vnd.oasis.opendocument.text"
REST = random.Random(7).randbytes(HEAD_BYTES)


def zipped(*names, first=None):
    """A zip file of files with these names; `first` is a (name, content) that precedes them, uncompressed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if first:
            archive.writestr(zipfile.ZipInfo(first[0]), first[1])
        for name in names:
            archive.writestr(name, f"<xml>{name}</xml>" * 40)
    return file.getvalue()


FILES = [
    ("application/pdf", b"%PDF-1.7\n" + REST),
    ("application/pdf", b"\xef\xbb\xbf%PDF-1.4\n1 0 obj"),
    ("application/pdf", b"Content-Type: nonsense\r\n\r\n%PDF-1.4\n" + REST),
    ("image/jpeg", b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + REST),
    ("image/jpeg", b"\xff\xd8\xff\xe1\x1a\x10Exif\0\0" + REST),
    ("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + REST),
    ("image/gif", b"GIF89a\x01\0" + REST),
    ("image/webp", b"RIFF\x24\0\0\0WEBPVP8 " + REST),
    ("image/heic", b"\0\0\0\x24ftypheic\0\0\0\0mif1MiHBheic\0\0\0\0" + REST),
    ("image/heic", b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic" + REST),
    ("image/heic", b"\0\0\0\x1cftypheix\0\0\0\0mif1heixmiaf" + REST),  # 10 bits a color
    ("image/avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf" + REST),
    ("image/png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(17) + b"\0\0\0\x08acTL" + REST),
    ("image/tiff", b"II*\0\x08\0\0\0" + REST),
    ("image/tiff", b"MM\0*\0\0\0\x08" + REST),
    ("video/mp4", b"\0\0\0\x20ftypisom\0\0\2\0isomiso2avc1mp41" + REST),
    ("video/quicktime", b"\0\0\0\x14ftypqt  \0\0\0\0qt  " + REST),
    ("audio/mp4", b"\0\0\0\x20ftypM4A \0\0\0\0M4A mp42isom" + REST),
    ("audio/mpeg", b"ID3\3\0\0\0\0\0\0" + REST),
    (DOCX, zipped("[Content_Types].xml", "_rels/.rels", "word/document.xml")),
    (DOCX, zipped("_rels/.rels", "docProps/core.xml", "docProps/app.xml", "word/document.xml")),
    (XLSX, zipped("docProps/app.xml", "docProps/core.xml", "xl/workbook.xml", "[Content_Types].xml")),
    (PPTX, zipped("[Content_Types].xml", "_rels/.rels", "ppt/presentation.xml")),
    (ODT, zipped("content.xml", first=("mimetype", ODT))),
    ("application/zip", zipped("photo 1.jpg", "photo 2.jpg")),
    ("application/zip", zipped()),
    ("application/rtf", b"{\\rtf1\\ansi hello}"),
    ("application/x-msdownload", b"MZ\x90\0\3\0\0\0" + REST),
    ("text/plain", b"Dear Sir or Madam,\r\n\tplease find enclosed\x0c\n"),
    ("text/plain", b"BMW purchase agreement\n"),
    ("text/plain", b"MZ and II* begin a letter\n"),
    ("text/plain", "Größe und Maße, señora Ünal\n".encode() * 900),
    ("text/plain", "Größe und Maße\n".encode("latin-1")),
    ("text/plain", "Hello\r\n".encode("utf-16")),
    ("text/plain", b"name,email\nAna,ana@example.com\n"),
    ("text/plain", b"<!DOCTYPE html><script>alert(1)</script>"),
    (EMPTY, b""),
    (None, REST),
    (None, bytes(HEAD_BYTES)),
]


@pytest.mark.parametrize(("expected", "file"), FILES, ids=[str(number) for number in range(len(FILES))])
def test_type_is_detected_from_first_bytes(expected, file):
    assert detect_type(file[:HEAD_BYTES]) == expected


def test_any_first_bytes_are_accepted():
    dice = random.Random(11)
    for _, file in FILES * 20:
        cut = file[:dice.randrange(300)]
        for head in (cut, cut + dice.randbytes(40)):
            assert isinstance(detect_type(head), str | None)


@pytest.mark.parametrize(("declared", "found"), [
    ("application/pdf", "application/pdf"), ("APPLICATION/PDF", "application/pdf"), ("image/jpg", "image/jpeg"),
    ("image/heif", "image/heic"), ("application/x-zip-compressed", "application/zip"), ("audio/wav", "audio/x-wav"),
    ("text/csv", "text/plain"), ("text/plain; charset=utf-8", "text/plain"), ("application/json", "text/plain"),
    ("image/svg+xml", "text/plain"), ("message/rfc822", "text/plain"), (DOCX, "application/zip"),
    ("application/epub+zip", "application/zip"), ("application/vnd.ms-outlook", "application/msword"),
    ("application/octet-stream", "application/x-msdownload"), ("application/pdf", None), ("", "image/png"),
])
def test_indistinguishable_types_are_no_mismatch(declared, found):
    assert not types_conflict(declared, found)


@pytest.mark.parametrize(("declared", "found"), [
    ("application/pdf", "image/jpeg"), ("image/png", "image/jpeg"), ("application/pdf", "text/plain"),
    ("application/pdf", "application/x-msdownload"), ("text/plain", "application/x-msdownload"), (DOCX, XLSX),
    ("application/pdf", "application/zip"), ("application/zip", DOCX), ("application/pdf", EMPTY),
])
def test_contradicting_type_is_a_mismatch(declared, found):
    assert types_conflict(declared, found)
