"""Tests with real Chromium on the real server: clients with their phones.

Playwright drives the installed Chromium, preferably the headless shell, which takes half the time; without one, these
tests are skipped. Screenshots are kept in the folder named by ARTIFACTS.
"""

import os
from contextlib import closing
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import sync_playwright

from local.chromium import QUIET
from local.chromium import installed as chromium_installed
from tests.builders import a_client, a_matter, an_intake_link
from tests.engine.worker.conftest import process_of  # noqa: F401  (fixtures)
from tests.stand_ins.clio import Clio
from tests.stand_ins.stripe_pages import StripeWithPages
from tests.stand_ins.tcp_proxy import TcpProxy
from tests.web_server import Gunicorn

from .desk import desk_of  # noqa: F401  (fixtures)
from .phone import Phone
from .windows import Windows

_FINGERS = "--blink-settings=primaryPointerType=2,availablePointerTypes=2,primaryHoverType=1,availableHoverTypes=1"
"""Emulates a touch screen without hovering."""

_SCRIPTS = "--js-flags=--no-maglev --turbo-filter=digest"
"""Optimizing axe-core takes longer than it saves, as each page runs it once; only the puzzle of lead forms needs it."""

_FEATURES = ("--disable-features=RenderDocument,AvoidCorsURLLoaderRestartOnRedirect,"
             "AvoidUnnecessaryBeforeUnloadCheckSync,HttpsUpgrades,PaintHolding,ThirdPartyStoragePartitioning")
"""Shows each page where the one before it was shown: preparing a new place takes a quarter of the time for a page. The
further ones are Playwright's, whose list this one replaces.
"""


@pytest.fixture(scope="package")
def chromium():
    """The browser. It ends with this folder's tests, because Playwright keeps an event loop running in the thread."""
    program = chromium_installed()
    if program is None:
        pytest.skip("the pages were opened in no browser: Chromium is not installed")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*QUIET, _FINGERS, _SCRIPTS, _FEATURES])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def line(services):
    """The network line between the browser and the storage."""
    with TcpProxy(urlsplit(services.env["S3_ENDPOINT_URL"]).netloc) as line:
        yield line


@pytest.fixture(scope="package")
def clio():
    """A stand-in for Clio."""
    with Clio() as clio:
        yield clio


@pytest.fixture(scope="package")
def stripe(services):
    """A stand-in for Stripe, with pages for paying."""
    with StripeWithPages() as stripe:
        stripe.webhook_url = f"{services.env['APP_URL']}/api/v1/billing/webhooks"
        yield stripe


@pytest.fixture(scope="package")
def site(app, services, line, clio, stripe):
    """Run Intake for the browser, registered at Clio and Stripe; files go to storage through the line."""
    with Gunicorn(services, int(services.env["PORT"]), S3_PUBLIC_ENDPOINT_URL=line.url, **clio.settings(),
                  **stripe.settings()).running() as site:
        yield site


@pytest.fixture(scope="session")
def artifacts():
    """The folder for screenshots; None unless they are wanted, as they take long."""
    if not os.environ.get("ARTIFACTS"):
        return None
    folder = Path(os.environ["ARTIFACTS"])
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="package")
def windows(chromium, site):
    """The browser's windows for the site."""
    with closing(Windows(chromium, site.url)) as windows:
        yield windows


@pytest.fixture
def phone_of(windows, artifacts):
    """Make a phone: `phone_of("es")`, `phone_of(java_script_enabled=False)`. At the end, check for errors."""
    phones = []

    def make(language="en", **options):
        phones.append(Phone(windows, artifacts, language, **options))
        return phones[-1]

    yield make
    for phone in phones:
        phone.assert_no_errors()


@pytest.fixture
def phone(phone_of):
    """A phone in English."""
    return phone_of()


@pytest.fixture
def matter(firm):
    """A matter with a client and without requests."""
    return a_matter(firm, client_id=a_client(firm, email="ana@example.com").id, title="Silva divorce")


@pytest.fixture
def link(firm, matter):
    """The matter's intake link."""
    return an_intake_link(firm, matter)
