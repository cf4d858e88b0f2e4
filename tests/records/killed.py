"""A process that continues an export, an import or a closing, and kills itself (SIGKILL) in the middle."""

import signal

from local.application import environment
from tests.preloaded import start

_PROGRAM = """
import os, signal, sys
from datetime import datetime
from app import create_app
from intake.accounts.firms.models import Firm
from intake.gateways.storage import Storage
from intake.records.exports import archive, making
from intake.records.exports.models import Export
from intake.gateways.mail import Mail
from intake.records.closing import actions as closing
from intake.records.erasures import whole_firm
from intake.records.erasures.jobs import mail_certificate
from intake.records.imports import actions as imports
from intake.records.retention import jobs as retention

what, fatal, at, *words = sys.argv[1:]
archive.PART_BYTES = 4096
owner, name = {"part": (Storage, "put_part"), "ready": (making, "notify"), "rows": (imports, "insert_rows_as_json"),
               "undo": (whole_firm, "_in_batches"),
               "file": (Storage, "writing"), "end": (closing, "record_act"), "certificate": (Mail, "send"),
               "notice": (retention, "queue_communication")}[fatal]
original, calls = getattr(owner, name), []

def deadly(*given, **options):
    calls.append(1)
    if len(calls) == int(at):
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*given, **options)

setattr(owner, name, deadly)
with create_app().app_context():
    match what:
        case "export":
            making.make(Export.fetch(Firm.fetch(words[0]), words[1]))
        case "import":
            imports.import_firm(words[0])
        case "closing":
            closing.end_due(datetime.fromisoformat(words[0]))
        case "retention":
            retention.tell_clients_of_destruction()
        case "certificate":
            mail_certificate(*words)
"""


def killed(services, what, fatal, at, *words, **changes):
    """Run the process that is killed at a call; check that it was killed."""
    process = start(["-c", _PROGRAM, what, fatal, at, *words],
                    env=environment(services) | {"LOG_LEVEL": "ERROR"} | changes)
    assert process.wait(120) == -signal.SIGKILL
