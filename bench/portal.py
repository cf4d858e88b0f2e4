"""A client's pages on an old phone and a slow line: first paint, layout shift and weight, with forty documents.

Every page is opened in a new browser with an empty cache: 1.6 Mbit/s, 150 ms, a processor slowed down four times.
"""

import gzip
import re
from statistics import median

import requests
from playwright.sync_api import sync_playwright

from bench.figures import at_most, plain
from bench.target import INTAKE
from intake.cases.clients.actions import create_client
from intake.cases.documents.actions import request_document
from intake.cases.matters.actions import create_matter
from intake.cases.templates.library import built_ins
from intake.portal.links.actions import create as create_link
from local import chromium

TITLE = "A client's pages on slow 4G, with 40 documents"
PAGES = ("", "/form/1", "/form/review", "/documents", "/done")
DOCUMENTS = 40
FIRST_PAINT, SHIFT, WEIGHT = 1000, 0.05, 100
"""Milliseconds, the layout shift, KB."""

WATCH_SHIFT = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shift += each.value;
}).observe({ type: "layout-shift", buffered: true });
"""
_FIRST_PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
_SLOWED = 4
_LINE = {"offline": False, "latency": 150, "downloadThroughput": 1_600_000 / 8, "uploadThroughput": 750_000 / 8}
_LOADED = re.compile(r'(?:src|href)="(/static/[^"]+|/p/colors/[^"]+)"')
_LATER = re.compile(r"<template.*?</template>", re.DOTALL)


def measure(target):
    app = target.app()
    with app.app_context(), target.serving(INTAKE) as (web,):
        address = f"http://127.0.0.1:{web.port}"
        path = f"/p/{_intake(target.firms.large).token}"
        return [figure for page in PAGES for figure in _figures(address, path, page, 3 if target.quick else 7)]


def _intake(firm):
    """Return the link of an intake with a long form and forty documents."""
    client = create_client(firm, first_name="Ana", last_name="Silva")
    template = max(built_ins().values(), key=lambda each: len(each["form"]))
    matter = create_matter(firm, title="Silva", practice_area="family_law", client_id=client.id,
                           intake_template_id=template["id"])
    for number in range(DOCUMENTS - len(template["documents"])):
        request_document(firm, matter.id, name=f"Bank statement {number}", category="Money", instructions="All pages.",
                         description="Every page, also those that are empty, from the first to the last.")
    return create_link(firm, matter.id, channels=[])


def _figures(address, path, page, rounds):
    """Return the figures of a page: its median paint, and its worst shift."""
    paints, shifts = zip(*(_opened(address, path + page) for _ in range(rounds)), strict=True)
    whole, compressed = _weight(address, path + page)
    name = page or "/"
    return [at_most(f"{name}: first paint", median(paints), FIRST_PAINT, " ms"),
            at_most(f"{name}: layout shift", max(shifts), SHIFT),
            at_most(f"{name}: weight", whole, WEIGHT, " KB"),
            plain(f"{name}: weight, compressed", compressed, " KB")]


def _opened(address, path):
    """Return the first paint and the layout shift of the page."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.QUIET))
        context = browser.new_context(
            base_url=address, locale="es-US", viewport={"width": 390, "height": 844}, device_scale_factor=2,
            is_mobile=True, has_touch=True)
        context.add_init_script(WATCH_SHIFT)
        page = context.new_page()
        tools = context.new_cdp_session(page)
        tools.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWED})
        tools.send("Network.enable")
        tools.send("Network.emulateNetworkConditions", _LINE)
        page.goto(path)
        page.wait_for_function(f"{_FIRST_PAINT} > 0")
        page.wait_for_load_state("networkidle")
        found = page.evaluate(f"[{_FIRST_PAINT}, window.shift]")
        browser.close()
    return found


def _weight(address, path):
    """Return the KB of the page with everything that it loads initially, uncompressed and compressed."""
    html = requests.get(address + path, timeout=10).content
    loaded = _LOADED.findall(_LATER.sub("", html.decode()))
    bodies = [html, *(requests.get(address + each, timeout=10).content for each in dict.fromkeys(loaded))]
    return sum(map(len, bodies)) / 1024, sum(len(gzip.compress(each)) for each in bodies) / 1024
