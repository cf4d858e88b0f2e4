"""The files of the demo firm and the pictures of the tour."""

import io
import re

from PIL import Image
from pypdf import PdfReader

from intake.cases.templates.library import built_ins
from intake.engagement.leads.states import STATUSES
from local import ROOT
from local.demo_engagement import LEADS, PARTIES
from local.demo_files import letter, photo
from local.demo_keeping import OLD
from local.demo_records import CLIENTS, DEADLINES, MATTERS, TALKS
from local.tour import LARGEST, TOUR


def test_files_are_what_they_seem():
    pages = PdfReader(io.BytesIO(letter("Lease (copy)", "First\nline", "Páge two"))).pages
    assert ["Lease (copy)" in page.extract_text() for page in pages] == [True, True]
    assert "Páge two" in pages[1].extract_text()
    assert Image.open(io.BytesIO(photo("CARD", "Ana Silva"))).format == "JPEG"


def test_records_fit_each_other():
    titles = {title for title, *_ in MATTERS}
    assert {client for _, client, *_ in MATTERS} <= CLIENTS.keys()
    known = {each["case_type"] for each in built_ins().values()}
    assert {case_type for _, _, case_type, *_ in MATTERS} - {None} <= known
    assert TALKS.keys() | {title for title, *_ in DEADLINES} | {title for title, *_ in PARTIES} <= titles
    assert {client for _, client, *_ in OLD} <= CLIENTS.keys()
    assert {status for *_, status, _, _ in LEADS} == set(STATUSES)
    assert len(titles) == 12


def test_tour_shows_every_picture_and_none_is_large():
    shown = re.findall(r"!\[[^\]]+\]\(images/([\w-]+)[.]png\)", (ROOT / "docs/tour.md").read_text(encoding="utf-8"))
    files = {file.stem: file.stat().st_size for file in (ROOT / "docs/images").glob("*.png")}
    assert sorted(shown) == sorted(files) == sorted([*TOUR, "phone"])
    assert max(files.values()) <= LARGEST
