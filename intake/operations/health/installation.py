"""The checks of this installation: quick ones for `/readyz`, thorough ones for `flask doctor`."""

from functools import lru_cache, partial
from urllib.parse import urlsplit

from flask import current_app

from intake.core.best_effort_redis import BestEffortRedis
from intake.gateways.probe import allows_cors_uploads, check_storage_roundtrip, check_versions_are_erased
from intake.gateways.resolver import LookupFailed
from intake.gateways.sender_records import SenderRecords

from . import checks, sealed
from .forwarded_headers import ForwardedHeaders
from .runner import Check, CheckFailed, CheckRunner

_FORWARDED = ("Set TRUSTED_PROXIES to the number of proxies in front: their X-Forwarded-For is ignored, so all callers "
              "seem to have the same address.")
_DATABASE = "Check DATABASE_URL, and that Postgres runs and accepts connections; nothing works without it."
_REPLICA = ("Check DATABASE_REPLICA_URL, and that it names a streaming replica that runs; meanwhile the primary "
            "answers instead.")
_REDIS = ("Check REDIS_URL, and that Redis runs and has room to write; meanwhile each web process counts requests for "
          "itself and the worker wakes later.")
_STORAGE = "Check the S3_… settings, and that the bucket exists; files can be neither handed in nor read."
_PUBLIC = ("Check the S3_… settings, that the bucket exists, and that S3_PUBLIC_ENDPOINT_URL is reached from here as "
           "from outside; files can be neither handed in nor read.")
_CORS = ("Let the bucket accept PUT with Content-Type from pages of {} (CORS, see docs/settings.md); clients cannot "
         "hand in files.")
_MAIL = ("Check SMTP_URL (smtps:// where TLS begins at once, as on port 465), its user and password, and that the "
         "server accepts mails from and to MAIL_FROM, and from REPLY_ADDRESS; meanwhile no mail is sent.")
_SENDER = "Until this is corrected, mails are refused or taken for spam."
_SMS = "Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN; meanwhile no SMS is sent."
_SCANNER = "Check CLAMD_URL, and that clamd runs; meanwhile files wait for their scan."
_SEAL = ("Check TIME_STAMP_URL, without whose stamps signed letters wait for their seal, and replace "
         "SIGNING_CERTIFICATE before it ends.")
_BACKUP = "The last backup failed, or is too old. Try `flask backup create`, which says why it fails."
_WORKER = "Start the worker with `python worker.py`; meanwhile nothing is scanned, delivered or sent."


_QUICK_SECONDS, _THOROUGH_SECONDS = 2, 4


def readiness():
    """Return the results of the checks of whether this process can serve, in less than three seconds."""
    return _readiness_checks(current_app._get_current_object()).run()  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _readiness_checks(app):
    parts = app.extensions
    settings, mail, scanner = parts["settings"], parts["mail"], parts["scanner"]
    optional = [
        (mail, Check("mail", partial(mail.check, _QUICK_SECONDS), _MAIL, reuse_seconds=60)),
        (scanner, Check("scanner", scanner.ping, _SCANNER)),
    ]
    replica = [Check("replica", checks.replica, _REPLICA)] if settings.database_replica_url else []
    return CheckRunner([
        Check("database", checks.database, _DATABASE, vital=True),
        *replica,
        *_backup(settings),
        Check("redis", partial(checks.redis_answers, settings.redis_url), _REDIS),
        Check("storage", checks.StorageCheck(parts["storage"]), _STORAGE),
        Check("worker", partial(checks.worker, settings.secret_key), _WORKER, no_answer=checks.UNKNOWN),
        *(check for service, check in optional if service.is_configured),
    ], timeout=2.5)


def diagnostic_checks(parts):
    """Return the checks of everything an operator may have misconfigured, tried end to end."""
    settings, mail, sms, scanner, sealer = (parts[name] for name in ("settings", "mail", "sms", "scanner", "sealer"))
    senders = [address for address in (settings.mail_from, settings.reply_address) if address]
    return CheckRunner([
        Check("settings", partial(_settings, settings), ""),
        Check("database", partial(_database, settings.environment == "sandbox"), _DATABASE),
        *([Check("replica", checks.replica, _REPLICA)] if settings.database_replica_url else []),
        Check("clock", checks.clock, checks.UNKNOWN),
        Check("keys", partial(sealed.keys, parts["vault"]), checks.UNKNOWN),
        *_backup(settings),
        Check("redis", partial(checks.redis_answers, settings.redis_url), _REDIS),
        Check("storage", partial(_storage, parts["storage"], settings.app_url), _PUBLIC),
        Check("mail", partial(mail.check, _THOROUGH_SECONDS, senders) if mail.is_configured
              else lambda: "SMTP_URL is not set, so no mail is sent.", _MAIL),
        *([Check("sender", partial(check_sender, SenderRecords(settings.mail_from, settings.mail_dkim_selector)), "")]
          if mail.is_configured else []),
        Check("sms", sms.check if sms.is_configured
              else lambda: "TWILIO_ACCOUNT_SID is not set, so no SMS is sent.", _SMS),
        Check("scanner", scanner.ping if scanner.is_configured
              else lambda: "CLAMD_URL is not set, so files are shown as not scanned.", _SCANNER),
        *([Check("seal", sealer.check, _SEAL)] if sealer.is_configured else []),
        Check("worker", partial(checks.worker, settings.secret_key), _WORKER, no_answer=checks.UNKNOWN),
    ], timeout=15)


def _backup(settings):
    if not settings.backup_target:
        return []
    return [Check("backup", partial(checks.backup, settings), _BACKUP, no_answer=checks.UNKNOWN)]


def _settings(settings):
    """Check what the settings themselves do not show; with invalid ones no command gets this far."""
    redis = BestEffortRedis(settings.redis_url, _THOROUGH_SECONDS)
    if not settings.trusted_proxies and ForwardedHeaders(redis).were_seen():
        raise CheckFailed(_FORWARDED)


def check_sender(records):
    """Check what the DNS says about MAIL_FROM; if it cannot be queried, return that it was not checked."""
    try:
        problems = records.problems()
    except LookupFailed as failure:
        return f"SPF, DKIM and DMARC of MAIL_FROM were not checked: {failure}."
    if problems:
        raise CheckFailed(f"{' '.join(problems)} {_SENDER}")
    return None


def _database(in_sandbox):
    checks.database()
    checks.content_of_database(in_sandbox)


def _storage(storage, app_url):
    check_storage_roundtrip(storage)
    check_versions_are_erased(storage)
    parts = urlsplit(app_url)
    origin = f"{parts.scheme}://{parts.netloc}"
    if not allows_cors_uploads(storage, origin):
        raise CheckFailed(_CORS.format(origin))
