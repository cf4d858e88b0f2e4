"""The thorough checks of this installation, for `flask doctor`. The web server does without what they import."""

from functools import partial
from urllib.parse import urlsplit

from intake.core.best_effort_redis import BestEffortRedis
from intake.gateways.probe import allows_cors_uploads, check_storage_roundtrip, check_versions_are_erased
from intake.gateways.resolver import LookupFailed
from intake.gateways.sender_records import SenderRecords

from . import advice, checks, sealed
from .forwarded_headers import ForwardedHeaders
from .installation import backup_checks
from .runner import Check, CheckFailed, CheckRunner

_SECONDS = 4


def diagnostic_checks(parts):
    """Return the checks of everything an operator may have misconfigured, tried end to end."""
    settings, mail, sms, scanner, sealer = (parts[name] for name in ("settings", "mail", "sms", "scanner", "sealer"))
    senders = [address for address in (settings.mail_from, settings.reply_address) if address]
    found = [
        Check("settings", partial(_settings, settings), ""),
        Check("database", partial(_database, settings.in_sandbox), advice.DATABASE),
        Check("replica", checks.replica, advice.REPLICA) if settings.database_replica_url else None,
        Check("clock", checks.clock, checks.UNKNOWN),
        Check("keys", partial(sealed.keys, parts["vault"]), checks.UNKNOWN),
        *backup_checks(settings),
        Check("redis", partial(checks.redis_answers, settings.redis_url), advice.REDIS),
        Check("storage", partial(_storage, parts["storage"], settings.app_url), advice.PUBLIC),
        Check("mail", partial(mail.check, _SECONDS, senders) if mail.is_configured
              else lambda: "SMTP_URL is not set, so no mail is sent.", advice.MAIL),
        Check("sender", partial(_sender, settings), "") if mail.is_configured and not settings.in_sandbox else None,
        Check("sms", sms.check if sms.is_configured
              else lambda: "TWILIO_ACCOUNT_SID is not set, so no SMS is sent.", advice.SMS),
        Check("scanner", scanner.ping if scanner.is_configured
              else lambda: "CLAMD_URL is not set, so files are shown as not scanned.", advice.SCANNER),
        Check("seal", sealer.check, advice.SEAL) if sealer.is_configured else None,
        Check("worker", partial(checks.worker, settings.secret_key), advice.WORKER, no_answer=checks.UNKNOWN),
    ]
    return CheckRunner(list(filter(None, found)), timeout=15)


def _settings(settings):
    """Check what the settings themselves do not show; with invalid ones no command gets this far."""
    redis = BestEffortRedis(settings.redis_url, _SECONDS)
    if not settings.trusted_proxies and ForwardedHeaders(redis).were_seen():
        raise CheckFailed(advice.FORWARDED)


def _sender(settings):
    if settings.mail_from.endswith("@localhost.localdomain") and settings.app_url.startswith("https:"):
        raise CheckFailed(advice.MAIL_FROM)
    return check_sender(SenderRecords(settings.mail_from, settings.mail_dkim_selector))


def check_sender(records):
    """Check what the DNS says about MAIL_FROM; if it cannot be queried, return that it was not checked."""
    try:
        problems = records.problems()
    except LookupFailed as failure:
        return f"SPF, DKIM and DMARC of MAIL_FROM were not checked: {failure}."
    if problems:
        raise CheckFailed(f"{' '.join(problems)} {advice.SENDER}")
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
        raise CheckFailed(advice.CORS.format(origin))
