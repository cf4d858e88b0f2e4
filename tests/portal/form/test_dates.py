"""Dates in the form: in three fields, as typed until they are a date, or in one (docs/portal.md, "Dates")."""

import re
from datetime import date

import pytest

from tests.portal.conftest import Portal
from tests.portal.form.test_form import save, wrong_of

BORN = {"id": "born", "type": "date", "when": "birth", "label": "Born"}


def parts(**texts):
    return {f"q.born.{part}": text for part, text in texts.items()}


def test_parts_of_a_date_are_saved_as_typed_until_they_are_one(portal_of):
    portal = portal_of(form=[BORN])
    answer = portal.submit("/form/1", **parts(month="February", day="31", year="1981"))
    assert (answer.status_code, wrong_of(answer)) == (
        422, [("q.born", "February has only 28 days in that year. Please correct the day.")])
    assert re.findall(r'name="q.born.(\w+)"[^>]*aria-invalid', answer.text) == ["day"]
    assert '<a href="#q.born.day">Born</a>' in answer.text
    assert portal.form.draft["born"] == {"month": "February", "day": "31", "year": "1981"}
    assert "February has only 28 days" in portal.get("/form/review").text
    assert portal.get("/form").location == portal.path("/form/1")
    assert portal.post("/form/review", portal.fields("/form/1")).status_code == 422

    assert portal.submit("/form/1", **parts(day="28")).location == portal.path("/form/review")
    portal.submit("/form/review")
    assert (portal.form.draft, portal.form.answers) == ({"born": "1981-02-28"}, {"born": "1981-02-28"})


def test_a_date_of_birth_is_not_in_the_future(portal_of):
    born = {"id": "birth_date", "type": "date", "label": "Born"}
    portal = portal_of(form=[born, {"id": "children", "type": "list", "label": "Children", "fields": [born]}])
    sent = {name: {"month": "1", "day": "2", "year": "2190"}.get(name.rpartition(".")[2], value)
            for name, value in portal.fields("/form/1").items() if not name.endswith((".add", ".remove"))}
    assert portal.post("/form/1", sent).text.count("Please enter a date that is not in the future.") == 2


def test_a_date_in_one_field_is_accepted(portal_of):
    """Other programs send it so, and pages that were opened before dates had three fields."""
    portal = portal_of(form=[BORN])
    assert portal.submit("/form/1", **{"q.born": "1981-02-28"}).status_code == 303
    assert portal.submit("/form/1", **{"q.born": "1982-03-01"}).status_code == 303, "the three fields have the old date"
    assert portal.form.draft == {"born": "1982-03-01"}
    old = {"csrf": portal.fields("/form/1")["csrf"], "q.born": "02/31/1983"}
    refused = portal.post("/form/1", old)
    assert wrong_of(refused) == [("q.born", "Please enter a date that exists, with the year in four digits.")]
    assert portal.submit("/form/1", **{"q.born": ""}).status_code == 303
    assert portal.form.draft == {"born": ""}


def test_a_page_that_shows_a_date_changes_it_only_if_it_was_edited(app, portal_of):
    form = [BORN | {"id": "birth_date"}, {"id": "about", "type": "text", "label": "About"}]
    portal = portal_of(form=form, client={"date_of_birth": date(1980, 3, 5)})
    other = Portal(type(portal.browser)(app), portal.link)
    older = other.fields("/form/1")
    assert [older[f"q.birth_date.{part}"] for part in ("month", "day", "year")] == ["3", "5", "1980"]
    portal.submit("/form/1", **{"q.birth_date.day": "6"})
    assert portal.form.draft["birth_date"] == "1980-03-06"
    assert other.post("/form/1", older | {"q.about": "x"}).status_code == 303
    assert portal.form.draft == {"birth_date": "1980-03-06", "about": "x"}

    save(portal, **{"birth_date.year": ""})
    unfinished = other.fields("/form/1")
    save(portal, **{"birth_date.year": "1981"})
    other.post("/form/1", unfinished)
    assert portal.form.draft["birth_date"] == "1981-03-06"


def test_a_date_is_in_the_order_of_the_language(portal_of):
    portal = portal_of(form=[BORN])
    for language, labels, example in (("en", ["Month", "Day", "Year"], "For example: 4 28 1980"),
                                      ("es", ["Mes", "Año"], "Por ejemplo: 28 4 1980")):
        page = portal.get(f"/form/1?lang={language}").text
        assert [each for each in re.findall(r'<label for="q.born.\w+">(.*?)</label>', page) if each in labels] == labels
        assert f'<p class="hint" id="q.born-example">{example}</p>' in page
        assert re.search(r'<fieldset id="q.born"[^>]* aria-describedby="\s*q.born-example ', page)
    assert re.findall(r'<label for="q.born.\w+">(.*?)</label>', page) == ["Día", "Mes", "Año"]


@pytest.mark.parametrize(("question", "tokens"), [
    (BORN, ["bday-month", "bday-day", "bday-year"]),
    ({"id": "birth_date", "type": "date", "label": "Born"}, ["bday-month", "bday-day", "bday-year"]),
    ({"id": "spouse_birth_date", "type": "date", "when": "past", "label": "Born"}, []),
    ({"id": "born", "type": "date", "label": "Any"}, []),
])
def test_only_the_clients_own_date_of_birth_is_filled_in_by_browsers(portal_of, question, tokens):
    page = portal_of(form=[question]).get("/form/1").text
    assert re.findall('autocomplete="(bday.*?)"', page) == tokens
    assert page.count('inputmode="numeric"') == 3


def test_a_coming_date_has_the_calendar_of_the_browser(portal_of):
    portal = portal_of(form=[{"id": "born", "type": "date", "when": "future", "label": "Hearing"}])
    refused = portal.submit("/form/1", **{"q.born": "2027-02-30"})
    assert wrong_of(refused) == [("q.born", "Please enter a date that exists, with the year in four digits.")]
    assert '<a href="#q.born">Hearing</a>' in refused.text
    assert 'type="date" value="2027-02-30"' in refused.text
    assert portal.submit("/form/1", **{"q.born": "2199-12-31"}).status_code == 422, "doubted"
    assert 'type="date" value="2199-12-31"' in portal.get("/form/1").text


@pytest.mark.parametrize("texts", [
    {"month": "<b>"}, {"day": "'\"><script>"}, {"year": "\x00"}, {"month": "x" * 20_000}, {"year": "9" * 5_000},
    {"month": "3/" * 9_000}, {"month": "³", "day": "⑤", "year": "MCMLXXX"},
    {"month": "\u202e31", "day": "5", "year": "1980"},
    {"month": "3", "day": "-5", "year": "1980"}, {"month": "3", "day": "5", "year": "0000"},
    {"month": "3", "day": "5", "year": "1e99"}, {"month": "{example}", "day": "%s", "year": "{0}"}])
def test_hostile_parts_are_kept_as_text(portal_of, texts):
    portal = portal_of(form=[BORN | {"required": True}])
    answer = portal.submit("/form/1", **parts(**texts))
    assert answer.status_code == 422
    assert "<script>" not in answer.text.replace('<script src', "")
    assert portal.get("/form/1").status_code == 200
    assert portal.get("/form/review").status_code == 200
    kept = portal.form.draft.get("born")
    assert {part: text.replace("\0", "") for part, text in texts.items()}.items() <= {
        "month": "", "day": "", "year": "", **(kept or {})}.items()
    if "x" * 20_000 in texts.values():
        assert portal.submit("/form/1", **parts(month="x" * 20_001)).status_code == 413
