"""A browser in which a person of the firm is signed in."""

from datetime import timedelta

import pytest

from intake.accounts.sessions import actions as sessions
from tests.builders import a_user

DESKTOP = {"viewport": {"width": 1280, "height": 900}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}


@pytest.fixture
def desk_of(phone_of, firm, site):
    """Open a browser in which a person is signed in: `desk_of("es", role="admin", **options)`."""
    def open_it(language="en", role="paralegal", **options):
        desk = phone_of(language, **options)
        user = a_user(firm, role)
        user.change(created_at=user.created_at - timedelta(days=1))  # records older than the account count as read
        token = sessions.begin(user)
        desk.context.add_cookies([{"name": "intake_session", "value": token, "url": site.url}])
        return desk

    return open_it
