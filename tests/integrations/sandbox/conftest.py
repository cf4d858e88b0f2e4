"""A sandbox besides the application of the other tests, on the same database."""

from datetime import timedelta

import pytest

from app import create_app
from config.settings import Settings
from intake.accounts.access.actions import create_key
from intake.accounts.permissions.scopes import SCOPES
from intake.core import clock
from intake.core.db import db
from tests.builders import CHEAP_HASH
from tests.conftest import Api
from tests.worker_in_steps import WorkerInSteps


@pytest.fixture(scope="session")
def sandbox_app(app, services):
    """The application as a sandbox."""
    sandbox = create_app(Settings.load(services.env | {"LOG_LEVEL": "WARNING", "ENVIRONMENT": "sandbox"}))
    sandbox.extensions["rate_limiter"] = app.extensions["rate_limiter"]
    sandbox.extensions["password_hash_method"] = CHEAP_HASH
    yield sandbox
    sandbox.extensions["safe_http"].close()


@pytest.fixture
def sandbox(sandbox_app):
    """The sandbox, in its context; afterwards its clock is reset to the machine's."""
    with sandbox_app.app_context():
        yield sandbox_app
        db.execute_sql("DELETE FROM test_clock")
        clock.set_ahead(timedelta())


@pytest.fixture
def sandbox_api_of(sandbox):
    """Make a client of the sandbox's API: `sandbox_api_of(firm, "matters:read")`, or with all scopes."""
    return lambda firm, *scopes: Api(sandbox, create_key(firm, "test key", scopes or SCOPES, sandbox=True)[1])


@pytest.fixture
def sandbox_api(sandbox_api_of, firm):
    """The firm's client of the sandbox's API, with all scopes."""
    return sandbox_api_of(firm)


@pytest.fixture
def sandbox_worker(sandbox, no_pending_work):
    """A worker of the sandbox that the test runs step by step."""
    return WorkerInSteps(sandbox, "sandbox")
