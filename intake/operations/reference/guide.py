"""The guide above the operations: what holds for all of them. Its text is `guide.md`, with figures from the code."""

import re
from dataclasses import dataclass
from pathlib import Path
from string import Template

from intake.accounts.access.idempotency import MAX_KEPT_BYTES
from intake.accounts.access.models import RETENTION
from intake.accounts.permissions.scopes import SCOPES
from intake.core.errors import Invalid
from intake.core.http import MAX_BODY_BYTES
from intake.core.json_bodies import MAX_CONTAINERS
from intake.core.rate_limiter import BURST_SECONDS, WINDOW_SECONDS

from .examples import MOMENT, ULID

_TEXT = Template((Path(__file__).parent / "guide.md").read_text(encoding="utf-8")).substitute(
    body_mib=MAX_BODY_BYTES // 1024**2, ulid=ULID, moment=MOMENT, code=Invalid.code, message=Invalid.message,
    containers=f"{MAX_CONTAINERS:,}", fields=Invalid.MAX_FIELDS, kept_kib=MAX_KEPT_BYTES // 1024,
    hours=int(RETENTION.total_seconds() // 3600), window=WINDOW_SECONDS, burst=BURST_SECONDS)
_INTRODUCTION, *_CHAPTERS = re.split(r"^## (.+) {#(.+)}$", _TEXT, flags=re.MULTILINE)

INTRODUCTION = " ".join(_INTRODUCTION.split())
"""What the API is for."""

_ROLES = [
    ("admin", "do everything"),
    ("attorney", "open and manage matters, clients, documents, templates and intakes; see the firm's people"),
    ("staff", "view and update the matters assigned to them with everything below, and view those clients"),
    ("paralegal", "manage documents, uploads, templates and intakes; view matters and clients"),
]


@dataclass(frozen=True)
class Chapter:
    """A heading with paragraphs in which `…` marks code, and what may follow them: a sample, a table, or errors."""

    id: str
    title: str
    paragraphs: list
    sample: str
    heads: tuple = ()
    rows: tuple | list = ()
    errors: tuple | list = ()

    @property
    def markdown(self):
        sample = f"```\n{self.sample}\n```" if self.sample else ""
        return "\n\n".join(filter(None, (f"## {self.title}", *self.paragraphs, sample)))


def chapters(plans, errors):
    """Return the chapters of this installation: `plans` by name, `errors` every error of the API."""
    further = {
        "authentication": {"heads": ("Scope", "Allows to"),
                           "rows": [(f"`{scope}`", sentence) for scope, sentence in SCOPES.items()]},
        "roles": {"heads": ("Role", "May"), "rows": _ROLES},
        "errors": {"errors": errors},
        "rate-limits": {"heads": ("Plan", "Requests a minute", "Burst"),
                        "rows": [(name.capitalize(), f"{plan.requests_per_minute:,}", f"{plan.burst:,}")
                                 for name, plan in plans.items()]},
    }
    parsed = []
    for title, id, text in zip(_CHAPTERS[::3], _CHAPTERS[1::3], _CHAPTERS[2::3], strict=True):
        prose, _, sample = text.strip().partition("\n\n```\n")
        paragraphs = [" ".join(paragraph.split()) for paragraph in prose.split("\n\n")]
        parsed.append(Chapter(id, title, paragraphs, sample.removesuffix("\n```"), **further.get(id, {})))
    return parsed
