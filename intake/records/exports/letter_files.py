"""The PDFs of a matter's letters in an archive: as they were sent, and as they are sealed."""

from datetime import datetime
from typing import NamedTuple

from intake.cases.archives.naming import safe_name
from intake.core.local_time import to_local
from intake.engagement.letters.models import Letter

_LONGEST = 100


class LetterFile(NamedTuple):
    """A PDF of a letter; `id` is its place among the matter's files, by which the matter's page finds it."""

    id: str
    letter: Letter
    path: str
    moment: datetime
    key: str
    size: int


def letter_files(letters, names, zone, taken_at):
    """Return the files that the letters had at this time, in the order of their ids, each with a different name."""
    found = []
    for letter in sorted(letters, key=lambda each: each.id):
        for kind, moment, key, size in (("sent", letter.sent_at, letter.document_key, letter.document_size),
                                        ("signed", letter.sealed_at, letter.sealed_key, letter.sealed_size)):
            if moment and moment <= taken_at:
                stem = f"{safe_name(letter.title, _LONGEST)} {to_local(moment, zone).date().isoformat()}"
                found.append(LetterFile(f"{letter.id} {kind}", letter, f"letters/{kind}/{names.free(stem, '.pdf')}",
                                        moment, key, size))
    return found
