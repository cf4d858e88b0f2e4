"""How pages speak of a file: its size, its kind, and when it came."""

from intake.core.local_time import to_local
from intake.web.translation import ENGLISH

_STEP = 1024
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MESES = ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic")
_OF_CAMERAS = ("image/*", "image/jpeg", "image/heic")
_NAMES = {
    "application/msword": "Word",
    "application/pdf": "PDF",
    "application/rtf": "RTF",
    "application/vnd.ms-excel": "Excel",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "Excel",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "Word",
    "application/zip": "ZIP",
    "image/heif": "HEIC",
    "text/plain": "TXT",
}


def size_said(size, language):
    """A number of bytes as people write it: 2.3 MB, in Spanish 2,3 MB."""
    if size < _STEP:
        return f"{size}\N{NO-BREAK SPACE}B"
    unit = "KB" if size < _STEP ** 2 else "MB"
    number = size / (_STEP if unit == "KB" else _STEP ** 2)
    text = f"{number:.0f}" if number >= 10 or unit == "KB" else f"{number:.1f}".removesuffix(".0")
    return f"{text if language == ENGLISH else text.replace('.', ',')}\N{NO-BREAK SPACE}{unit}"


def moment_said(moment, zone, language):
    """A moment by the firm's clock: Nov 21, 2026, 2:30 PM, in Spanish 21 nov 2026, 14:30."""
    there = to_local(moment, zone)
    if language == ENGLISH:
        hour = f"{there.hour % 12 or 12}:{there.minute:02} {'AM' if there.hour < 12 else 'PM'}"
        return f"{_MONTHS[there.month - 1].title()} {there.day}, {there.year}, {hour}"
    return f"{there.day} {_MESES[there.month - 1]} {there.year}, {there.hour}:{there.minute:02}"


def kinds_said(accepted_types):
    """What people call these MIME types, each once: PDF, JPEG, Word. Families such as `image/*` are left out."""
    plain = [kind.lower() for kind in accepted_types if not kind.endswith("/*")]
    return list(dict.fromkeys(_NAMES.get(kind) or kind.partition("/")[2].upper() for kind in plain))


def takes_pictures(accepted_types):
    """Whether what a camera makes may be handed in."""
    return not accepted_types or any(kind.lower() in _OF_CAMERAS for kind in accepted_types)
