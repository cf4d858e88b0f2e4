"""Names of uploaded files, as they are stored, shown and offered."""

import re
import unicodedata
from urllib.parse import quote

from .plain_text import one_line
from .text_search import without_accents

_SEPARATORS = re.compile(r"[/\\]+")
_DRIVE = re.compile(r"\A\s*(?:[A-Za-z]:)+")
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\.|\Z)", re.IGNORECASE)
"""Names that mean a device on Windows, whatever their extension."""

_RUN = re.compile(
    r"\.(?:accd[er]|ad[ep]|appimage|appinstaller|applescript|application|appref-ms|appx(?:bundle)?|bat|chm|cmd|com|"
    r"command|cpl|deb|desktop|(?:desk)?theme(?:pack)?|diagcab|diagpkg|dmg|exe|fileloc|gadget|hlp|hta|img|inetloc|iqy|"
    r"iso|jar|jnlp|jse?|library-ms|lnk|m?pkg|mde|mobileconfig|ms[cipt]|msix(?:bundle)?|pif|ppkg|ps1|py[wz]?|rdp|reg|rpm|"
    r"run|sc[fr]|scptd?|search(?:connector)?-ms|settingcontent-ms|sh|sh[bs]|slk|terminal|tool|url|vb[es]?|vhdx?|vsto|"
    r"webloc|website|workflow|ws[bcfh]?|xla|xlam|xll)\Z", re.IGNORECASE)
"""Endings of files that a double click would run or mount, on one system or another."""

_JOINERS = "\u200c\u200d"
"""The only invisible characters that are kept: some scripts, and emoji, are written with them."""

_LONGEST = 255
_EXTENSION = re.compile(r"\.[A-Za-z0-9]{1,10}\Z")
_NAMELESS = "file"


def clean_filename(name: str) -> str:
    """Return the name without path, control characters and characters that change the direction of writing.

    A name that Windows reserves gets an underscore in front; if nothing is left, the name becomes `file`. One that is
    too long is shortened before its extension.
    """
    visible = "".join(each for each in one_line(name) if each in _JOINERS or unicodedata.category(each) != "Cf")
    parts = [_DRIVE.sub("", part) for part in _SEPARATORS.split(visible)]
    last = next((part.lstrip().rstrip(" .") for part in reversed(parts) if part.strip(" .")), _NAMELESS)
    return _shortened(f"_{last}" if _RESERVED.match(last) else last)


def extension_of(filename: str) -> str:
    """Return the extension with its point, such as `.pdf`; nothing if there is none."""
    found = _EXTENSION.search(filename)
    return found[0] if found else ""


def _shortened(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    extension = extension_of(name)
    return name[:_LONGEST - len(extension)].rstrip(" .") + extension


def received_filename(name: str) -> str:
    """Return the cleaned name of a file that somebody sent, which a double click does not run.

    Such a name gets an underscore behind it: the beginning of a PDF may hide a script, which `scan.hta` would run.
    """
    cleaned = clean_filename(name)
    return f"{cleaned[:_LONGEST - 1]}_" if _RUN.search(cleaned) else cleaned


def attachment(filename: str) -> str:
    """Return a Content-Disposition header that makes browsers save the file under this name (RFC 6266).

    Other programs, such as curl, save it under the ASCII characters of the name.
    """
    plain = "".join(c if c.isascii() and c.isprintable() and c not in '"\\%/' else "_"
                    for c in without_accents(filename))
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(filename, safe='')}"
