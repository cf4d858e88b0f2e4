"""The quick checks of this installation, for `/readyz`; diagnostics.py has the thorough ones."""

from functools import lru_cache, partial

from flask import current_app

from . import advice, checks
from .runner import Check, CheckRunner

_SECONDS = 2


def readiness():
    """Return the results of the checks of whether this process can serve, in less than two seconds."""
    return _readiness_checks(current_app._get_current_object()).run()  # type: ignore[attr-defined]


@lru_cache(maxsize=1)
def _readiness_checks(app):
    parts = app.extensions
    settings, mail, scanner = parts["settings"], parts["mail"], parts["scanner"]
    optional = [
        (mail, Check("mail", partial(mail.check, _SECONDS), advice.MAIL, reuse_seconds=60)),
        (scanner, Check("scanner", scanner.ping, advice.SCANNER)),
    ]
    replica = [Check("replica", checks.replica, advice.REPLICA)] if settings.database_replica_url else []
    return CheckRunner([
        Check("database", checks.database, advice.DATABASE, vital=True),
        *replica,
        *backup_checks(settings),
        Check("redis", partial(checks.redis_answers, settings.redis_url), advice.REDIS),
        Check("storage", checks.StorageCheck(parts["storage"]), advice.STORAGE),
        Check("worker", partial(checks.worker, settings.secret_key), advice.WORKER, no_answer=checks.UNKNOWN),
        *(check for service, check in optional if service.is_configured),
    ], timeout=1.8)


def backup_checks(settings):
    """Return the check of the last backup, if the installation makes any."""
    if not settings.backup_target:
        return []
    return [Check("backup", partial(checks.backup, settings), advice.BACKUP, no_answer=checks.UNKNOWN)]
