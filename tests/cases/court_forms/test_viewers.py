"""A filled-in form looks the same in two viewers that share no code: pdfium, which Chromium uses, and Poppler.

Its fields are unusual: repeated names, meaningless names, menus, turned fields and boxes without an appearance.
"""

import io
import shutil
import subprocess

import pypdfium2
import pytest
from PIL import Image, ImageChops
from pypdf import PdfReader

from intake.cases.court_forms.actions import save_mapping
from tests.builders import a_court_form
from tests.stand_ins.court_form import awkward_form

from .conftest import ANSWERS

NAME = "Łucja Đặng-Müller"
DOTS_PER_INCH = 100
CELL = 8
"""Each viewer draws the edges of letters differently; cells of this many pixels are equally dark."""
ALIKE = 50
"""How much they may differ, of 255. A missing line of text makes a difference of 100."""
AREAS = {"text": (52, 752, 248, 766), "repeated": (52, 702, 248, 716), "shortened": (202, 632, 318, 646),
         "check": (52, 602, 64, 614), "turned by 90": (52, 302, 68, 448), "turned by 180": (222, 302, 368, 318),
         "turned by 270": (392, 302, 408, 448)}
"""The places of fields on the page: left, bottom, right and top."""


def by_pdfium(pdf):
    """Return a picture of each page, with its fields."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    return [page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("L") for page in document]


def by_poppler(pdf, folder):
    """Return a picture of each page, with its fields."""
    (folder / "form.pdf").write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(DOTS_PER_INCH), "-gray", folder / "form.pdf", folder / "page"], check=True,
                   timeout=60)
    return [Image.open(path) for path in sorted(folder.glob("page*.pgm"))]


def difference(one, other):
    """Return the greatest difference between cells of two pictures, of 255."""
    size = one.width // CELL, one.height // CELL
    cells = [picture.resize(size, Image.Resampling.BOX) for picture in (one, other)]
    return ImageChops.difference(*cells).getextrema()[1]


def is_written(picture, area):
    """Whether something dark is in the area."""
    left, bottom, right, top = (each * DOTS_PER_INCH / 72 for each in AREAS[area])
    field = picture.crop((round(left), round(picture.height - top), round(right), round(picture.height - bottom)))
    return sum(field.histogram()[:128]) > 9


def test_rare_fields_are_matched_and_look_the_same_in_pdfium_and_poppler(firm, matter_of, filled, tmp_path):
    texas = {"line1": "1 Main Street", "city": "Austin", "state": "TX", "zip": "78701"}
    matter = matter_of(ANSWERS | {"about": "We live apart."}, address=texas)
    rare = a_court_form(firm, awkward_form(), name="Cover sheet")
    proposed = rare.mapping.fields
    assert proposed == {
        "users1_name_full": "client.full_name", "users1_name_full__1": "client.full_name",
        "users1_name_full__2": "client.full_name", "Text12": "answers.about",
        "page1[0].Field_7[0]": "client.date_of_birth", "Check4": "answers.has_children",
        "relationship": "answers.relationship", "users1_address_state": "client.address.state"}
    turned = {f"turned{degrees}": f"text:Turned by {degrees}" for degrees in (90, 180, 270)}
    save_mapping(firm, rare.id, proposed | turned | {"Text13": "text:" + "very dark green " * 9})

    _, pdf = filled(matter, rare)
    fields = PdfReader(io.BytesIO(pdf)).get_fields()
    assert {name: field.get("/V") for name, field in fields.items()} == {
        "users1_name_full": NAME, "users1_name_full__1": NAME, "users1_name_full__2": NAME,
        "Text12": "We live apart.", "Text13": "See addendum, no. 1",
        "page1[0].Field_7[0]": "02/29/1984", "Check4": "/Yes", "relationship": "1", "users1_address_state": "Texas",
        **{name: source.removeprefix("text:") for name, source in turned.items()}}
    empty, shown = by_pdfium(awkward_form())[0], by_pdfium(pdf)
    assert len(shown) == 2  # the addendum is the last page
    assert {name: is_written(shown[0], name) for name in AREAS} == dict.fromkeys(AREAS, True)
    assert {name: is_written(empty, name) for name in AREAS} == dict.fromkeys(AREAS, False)

    if not shutil.which("pdftoppm"):
        pytest.skip("Poppler is not installed: the pictures of a second viewer were not compared")
    others = by_poppler(pdf, tmp_path)
    assert {name: is_written(others[0], name) for name in AREAS} == dict.fromkeys(AREAS, True)
    assert difference(others[0], empty) > ALIKE
    assert all(difference(one, other) < ALIKE for one, other in zip(shown, others, strict=True))
