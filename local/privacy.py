"""docs/privacy.md, what is kept where and how long: `python -m local.privacy` writes it.

What an erasure does with a table and whether an export has it is read from `intake/records`, where it is decided.
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
    (MARKED, "stays, with […] in place of what it said of the person"),
    (SEALED, "stays as who did what and when, without what was said"),
    ((*COPIED, *ANSWERS, *WITH_COPIES), "deleted where it mentions what goes"),
    (BY_NAME, "deleted where it names what goes"),
    (KEPT, "stays: it has nothing of a client"),
)
_EXPORTED = {table.name for table in TABLES} | {PurePosixPath(OPT_OUTS).stem}

_HEAD = f"""# What is kept where, and how long

`python -m local.privacy` writes this page from the tables of the database; a table or column that is not decided about
fails a test. It says what Intake does. What a law obliges a firm to do, and which law that is, the firm decides with its
own counsel: rules such as the GDPR in Europe, the CCPA in California and the privacy laws of other states differ, have
exceptions for lawyers and for small firms, and stand beside the duty to keep a client's file.

## Places

| Place | What | How long |
|---|---|---|
| Postgres | everything in the table below | as it says there |
| the storage (S3) | files in all versions, previews, reports, exports, logos | with their row; exports and reports 7 days |
| Redis | what the worker does next: ids and no contents; rate limits: also addresses of callers | minutes |
| logs | ids, never names, addresses or contents | as long as the installation keeps logs |
| backups | a copy of Postgres, encrypted | as long as the setting for backups says ([backup](backup.md#setting-up)) |
| connected platforms, receivers of webhooks, carriers of mail and SMS | what the firm has them sent | by their rules |

## Requests of people

Clients ask on their page, under "Your data"; what comes by mail, telephone or letter is entered on the client's page, or
by `POST /api/v1/privacy-requests`. There are {len(KINDS)} kinds: {", ".join(KINDS)}. A request is answered
within {TIME_TO_ANSWER.days} days; once, with a reason that the client is told, that takes {EXTENSION.days} days more. The bell
tells the admins of a new request, and 10 and 2 days before the day.

**Who asks** has to be known before anything is handed out, corrected or deleted: until then carrying out and answering are
409 `identity_not_checked`; refusing is possible. A personal link may have been forwarded and is not enough
(`verification: link`). The client confirms it with a code that goes to the address or number that the firm has of them, also where the firm's clients
enter no code otherwise (`link_and_code`); a code confirms everything that they wait for. Or the firm checks in another way
and writes down how (`POST …/verify`). `verified_at` and `verified_by` say when, and who of the firm ([decision
0075](decisions/0075-a-link-or-a-key-alone-is-no-person.md)).

Access and portability make an [export](exports.md) of the client, deletion asks for an [erasure](erasure.md), which an
admin confirms and a [legal hold](records.md) prevents. Carrying out again begins another one if the export failed, was
cancelled or is over 7 days old, or the erasure was withdrawn. Answering a deletion asks for the erasure, too, if that
was not done. Answer before it is confirmed: afterwards the address is gone; an answer that waits for its hours goes
first. Mails say what was asked and until when, and no more. The record of a request stays when the client is erased:
kind, days and outcome, without the person. If it was open it stays so, and is reminded of, until an admin closes it:
the person is still to be told.

## Tables

"Personal" tells something of a person. "Secret" opens something and is stored as a digest or sealed. All else is
technical: ids, statuses, moments, numbers. How long is also until the [firm is erased](exports.md).

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
