"""Fixtures of uploading with an intake link."""

import re

import pytest

from intake.cases.documents.models import DocumentRequest


@pytest.fixture
def send(portal):
    """Send JSON as the page's script does: `send("/uploads/upl_…/confirm")`."""
    token = re.search(r'data-csrf="(\w+)"', portal.get("/documents").text)[1]

    def post(place, body=None, path=None, **headers):
        return portal.browser.open("POST", path or portal.path(place), json=body or {},
                                   headers={"Accept": "application/json", "X-CSRF-Token": token} | headers)

    return post


@pytest.fixture
def document(portal):
    """The client's document request."""
    return DocumentRequest.of(portal.link).where(DocumentRequest.matter_id == portal.link.matter_id).get()
