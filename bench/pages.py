"""The console's pages at 10,000 matters and 10,000 waiting files: `python -m bench pages > docs/console.md`.

Every page of the console is opened as an admin of the large firm: first without a browser, for the server's time and
the statements, then in Chromium with a processor slowed down four times.
"""

import gzip
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import psycopg2
import requests
from playwright.sync_api import Error, sync_playwright

from bench.target import INTAKE, prepared
from intake.accounts.sessions import actions as sessions
from intake.accounts.users.actions import add
from intake.core.db import db
from intake.portal.links.actions import create as create_link
from local import chromium

SLOWED = 4
ROUNDS = 7
LIMITS = {"server": 60, "statements": 5, "weight": 150, "interaction": 200, "shift": 0.01}
"""Milliseconds, statements (including those for the session and the badges), KB, milliseconds, and the layout shift."""

_PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
_ASSET = re.compile(r'(?:href|src)="(/static/[^"]+[.](?:css|js))"')
_WATCH = """
window.longest = 0; window.shift = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) window.longest = Math.max(window.longest, each.duration);
}).observe({ type: "event", durationThreshold: 16, buffered: true });
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""


@dataclass
class Measured:
    """The measurements for a page."""

    path: str
    server: float
    statements: int
    weight: float
    interaction: float = 0
    shift: float = 0


def main(quick=False):
    """Measure every page and print the document."""
    with tempfile.TemporaryDirectory(prefix="intake-bench-") as directory, prepared(directory, quick) as target:
        app = target.app()
        with app.app_context():
            token = sessions.begin(add(target.firms.large, "bench@example.com", "admin", "correct horse battery"))
            ids = _fill(target)
            create_link(target.firms.large, ids["matter_id"], channels=[])
            paths = _paths(app, ids)
            with target.serving(INTAKE) as (server,):
                address = f"http://127.0.0.1:{server.port}"
                measured = [each for rule, path in paths.items()
                            if (each := _alone(app, address, path, rule, token))]
                _in_browser(address, token, measured, paths)
        print(_document(measured, target.firms.active), end="")


def _fill(target):
    """Add the rows of the pages, and return an id for every path parameter."""
    sql = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    firm = target.firms.large.id
    connection = psycopg2.connect(target.env["DATABASE_URL"])
    try:
        with connection.cursor() as cursor:
            cursor.execute(sql, {"firm": firm})
            cursor.execute("""SELECT m.id, m.client_id, d.id, l.id FROM matters m
                JOIN document_requests d ON d.matter_id = m.id JOIN deadlines l ON l.matter_id = m.id
                WHERE m.firm_id = %s AND m.status = 'active' LIMIT 1""", [firm])
            found = cursor.fetchone()
            connection.commit()
            connection.autocommit = True
            cursor.execute("VACUUM ANALYZE")
    finally:
        connection.close()
    return dict(zip(("matter_id", "client_id", "document_id", "deadline_id"), found, strict=True))


def _paths(app, ids):
    """Return `{rule: path}` of every page for which the ids are sufficient."""
    pages = {}
    for rule in sorted(app.url_map.iter_rules(), key=lambda rule: rule.rule):
        contract = getattr(app.view_functions[rule.endpoint], "contract", None)
        if (contract and contract.sign_in and contract.permission and "GET" in rule.methods
                and ids.keys() >= rule.arguments):
            pages[_PARAMETER.sub(":id", rule.rule)] = _PARAMETER.sub(lambda name: ids[name[1]], rule.rule)
    return pages


def _alone(app, address, path, rule, token):
    """Return the measurements that need no browser; None if the address is not a page."""
    with requests.Session() as browser:
        browser.cookies.set("intake_session", token)
        page = browser.get(address + path)
        if page.status_code == 404:  # such as billing pages, which are not set up
            return None
        page.raise_for_status()
        if "<!doctype html>" not in page.text:
            return None
        times = []
        for _ in range(ROUNDS):
            start = time.perf_counter()
            browser.get(address + path)
            times.append((time.perf_counter() - start) * 1000)
        assets = [browser.get(address + asset) for asset in _ASSET.findall(page.text)]
    weight = sum(len(gzip.compress(answer.content)) for answer in (page, *assets)) / 1024
    return Measured(rule, median(times), _statements(app, path, token), weight)


def _statements(app, path, token):
    """Return the number of statements for opening the page a second time."""
    client, seen = app.test_client(), []
    client.set_cookie("intake_session", token)
    for _ in range(2):
        seen.clear()
        db.query_hooks.append(seen.append)
        try:
            with app.app_context():  # a new `g` for every request, as on a server
                client.get(path)
        finally:
            db.query_hooks.remove(seen.append)
    return len(seen)


def _in_browser(address, token, measured, paths):
    """Add the measurements that need a browser: open each page, then open the search by keyboard, type, close it."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.QUIET))
        context = browser.new_context(base_url=address, locale="en-US")
        context.add_cookies([{"name": "intake_session", "value": token, "url": address}])
        context.add_init_script(_WATCH)
        page = context.new_page()
        context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        for each in measured:
            page.goto(paths[each.path])
            if page.locator("[data-find]").count():
                page.evaluate("document.activeElement.blur()")
                for key in ("/", "s", "i", "Escape", "Tab", "Tab"):
                    page.keyboard.press(key)
                    page.wait_for_timeout(120)
            each.interaction, each.shift = _watched(page)
        browser.close()


def _watched(page):
    """Return the slowest interaction and the layout shift."""
    try:
        return page.evaluate("[window.longest, window.shift]")
    except Error:  # the page loads itself again while a file's pages are prepared
        page.wait_for_load_state()
        return page.evaluate("[window.longest, window.shift]")


def _document(measured, matters):
    head = f"""# The console in figures

Measured by `python -m bench pages > docs/console.md` as an admin of a firm with {matters:,} active matters and as many
waiting files, on the machine that ran it last. The server's time is the median of {ROUNDS} requests in a row; the
statements include that of the session and that of the badges; the weight is HTML, styles and scripts, compressed. The
interaction is the slowest of six keys with a processor slowed down {SLOWED} times, until the next paint. What misses
its limit is bold.

| Page | Server ≤ {LIMITS["server"]} ms | Statements ≤ {LIMITS["statements"]} | Weight ≤ {LIMITS["weight"]} KB \
| Interaction ≤ {LIMITS["interaction"]} ms | Layout shift |
|---|---:|---:|---:|---:|---:|
"""
    return head + "".join(
        f"| `{each.path}` | {_marked(each, 'server', '.0f')} | {_marked(each, 'statements', 'd')} "
        f"| {_marked(each, 'weight', '.0f')} | {_marked(each, 'interaction', '.0f')} "
        f"| {_marked(each, 'shift', '.3f')} |\n"
        for each in measured)


def _marked(measured, name, form):
    """Return the value, in bold if it is above its limit."""
    value = getattr(measured, name)
    return f"**{value:{form}}**" if value > LIMITS[name] else f"{value:{form}}"
