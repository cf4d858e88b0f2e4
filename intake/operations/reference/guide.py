"""The guide above the operations: what holds for all of them, with figures taken from the code."""

import json
from dataclasses import dataclass

from intake.accounts.access.idempotency import RETENTION
from intake.accounts.permissions.scopes import SCOPES
from intake.core.errors import Invalid
from intake.core.http import MAX_BODY_BYTES
from intake.core.rate_limiter import BURST_SECONDS, WINDOW_SECONDS

from .examples import MOMENT, ULID


@dataclass(frozen=True)
class Table:
    heads: tuple
    rows: list


@dataclass(frozen=True)
class Chapter:
    """A heading with paragraphs in which `…` marks code, optionally with a sample, a table, or a list of errors."""

    id: str
    title: str
    paragraphs: tuple
    sample: str = ""
    table: Table | None = None
    errors: tuple = ()

    @property
    def markdown(self):
        sample = f"```\n{self.sample}\n```" if self.sample else ""
        return "\n\n".join(filter(None, (f"## {self.title}", *self.paragraphs, sample)))


INTRODUCTION = (
    "Matters, clients, document requests, uploads and deadlines of a law firm, over REST and JSON. Everything a key "
    "sees and writes belongs to the one firm that the key belongs to; another firm's record is answered exactly as one "
    "that does not exist.")


def chapters(plans, errors):
    """Return the chapters of this installation: `plans` by name, `errors` every error of the API."""
    return [_authentication(), _roles(), _envelope(), _errors(errors), _pagination(), _idempotency(),
            _rate_limits(plans)]


def _authentication():
    return Chapter(
        "authentication", "Authentication",
        ("Send your key with every request in the header `X-Api-Key`. Keep it on your server: whoever holds it is "
         "your firm.",
         "An application that acts for one of the firm's people sends an access token instead, in the header "
         "`Authorization: Bearer …`. It gets one by OAuth 2.0: the person is sent to `/oauth/authorize`, allows what "
         "is asked, and comes back with a code, for which `/oauth/token` gives tokens. An access token lasts an hour, "
         "then 401 `expired_token` says that it is time to refresh it. It can do what its scopes and the person's role "
         "allow. `/.well-known/oauth-authorization-server` tells everything that a library needs to know.",
         "A key or token may do what its scopes allow. Each operation names the scope it needs; without it the answer "
         "is 403 `insufficient_scope`."),
        table=Table(("Scope", "Allows to"), [(f"`{scope}`", sentence) for scope, sentence in SCOPES.items()]))


def _roles():
    return Chapter(
        "roles", "Roles",
        ("An access token acts for one of the firm's people: it can do what its scopes and that person's role allow, "
         "as the role is at that moment. What the role does not allow is 403 `forbidden`. An API key acts for the firm "
         "and has no role.",
         "For staff a matter that is not assigned to them (`assigned_attorney`, as `usr_…` or `atty_…`) does not "
         "exist, nor does anything below it: it is in no list, total or search, and asked for it is `matter_not_found`."
         ),
        table=Table(("Role", "May"), [
            ("admin", "do everything"),
            ("attorney", "open and manage matters, clients, documents, templates and intakes; see the firm's people"),
            ("staff", "view and update the matters assigned to them with everything below, and view those clients"),
            ("paralegal", "manage documents, uploads, templates and intakes; view matters and clients"),
        ]))


def _envelope():
    return Chapter(
        "envelope", "Requests and answers",
        (f"Bodies are JSON objects of at most {MAX_BODY_BYTES // 1024**2} MiB, sent as `application/json`. A field "
         "that does not exist is refused, so that a typo is not silently lost; read-only fields of the resource itself "
         "are accepted and ignored, so that you can send back what you were given. Texts are trimmed.",
         "A success carries its payload under `data`. Identifiers are opaque texts whose prefix tells the kind of "
         "record. Moments are in UTC with milliseconds, days are `YYYY-MM-DD`.",
         "Every answer bears `X-Request-Id`: your own if you sent a sane one, else a new one. Name it when you ask "
         "for help."),
        sample=_json({"data": {"id": f"mat_{ULID}", "created_at": MOMENT}}))


def _errors(errors):
    return Chapter(
        "errors", "Errors",
        ("Every failure carries `error` with a `code` for programs, a `message` for people and `details`. A "
         "`validation_error` lists every wrong field at once in `details.fields`, fields inside another dotted.",
         "Each operation lists the errors of its own. Those of authentication, idempotency and rate limits, and those "
         "on our side, can come from any.",
         "After a 429 wait as many seconds as `Retry-After` says. After a 5xx try again after 1, 2 and 4 seconds."),
        sample=_json({"error": {
            "code": Invalid.code, "message": Invalid.message,
            "details": {"fields": [{"field": "title", "message": "May not be blank."}]}}}),
        errors=errors)


def _pagination():
    return Chapter(
        "pagination", "Pagination",
        ("Lists take `page`, from 1, and `per_page`, from 1 to 100 and 20 if you name none. Beside `data` they carry "
         "`pagination`. A page past the end is an empty list. The order is total, so that no record shows twice.",),
        sample=_json({"data": [], "pagination": {"page": 3, "per_page": 20, "total": 42, "has_more": False}}))


def _json(value):
    return json.dumps(value, indent=2)


def _idempotency():
    hours = int(RETENTION.total_seconds() // 3600)
    return Chapter(
        "idempotency", "Idempotency",
        ("A POST with the header `Idempotency-Key` (1 to 255 printable ASCII characters, best a random UUID) happens "
         f"once, however often it is sent. The first answer is kept for {hours} hours and given again with "
         "`Idempotency-Replayed: true`, refusals included; after a 5xx the request runs anew.",
         "The same key with another request is 422 `idempotency_key_reused`; while the first still runs, the answer is "
         "409 `idempotency_key_in_use`."))


def _rate_limits(plans):
    return Chapter(
        "rate-limits", "Rate limits",
        ("Requests are counted per key, with access tokens per person and application. A window of "
         f"{WINDOW_SECONDS} seconds begins with the first one. Past the limit, requests still pass up to the burst "
         f"during the {BURST_SECONDS} seconds after it was reached; everything else is 429 `rate_limit_exceeded` "
         "until the window ends.",
         "Every answer to an identified caller tells where it stands: `X-RateLimit-Limit`, `X-RateLimit-Remaining`, "
         "and `X-RateLimit-Reset` as a Unix time. A 429 adds `Retry-After` in seconds."),
        table=Table(("Plan", "Requests a minute", "Burst"),
                    [(name.capitalize(), f"{plan.requests_per_minute:,}", f"{plan.burst:,}")
                     for name, plan in plans.items()]))
