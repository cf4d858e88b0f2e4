"""The names of an archive and of the files in it: of the matter, the document and the date."""

import re
import unicodedata

from intake.core.filenames import clean_filename, extension_of
from intake.core.local_time import to_local

_REFUSED = re.compile(r'[\\/:*?"<>|\ud800-\udfff]+')
"""Characters that a name may not have on one system or another."""

_LONGEST = 180
"""The limit of a name in bytes: file systems take 255, and a number and an ending are added."""


def archive_name(matter, day):
    """Return the name of the matter's archive: `Silva divorce 2026-11-22.zip`."""
    return f"{safe_name(matter.title)} {day.isoformat()}.zip"


def places_of(documents):
    """Return the beginnings of names that keep an order given by hand, such as `03 `, by document id; else none."""
    ids = list(dict.fromkeys(document.id for document in documents))
    if not any(document.position for document in documents):
        return {}
    return {id: f"{place:0{max(2, len(str(len(ids))))}} " for place, id in enumerate(ids, 1)}


class Names:
    """Names for the files of one archive, all different, even where case is ignored."""

    def __init__(self, time_zone):
        self._time_zone, self._taken = time_zone, dict[str, int]()

    def name(self, document, upload, place=""):
        """Return a name for the document's file: `Passport 2026-11-22.pdf`, with its place before it if it has one."""
        day = to_local(upload.uploaded_at, self._time_zone).date().isoformat()
        return self.free(f"{place}{safe_name(document.name)} {day}", extension_of(upload.filename).lower())

    def free(self, stem, ending):
        """Return the name, with a number if it is taken: `Passport 2026-11-22 (2).pdf`."""
        name, first = stem + ending, _compared(stem + ending)
        number = self._taken.get(first, 1)  # the last one given: trying from 2 each time would be quadratic
        while (key := _compared(name)) in self._taken:
            number += 1
            name = f"{stem} ({number}){ending}"
        self._taken |= {key: 1, first: number}
        return name


def _compared(name):
    return unicodedata.normalize("NFKC", name).casefold()


def safe_name(text, longest=_LONGEST):
    """Return a name that every system takes, of at most `longest` bytes; a number and an ending may be added."""
    cleaned = clean_filename(_REFUSED.sub("-", unicodedata.normalize("NFC", text)))
    return cleaned.encode()[:longest].decode(errors="ignore").rstrip(" .")
