"""Fixtures: a firm with its lead form switched on, and a filled-in form."""

import base64
import json
import time
from itertools import count

import pytest
from altcha import Challenge, solve_challenge

from intake.accounts.firms.actions import change_settings
from intake.accounts.firms.models import Firm
from intake.engagement.leads.models import Lead
from intake.portal.lead_forms.challenges import new_challenge
from tests.browsing import Browser

ORIGIN = "https://www.delgado.example.com"
EASY = "00"
_number = count(1)


def solved(altcha):
    """Return the challenge with its solution, as a browser's script computes it."""
    payload = json.loads(base64.b64decode(altcha))
    solution = solve_challenge(Challenge.from_dict(payload["challenge"]))
    return base64.b64encode(json.dumps(payload | {"solution": solution.to_dict()}).encode()).decode()


@pytest.fixture
def visitor(app):
    """The browser of an unknown visitor."""
    return Browser(app)


@pytest.fixture
def open_form(firm):
    """Switch the firm's form on, and return its path: `open_form(practice_areas=["family_law"])`."""
    def switch_on(**values):
        settings = {"enabled": True, "practice_areas": ["family_law", "immigration"], "allowed_origins": [ORIGIN],
                    "notify": []} | values
        change_settings(firm, settings={"lead_forms": settings})
        return f"/start/{Firm.fetch(firm.id).slug}"

    return switch_on


@pytest.fixture
def filled(firm):
    """Return the fields that a person sends: `filled(last_name="Silva")`; `None` omits a field."""
    slug = Firm.fetch(firm.id).slug

    def fill(age=60, is_solved=True, **changes):
        made_at = time.time() - age
        challenge = new_challenge(slug, made_at, EASY)
        given = {"altcha": solved(challenge) if is_solved else challenge, "first_name": "Ana", "last_name": "Silva",
                 "email": f"ana.{next(_number)}.{firm.id[-6:].lower()}@example.com", "practice_area": "family_law",
                 "understood": "yes"} | changes
        return {name: value for name, value in given.items() if value is not None}

    return fill


@pytest.fixture
def leads_of(firm):
    """The leads of the firm, the oldest first."""
    return lambda: list(Lead.of(firm).order_by(Lead.created_at, Lead.id))
