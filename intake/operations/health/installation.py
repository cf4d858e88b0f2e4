"""The checks of this installation: quick ones for `/readyz`, thorough ones for `flask doctor`."""

from functools import partial
from urllib.parse import urlsplit

from intake.gateways.probe import allows_cors_uploads, check_mail_server, check_storage_roundtrip

from . import checks
from .runner import Check, CheckFailed, CheckRunner

_DATABASE = "Check DATABASE_URL, and that Postgres runs and takes connections; nothing works without it."
_REDIS = ("Check REDIS_URL, and that Redis runs; meanwhile each web process counts requests for itself and the worker "
          "wakes later.")
_STORAGE = "Check the S3_… settings, and that the bucket exists; files can be neither handed in nor read."
_PUBLIC = ("Check the S3_… settings, that the bucket exists, and that S3_PUBLIC_ENDPOINT_URL is reached from here as "
           "from outside; files can be neither handed in nor read.")
_CORS = ("Let the bucket take PUT with Content-Type from pages of {} (CORS, see docs/operating.md); clients cannot "
         "hand in files.")
_MAIL = "Check SMTP_URL, its user and password; meanwhile no mail is sent."
_SMS = "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN; meanwhile no SMS is sent."
_SCANNER = "Check CLAMD_URL, and that clamd runs; meanwhile files wait for their scan."
_WORKER = "Start the worker with `python worker.py`; meanwhile nothing is scanned, delivered or sent."


def readiness_checks(settings, storage):
    """Return the checks of whether this process can serve, which take less than three seconds."""
    return CheckRunner([
        Check("database", partial(checks.database, settings.database_url), _DATABASE, vital=True),
        Check("redis", partial(checks.redis_answers, settings.redis_url), _REDIS),
        Check("storage", storage.check, _STORAGE, vital=True),
        Check("worker", partial(checks.worker, settings.database_url), _WORKER),
    ], timeout=2.5)


def diagnostic_checks(settings, storage, scanner, sms):
    """Return the checks of everything an operator may have misconfigured, tried end to end."""
    return CheckRunner([
        Check("database", partial(checks.database_up_to_date, settings.database_url), _DATABASE),
        Check("redis", partial(checks.redis_answers, settings.redis_url), _REDIS),
        Check("storage", partial(_storage, storage, settings.app_url), _PUBLIC),
        Check("mail", partial(check_mail_server, settings.smtp_url, settings.smtp_ca_file) if settings.smtp_url
              else lambda: "SMTP_URL is not set, so no mail is sent.", _MAIL),
        Check("sms", sms.check if sms.is_configured
              else lambda: "TWILIO_ACCOUNT_SID is not set, so no SMS is sent.", _SMS),
        Check("scanner", scanner.ping if scanner.is_configured
              else lambda: "CLAMD_URL is not set, so files are shown as not scanned.", _SCANNER),
        Check("worker", partial(checks.worker, settings.database_url), _WORKER),
    ], timeout=15)


def _storage(storage, app_url):
    check_storage_roundtrip(storage)
    parts = urlsplit(app_url)
    origin = f"{parts.scheme}://{parts.netloc}"
    if not allows_cors_uploads(storage, origin):
        raise CheckFailed(_CORS.format(origin))
