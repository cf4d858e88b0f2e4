"""Reading a date that is typed in three fields, or pasted into the first of them."""

import pytest

from intake.cases.templates.question_types import QUESTION_TYPES
from intake.cases.templates.question_types.question_type import InvalidAnswer

DATE = QUESTION_TYPES["date"]
NO_MONTH = "Please enter the month as a number from 1 to 12, or by its name, such as March."
EN, ES = ("month", "day", "year"), ("day", "month", "year")


def typed(order, *texts):
    """Return the typed answer of a page that has the fields in this order."""
    return DATE.from_fields("q.born", {"csrf": "x"} | {
        f"q.born.{part}": text for part, text in zip(order, texts, strict=True)}, {})


@pytest.mark.parametrize(("order", "texts"), [
    (EN, ("3", "5", "1980")), (EN, ("03", " 05 ", "1980 ")), (EN, ("March", "5th", "1980")),
    (EN, ("MAR.", "5", "1980")), (EN, ("marzo", "5", "1980")), (ES, ("5", "marzo", "1980")), (ES, ("5", "Mar", "1980")),
    (EN, ("1980-03-05", "", "")), (EN, ("3/5/1980", "", " ")), (EN, ("03.05.1980", "", "")), (EN, ("3 5 1980", "", "")),
    (EN, ("03051980", "", "")), (EN, ("March 5, 1980", "", "")), (EN, ("5 March 1980", "", "")),
    (EN, ("5th of Mar., 1980", "", "")), (EN, ("1980 March 5", "", "")),
    (ES, ("1980-03-05", "", "")), (ES, ("5/3/1980", "", "")), (ES, ("05-03-1980", "", "")), (ES, ("05031980", "", "")),
    (ES, ("5 de marzo de 1980", "", "")), (ES, ("5 de marzo del 1980", "", "")), (ES, ("March 5, 1980", "", "")),
])
def test_it_is_read_in_the_order_of_the_page(order, texts):
    assert typed(order, *texts) == "1980-03-05"


@pytest.mark.parametrize(("name", "number"), [
    ("enero", 1), ("Feb", 2), ("febrero", 2), ("abr", 4), ("May", 5), ("mayo", 5), ("jun", 6), ("Jul", 7), ("ago", 8),
    ("Aug", 8), ("Sept", 9), ("septiembre", 9), ("Setiembre", 9), ("set.", 9), ("oct", 10),
    ("noviembre", 11), ("dic.", 12), ("December", 12)])
def test_months_have_names(name, number):
    assert typed(EN, name, "1", "1980") == f"1980-{number:02}-01"


@pytest.mark.parametrize(("order", "texts", "wrong", "problem"), [
    (EN, ("3", "5", "80"), EN[2:], "Please enter the year with all four digits, such as 1980."),
    (EN, ("3", "5", ""), EN[2:], "Please enter the year with all four digits, such as 1980."),
    (EN, ("3/5/80", "", ""), EN[2:], "Please enter the year with all four digits, such as 1980."),
    (EN, ("13", "5", "1980"), EN[:1], NO_MONTH),
    (EN, ("ma", "5", "1980"), EN[:1], NO_MONTH),
    (EN, ("³", "5", "1980"), EN[:1], NO_MONTH),
    (EN, ("Marhc", "5", "1980"), EN[:1], NO_MONTH),
    (EN, ("3", "32", "1980"), EN[1:2], "Please enter the day as a number from 1 to 31."),
    (EN, ("3", "0", "1980"), EN[1:2], "Please enter the day as a number from 1 to 31."),
    (EN, ("2", "31", "1980"), EN[1:2], "February has only 29 days in that year. Please correct the day."),
    (EN, ("2", "29", "1981"), EN[1:2], "February has only 28 days in that year. Please correct the day."),
    (EN, ("2/29/1900", "", ""), EN[1:2], "February has only 28 days in that year. Please correct the day."),
    (ES, ("31", "abril", "1980"), EN[1:2], "That month has only 30 days. Please correct the day."),
    (EN, ("3", "5", "1899"), EN[2:], "Please enter a year from 1900 to 2199."),
    (EN, ("", "5", "80"), ("month", "year"), "Please enter the month, and the year with all four digits."),
    (EN, ("3", "", ""), EN[1:], "Please enter the day, and the year with all four digits."),
    (EN, ("", "", "1980"), EN[:2], "Please enter the month and the day, such as 3 and 15."),
    (EN, ("1980", "", ""), EN, "Please enter the month, the day, and the year with all four digits."),
    (EN, ("3/5/1980", "", "1980"), EN[:2], "Please enter the month and the day, such as 3 and 15."),
    (EN, ("", "3/5/1980", ""), EN, "Please enter the month, the day, and the year with all four digits."),
])
def test_what_is_wrong_is_named(order, texts, wrong, problem):
    answer = typed(order, *texts)
    with pytest.raises(InvalidAnswer) as refused:
        DATE.parse(answer, {})

    assert (str(refused.value), refused.value.parts) == (problem, wrong)
    assert DATE.wrong_parts(DATE.for_field(answer), {}, "en") == [part for part in EN if part in wrong]
    assert DATE.for_field(answer) == answer, "shown as it was typed, or divided"


def test_of_a_date_that_is_still_to_come_the_year_is_marked_if_it_is_too_late():
    for year, wrong in (("2150", ["year"]), ("1980", [])):
        shown = DATE.for_field(typed(EN, "12", "31", year))
        assert DATE.wrong_parts(shown, {"when": "birth"}, "en") == wrong


def test_nothing_typed_is_no_answer_and_no_field_none_at_all():
    assert (typed(EN, "", " ", ""), typed((), )) == ("", None)
    assert DATE.from_fields("q.born", {"q.born": "1980-03-05", "q.born.month": "4"}, {}) == "1980-03-05"
    assert DATE.from_fields("q.born", {"q.born.day": "4"}, {}) == {"month": "", "day": "4", "year": ""}
    assert DATE.from_fields("q.born", {"q.born.month": "1980-03-05"}, {}) == {
        "month": "1980-03-05", "day": "", "year": ""}
