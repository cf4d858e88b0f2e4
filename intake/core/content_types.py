"""Detects a file's type from its first bytes, not from its name."""

import re

import filetype

HEAD_BYTES = 8192
"""How many of a file's first bytes detection looks at."""

UNSPECIFIC = ("", "application/octet-stream", "binary/octet-stream")
"""Declared types that mean "unknown"."""

EMPTY, PDF, PLAIN_TEXT, ZIP = "inode/x-empty", "application/pdf", "text/plain", "application/zip"
HEIC, PNG = "image/heic", "image/png"

_PDF_HEADER = re.compile(rb"^%PDF-\d", re.MULTILINE)
_PDF_HEADER_WITHIN = 1024  # readers search this far, so bytes before the header do not hide a PDF
_TEXT = re.compile(rb"[\t\n\f\r\x1b\x20-\x7e\x80-\xff]*")
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_HEIC = re.compile(rb".{4}ftyp(?:.{4}){0,12}?(?:heic|heim|heis|heix|hevc|hevm|hevs|hevx)", re.DOTALL)
"""Cameras use `heic` for 8 bits a color and `heix` for more; the others are for several layers or frames."""
_WRITTEN_AS_TEXT = ("application/rtf", "application/postscript", PDF)

_ALIASES = {
    "application/vnd.rar": "application/x-rar-compressed",
    "application/x-gzip": "application/gzip",
    "application/x-pdf": PDF,
    "application/x-zip": ZIP,
    "application/x-zip-compressed": ZIP,
    "audio/mp3": "audio/mpeg",
    "audio/wav": "audio/x-wav",
    "audio/wave": "audio/x-wav",
    "audio/x-m4a": "audio/mp4",
    "image/heif": HEIC,
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "image/x-ms-bmp": "image/bmp",
    "text/rtf": "application/rtf",
}
"""Alternative name → canonical name of a type."""

_OLD_OFFICE = re.compile(r"application/(msword|vnd\.(ms-|visio).*|x-msi)")
_LOOKS_LIKE = {
    PLAIN_TEXT: re.compile(r"text/.*|message/.*|application/(json|xml|yaml|x-yaml|javascript|sql)|.*\+(xml|json)"),
    ZIP: re.compile(r".*\+zip|application/(vnd\.(openxmlformats|oasis|ms-|apple).*|java-archive)"),
    "application/msword": _OLD_OFFICE,
    "application/vnd.ms-excel": _OLD_OFFICE,
    "application/vnd.ms-powerpoint": _OLD_OFFICE,
}
"""Detected type → declared types that the first bytes cannot always distinguish from it."""


def detect_type(head: bytes) -> str | None:
    """Return the MIME type of the file that starts with `head` (its first `HEAD_BYTES` bytes), None if unknown."""
    if not head:
        return EMPTY
    guess = HEIC if _HEIC.match(head) else filetype.guess_mime(head)
    if guess == "image/apng":  # a PNG that moves
        return PNG
    if guess is None and looks_like_pdf(head):
        return PDF
    # A text that begins with "BM" is not a bitmap: binary formats do not consist of text characters alone.
    is_text = _TEXT.fullmatch(head) or head.startswith(_UTF_16)
    if is_text and guess not in _WRITTEN_AS_TEXT:
        return PLAIN_TEXT
    return None if guess in UNSPECIFIC else guess


def looks_like_pdf(head: bytes) -> bool:
    """Whether a PDF reader would open the file that starts with `head`."""
    return _PDF_HEADER.search(head[:_PDF_HEADER_WITHIN]) is not None


def types_conflict(declared: str, detected: str | None) -> bool:
    """Whether a file declared as one type is evidently of another."""
    declared, found = _canonical(declared), _canonical(detected or "")
    if declared in UNSPECIFIC or found in UNSPECIFIC or declared == found:
        return False
    look = _LOOKS_LIKE.get(found)
    return look is None or look.fullmatch(declared) is None


def _canonical(content_type: str) -> str:
    plain = content_type.partition(";")[0].strip().lower()
    return _ALIASES.get(plain, plain)
