"""Fixtures: a client with an intake link, and the browser in which they open it."""

import re
from dataclasses import dataclass

import pytest

from intake.accounts.firms.models import Firm
from intake.cases.intake_forms.models import IntakeForm
from intake.cases.matters.models import Matter
from intake.portal.links.models import IntakeLink
from tests.browsing import Browser
from tests.builders import a_client, a_document, a_matter, a_template, an_intake_link


@dataclass
class Portal:
    """A client's browser at their link: `portal.get("/form")`, `portal.submit("/form/1", **{"q.full_name": "Ana"})`."""

    browser: Browser
    link: IntakeLink

    def path(self, place=""):
        return f"/p/{self.link.token}{place}"

    def get(self, place="", **options):
        return self.browser.get(self.path(place), **options)

    def post(self, place, form, **options):
        return self.browser.post(self.path(place), form, **options)

    def submit(self, place, **answers):
        """Open the page, fill in its form and send it."""
        return self.browser.submit(self.path(place), self.path(place), **answers)

    def fields(self, place):
        """Return the fields that the page's form would send unchanged."""
        return self.browser.form(self.path(place), self.path(place)).fields

    @property
    def matter(self):
        return Matter.fetch(self.link, self.link.matter_id)

    @property
    def form(self):
        return IntakeForm.of_matter(self.matter).get()

    @property
    def completed(self):
        return IntakeLink.for_job(self.link.id).completed_at is not None


@pytest.fixture
def portal_of(app, firm):
    """Create a portal: `portal_of(documents=2, form=[…], client={…})`."""

    def make(documents=0, form=None, client=None, scope=firm, headers=None, **values):
        template = a_template(scope, **({"form": form} if form is not None else {}))
        matter = a_matter(scope, client_id=a_client(scope, **(client or {})).id, intake_template_id=template.id)
        for _ in range(documents):
            a_document(scope, matter)
        return Portal(Browser(app, **headers or {}), an_intake_link(scope, matter, **values))

    return make


@pytest.fixture
def portal(portal_of):
    """A client with a short form and one requested document."""
    return portal_of(documents=1)


@pytest.fixture
def branded(firm):
    """Change the firm: `branded(phone="+15185550142", settings={…})`."""
    return lambda **values: Firm.fetch(firm.id).change(**values)


def heading(answer):
    """The page's heading as text."""
    return " ".join(re.search(r"<h1[^>]*>(.*?)</h1>", answer.text, re.DOTALL)[1].split())
