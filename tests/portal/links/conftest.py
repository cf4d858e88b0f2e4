"""Fixtures: clients who can be reached, their intake links, and the events of these."""

import pytest

from intake.cases.intake_forms.actions import ensure_form, save
from intake.portal.links.models import IntakeLink
from tests.builders import ANSWERS, a_client, a_document, a_matter, a_template, an_intake_link
from tests.core.answers import data
from tests.messaging.communications.conftest import mailing, reachable, twilio, write  # noqa: F401


@pytest.fixture
def matter(reachable):  # noqa: F811
    """A matter whose client can be reached."""
    return reachable()


@pytest.fixture
def make(api, matter):
    """Create the matter's link through the API and return it: `make(channels=["email"])`."""
    return lambda **body: data(api.post(f"/matters/{matter.id}/intake-link", body), 201)


@pytest.fixture
def links(firm):
    """Return the firm's links as they now are in the database, the oldest first."""
    return lambda: list(IntakeLink.of(firm).order_by(IntakeLink.created_at, IntakeLink.id))


@pytest.fixture
def payloads(announced):
    """Return the payloads of the firm's events of a type: `payloads("intake.completed")`."""
    return lambda type: [data for kind, data in announced() if kind == type]


@pytest.fixture
def intake(firm):
    """Create an intake and return its link: `intake(documents=2)`; `form=True` adds a filled-in, unsubmitted form."""

    def make(documents=1, form=True, scope=firm):
        template = a_template(scope) if form else None
        matter = a_matter(scope, client_id=a_client(scope).id, intake_template_id=template and template.id)
        for _ in range(documents):
            a_document(scope, matter)
        link = an_intake_link(scope, matter)
        if form:
            save(ensure_form(matter), ANSWERS, {})
        return link

    return make
