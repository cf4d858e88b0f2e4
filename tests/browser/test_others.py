"""The client's pages in WebKit and in Firefox: answers are saved, and photos become a document."""

import os

import pytest

from intake.cases.intake_forms.models import IntakeForm
from intake.cases.uploads.models import Upload
from tests.builders import a_document, a_template

from .others import Firefox, WebKit
from .test_pages import photo


@pytest.fixture(params=[WebKit, Firefox])
def browser(request, tmp_path):
    """A browser; the test is skipped unless the browser is installed and the test requested, as it takes long."""
    if not os.environ.get("OTHER_BROWSERS"):
        pytest.skip(f"the pages were not opened in {request.param.__name__}: OTHER_BROWSERS is not set")
    if not request.param.installed():
        pytest.skip(f"the pages were not opened in {request.param.__name__}: it is not installed")
    browser = request.param(tmp_path)
    try:
        yield browser
    finally:
        browser.close()


def test_client_answers_and_sends_photos(browser, site, firm, matter, link, tmp_path):
    matter.change(intake_template_id=a_template(firm).id)
    document = a_document(firm, matter, name="Passport", accepted_types=["application/pdf"])
    picture = tmp_path / "IMG_1.jpg"
    picture.write_bytes(photo())

    browser.open(f"{site.url}/p/{link.token}/form/1")
    browser.fill('[name="q.about"]', "It rained.")
    browser.click("form.answers button.wide")
    browser.sees("Do you have children?")
    assert IntakeForm.of_matter(matter).get().draft["about"] == "It rained."

    browser.evaluate("""document.querySelector("form.answers").prepend(document.createElement("select"));
        document.querySelector("select").add(new Option("A long answer. ".repeat(50)))""")
    assert browser.evaluate("return document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0

    browser.open(f"{site.url}/p/{link.token}/documents")
    for number in (1, 2):
        browser.fill(".choose input", str(picture))
        browser.sees(f"Page {number}")
    browser.click('[data-act="turn"]')
    browser.click('[data-act="crop"]')
    browser.click(".cropping [value=keep]")
    browser.sees("Send 2 pages")
    browser.click(".paging .send")
    browser.sees("1 of 1 complete")
    [upload] = Upload.of(firm).where(Upload.document_id == document.id)
    assert [page["turn"] for page in upload.photos] == [90, 0]
