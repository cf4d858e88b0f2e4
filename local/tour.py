"""The pictures of docs/tour.md: `python -m local.tour` photographs the demo firm of a new local installation.

It needs Chromium and half a minute. The pictures in docs/images are overwritten.
"""

import io
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager

from PIL import Image
from playwright.sync_api import sync_playwright

from local import ROOT, chromium, ports
from local.demo import EMAIL

FOLDER = ROOT / "docs" / "images"
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 780}
COLORS = 64
LARGEST = 60_000
"""The maximum size of a picture in bytes."""

SECONDS = 90


def main():
    FOLDER.mkdir(exist_ok=True)
    with _installation() as (address, password), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.QUIET))
        desk = _signed_in(browser, address, password, viewport=DESK)
        for name, steps in TOUR.items():
            steps(desk)
            _keep(desk, name)
        phone = _signed_in(browser, address, password, viewport=PHONE, color_scheme="dark", has_touch=True)
        phone.goto("/matters")
        phone.get_by_role("link", name="Silva divorce").click()
        _keep(phone, "phone")
        browser.close()


def _review(page):
    page.goto("/review")
    page.wait_for_selector(".viewer img", timeout=SECONDS * 1000)
    for image in page.locator(".viewer img").all():
        image.evaluate("(image) => image.decode()")


def _search(page):
    page.goto("/matters")
    page.keyboard.press("/")
    page.keyboard.type("silva")
    page.wait_for_selector("#find .found a:has-text('Silva divorce')")


def _matter(page, tab=""):
    page.goto("/matters")
    page.get_by_role("link", name="Silva divorce").click()
    if tab:
        page.locator(".tabs").get_by_role("link", name=tab).click()


def _client(page):
    page.goto("/clients?search=ana+silva")
    page.locator("table.clients th a").first.click()


def _merge(page):
    _client(page)
    page.locator("main .more summary").click()
    page.get_by_role("link", name="Merge duplicates").click()
    page.locator(".entries a").first.click()


TOUR = {
    "review": _review,
    "matters": lambda page: page.goto("/matters"),
    "matter": _matter,
    "messages": lambda page: _matter(page, "Messages"),
    "deadlines": lambda page: _matter(page, "Deadlines"),
    "new-matter": lambda page: page.goto("/matters/new"),
    "client": _client,
    "merge": _merge,
    "search": _search,
    "notifications": lambda page: page.goto("/notifications"),
}
"""The pictures of the desktop layout in order, each with the steps that lead there."""


@contextmanager
def _installation():
    """Run a local installation with a new demo firm, and yield its address and the password."""
    with tempfile.TemporaryDirectory(prefix="intake-tour-") as directory, tempfile.TemporaryFile("a+") as output:
        with ports.reserved(1) as (port,):
            run = subprocess.Popen(
                [sys.executable, "-m", "local", "--with-parent"], cwd=ROOT, stdout=output, stderr=subprocess.STDOUT,
                env=os.environ | {"PORT": str(port), "LOCAL_DIR": directory})
        try:
            yield _started(run, output)
        finally:
            run.terminate()
            run.wait()


def _started(run, output):
    """Return the address and the password that the installation prints after starting."""
    until = time.monotonic() + SECONDS
    while run.poll() is None and time.monotonic() < until:
        output.seek(0)
        if found := re.search(r"Sign in at (\S+)/login as \S+ with the password (\S+)", output.read()):
            return found.groups()
        time.sleep(0.2)
    raise SystemExit("The local installation did not start.")


def _signed_in(browser, address, password, **options):
    page = browser.new_context(base_url=address, locale="en-US", **options).new_page()
    page.goto("/login")
    page.locator("#email").fill(EMAIL)
    page.locator("#password").fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url("**/review")
    return page


def _keep(page, name):
    """Save a picture of the page, with few colours."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    file = FOLDER / f"{name}.png"
    picture.quantize(COLORS, dither=Image.Dither.NONE).save(file, optimize=True)
    size = file.stat().st_size
    print(f"{file.relative_to(ROOT)}: {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"{file.name} has more than {LARGEST:,} bytes.")


if __name__ == "__main__":
    main()
