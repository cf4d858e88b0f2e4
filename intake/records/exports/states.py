"""Limits of exports, and what the archive's parts are called."""

CONTENTS = "matters:read", "clients:read", "documents:read"
"""The scopes that it takes to download an export: the file has all of this."""

MOST_UNFINISHED, MOST_KEPT = 3, 50
"""For each firm."""

FORMAT = 1
"""The version of the archive's structure. An import reads this one and those before it."""

MANIFEST, SUMS, LISTING, INDEX = "manifest.json", "SHA256SUMS", "files.jsonl", "index.html"
DATA, RECORDS = "data", "records"
"""The folders with the resources as the API shows them, and with the tables' rows, which an import restores."""

PART_BYTES, PARTS_OF_A_SIZE = 16 * 1024 * 1024, 2_500
"""The first size of a part, and after how many parts the size doubles. A storage takes 10,000 parts of a file, which
is enough for 600 GB. At 100 GB a part has 32 MB; one part is in memory."""

TURN_SECONDS = 60
"""After this time the export waits for its next turn, so that one of 100 GB does not keep others waiting."""
