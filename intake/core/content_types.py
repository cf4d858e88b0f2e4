"""What a file is, told from its first bytes and not from what it is called."""

import re

import filetype

HEAD_BYTES = 8192
"""How much of a file's beginning tells what it is."""

UNSPECIFIC = ("", "application/octet-stream", "binary/octet-stream")
"""What is said of a file by those who do not know its type."""

EMPTY, PDF, PLAIN_TEXT, ZIP = "inode/x-empty", "application/pdf", "text/plain", "application/zip"

_PDF_HEADER = re.compile(rb"^%PDF-\d", re.MULTILINE)
_PDF_HEADER_WITHIN = 1024  # readers look for it that far, so what comes before it hides no PDF
_TEXT = re.compile(rb"[\t\n\f\r\x1b\x20-\x7e\x80-\xff]*")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_WRITTEN_AS_TEXT = ("application/rtf", "application/postscript", PDF)

_SAME = {
    "application/vnd.rar": "application/x-rar-compressed",
    "application/x-gzip": "application/gzip",
    "application/x-pdf": PDF,
    "application/x-zip": ZIP,
    "application/x-zip-compressed": ZIP,
    "audio/mp3": "audio/mpeg",
    "audio/wav": "audio/x-wav",
    "audio/wave": "audio/x-wav",
    "audio/x-m4a": "audio/mp4",
    "image/heif": "image/heic",
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/x-ms-bmp": "image/bmp",
    "text/rtf": "application/rtf",
}
"""Two names of one type; a type is known by the right one."""

_OLD_OFFICE = re.compile(r"application/(msword|vnd\.(ms-|visio).*|x-msi)")
_LOOKS_LIKE = {
    PLAIN_TEXT: re.compile(r"text/.*|message/.*|application/(json|xml|yaml|x-yaml|javascript|sql)|.*\+(xml|json)"),
    ZIP: re.compile(r".*\+zip|application/(vnd\.(openxmlformats|oasis|ms-|apple).*|java-archive)"),
    "application/msword": _OLD_OFFICE,
    "application/vnd.ms-excel": _OLD_OFFICE,
    "application/vnd.ms-powerpoint": _OLD_OFFICE,
}
"""A detected type → declared ones that cannot always be told from it by their first bytes."""


def detected(head):
    """The MIME type of the file that begins like this (with `HEAD_BYTES` bytes, if it has so many); None if unknown."""
    if not head:
        return EMPTY
    guess = filetype.guess_mime(head)
    if guess is None and looks_like_pdf(head):
        return PDF
    # A letter that begins with "BM" is no picture: whatever is not written as text cannot be all letters.
    if _is_text(head) and guess not in _WRITTEN_AS_TEXT:
        return PLAIN_TEXT
    return None if guess in UNSPECIFIC else guess


def looks_like_pdf(head):
    """Whether a reader of PDFs would open the file that begins like this."""
    return _PDF_HEADER.search(head[:_PDF_HEADER_WITHIN]) is not None


def mismatch(declared, detected):
    """Whether a file that is declared to be of one type is evidently of another."""
    declared, found = _known(declared), _known(detected or "")
    if declared in UNSPECIFIC or found in UNSPECIFIC or declared == found:
        return False
    look = _LOOKS_LIKE.get(found)
    return look is None or look.fullmatch(declared) is None


def _is_text(head):
    return _TEXT.fullmatch(head) is not None or head.startswith(_UTF_16)


def _known(content_type):
    plain = content_type.partition(";")[0].strip().lower()
    return _SAME.get(plain, plain)
