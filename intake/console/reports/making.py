"""Makes a report: writes its file to the storage, and notifies the people who wait for it."""

from intake.accounts.generated_files.models import NoLongerWanted
from intake.accounts.generated_files.states import FAILED, READY
from intake.core.addresses import public_url
from intake.core.clock import now
from intake.core.db import db
from intake.core.replica import reading_replica
from intake.gateways.storage import storage
from intake.messaging.communications.message_texts import render_message
from intake.messaging.communications.states import EMAIL
from intake.messaging.notifications.actions import queue_firm_message, record_notification
from intake.messaging.notifications.states import REPORT_FAILED, REPORT_READY
from intake.web.translation import translator

from .contents import REPORT_TYPES
from .makers import caller_now
from .models import addresses_at_work
from .states import CONTENT_TYPES, ROWS_AT_ONCE
from .writing import write_report


def make(report):
    """Make a report, unless it is finished. After an interruption, call it again to start from the beginning.

    If a newer attempt has begun, an older one ends at its next step, and its output is discarded.
    """
    if not report.begin_run(progress=0):
        return
    storage.delete_with_unfinished(report.folder)  # left by an interrupted attempt
    caller, key = caller_now(report), f"{report.folder}{report.run}"
    if caller is None:
        fail(report)
        return
    try:
        count, size = _write(report, caller, key)
    except NoLongerWanted:
        return
    if not _finish(report, caller.firm, storage_key=key, rows=count, size_bytes=size):
        storage.delete(key)


def fail(report):
    """Mark a report as failed, and notify its maker."""
    with db.atomic():
        if report.end(FAILED):
            _notify(report, REPORT_FAILED)


def _write(report, caller, key):
    """Write the file. Return the numbers of its rows and bytes. Raises `NoLongerWanted`."""
    type = REPORT_TYPES[report.type]
    with reading_replica():
        query = type.filters.load(report.filters)
        found = type.read(caller, query, report.first_day, report.last_day)
        with storage.writing(key, CONTENT_TYPES[report.format]) as file:
            counted = _Counted(report, found)
            write_report(file, report, type, caller.firm, counted)
        return counted.number, file.size


class _Counted:
    """The rows of a report, which store its progress while they are read."""

    def __init__(self, report, found):
        self.number = 0
        self._report, self._found = report, found

    def __iter__(self):
        for row in self._found.rows:
            yield row
            self.number += 1
            if self.number % ROWS_AT_ONCE == 0:
                self._go_on()
        self._go_on()

    def _go_on(self):
        progress = min(99, self.number * 100 // max(self._found.total, 1))
        with db.atomic():
            self._report.change_in_run(progress=progress)


def _finish(report, firm, **values):
    with db.atomic():
        if not report.change(*report.in_run(), status=READY, progress=100, ready_at=now(), **values):
            return False
        _notify(report, REPORT_READY)
        words = render_message("report", EMAIL, report.language, firm=firm, address=public_url(f"/reports#{report.id}"),
                               title=translator(report.language)(REPORT_TYPES[report.type].title))
        for recipient in addresses_at_work(firm, report.recipients):  # some may have left since it was scheduled
            queue_firm_message(firm, f"report {report.id}", EMAIL, recipient, words, language=report.language)
    return True


def _notify(report, type):
    if report.user_id:
        ids = {"report_id": report.id, "user_id": report.user_id}
        record_notification(report.firm_id, type, report.id, ids, title=REPORT_TYPES[report.type].title)
