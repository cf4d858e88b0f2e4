"""Writes docs/privacy.md, about what is stored where and for how long: `python -m local.privacy`.

Whether a table is exported, and how an erasure treats it, is read from the code in `intake/records`.
"""

from pathlib import PurePosixPath

from intake.records.erasures.tables import ANSWERS, BY_NAME, COPIED, EMPTIED, KEPT, MARKED, OWNED, SEALED, WITH_COPIES
from intake.records.exports.opt_outs import OPT_OUTS
from intake.records.exports.tables import TABLES
from intake.records.privacy_requests.states import EXTENSION, KINDS, TIME_TO_ANSWER
from local import ROOT
from local.stored_data import STORED

PAGE = ROOT / "docs" / "privacy.md"

_ERASURES = (
    (OWNED, "deleted with the client, matter or document"),
    (EMPTIED, "stays, without the person"),
    (MARKED, "stays, with […] in place of text about the person"),
    (SEALED, "stays as who did what and when, without the details"),
    ((*COPIED, *ANSWERS, *WITH_COPIES), "deleted if it mentions an erased record"),
    (BY_NAME, "deleted if it names an erased record"),
    (KEPT, "stays: it has no data of a client"),
)
_EXPORTED = {table.name for table in TABLES} | {PurePosixPath(OPT_OUTS).stem}

_HEAD = f"""# What is kept where, and how long

`python -m local.privacy` writes this page from the tables of the database; a test fails if a table or column is
missing. The page describes what Intake does. The firm decides with its own counsel what a law requires of it, and which
law applies: rules such as the GDPR in Europe, the CCPA in California and the privacy laws of other states differ, have
exceptions for lawyers and for small firms, and coexist with the duty to keep a client's file.

## Places

| Place | What | How long |
|---|---|---|
| Postgres | everything in the table below | as the table says |
| storage (S3) | all versions of files, previews, reports, exports, logos | with their row; exports and reports 7 days |
| Redis | the worker's queues (ids, no contents); rate limits (including callers' addresses) | minutes |
| logs | ids, never names, addresses or contents | as long as the installation keeps logs |
| backups | a copy of Postgres, encrypted | as long as the setting for backups says ([backup](backup.md#setting-up)) |
| connected platforms, receivers of webhooks, carriers of mail and SMS | the data that the firm sends them | by their rules |

## Requests of people

Clients make requests on their page, under "Your data". The firm enters requests made by e-mail, telephone or letter on
the client's page, or with `POST /api/v1/privacy-requests`. There are {len(KINDS)} kinds: {", ".join(KINDS)}.
A request is answered within {TIME_TO_ANSWER.days} days; this can be extended once by {EXTENSION.days} days, with a reason that the client is told.
Admins are notified of a new request, and again 10 and 2 days before the time is up.

**The person's identity** has to be verified before anything is handed out, corrected or deleted: until then carrying
out and answering get a 409 `identity_not_checked`, but refusing is possible. A personal link may have been forwarded
and is not enough (`verification: link`). The client confirms the request with a code that is sent to the address or
number on file, even if the firm's clients enter no code otherwise (`link_and_code`); one code confirms all their
waiting requests. Or the firm verifies the person in another way and notes how (`POST …/verify`). `verified_at` and
`verified_by` say when, and by whom in the firm ([decision 0075](decisions/0075-a-link-or-a-key-alone-is-no-person.md)).

Access and portability make an [export](exports.md) of the client. Deletion requests an [erasure](erasure.md), which an
admin has to confirm and a [legal hold](records.md) prevents. Carrying out a request again starts a new export if the
last one failed, was cancelled or is over 7 days old, or a new erasure if the last one was withdrawn. Answering a
deletion also requests the erasure if that has not been done. Answer before the erasure is confirmed, because afterwards
the address is gone; an answer that waits for the client's hours is sent first. E-mails say what was requested and the
last day, and nothing else. The record of a request stays when the client is erased: kind, days and outcome, without the
person. If it was open, it stays open, with reminders, until an admin closes it, because the person still has to be
informed.

## Tables

"Personal" columns have data about a person. "Secret" columns give access and are stored as a digest or encrypted. All
others are technical: ids, statuses, times, numbers. Everything is also deleted when the [firm is erased](exports.md).

| Table | For | Personal | Secret | Technical | Kept | An erasure | In an export |
|---|---|---|---|---|---|---|---|
"""  # noqa: E501


def page():
    """Return the whole page."""
    return _HEAD + "".join(_row(table, stored) for table, stored in STORED.items())


def _row(table, stored):
    erasure = next((words for tables, words in _ERASURES if table in tables), "not decided")
    cells = (f"`{table}`", stored.purpose, stored.personal or "–", stored.secret or "–", stored.technical, stored.kept,
             erasure, "yes" if table in _EXPORTED else "no")
    return f"| {' | '.join(cells)} |\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
