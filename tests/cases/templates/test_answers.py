"""Checking the answers to an intake form."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from intake.cases.templates.answers import check_answers, explain, find_doubts, parse_answer
from intake.cases.templates.question_types import QUESTION_TYPES
from intake.cases.templates.questions import form_in
from intake.core import clock
from intake.core.clock import now
from intake.web.translation import dictionary

OPTIONS = ["Married", "Single", "Widowed"]
FIELDS = [{"id": id, "type": type, "label": label, "required": id == "name", "options": options, "when": None,
           "translations": {}} for id, type, label, options in (
    ("name", "text", "Name", []), ("born", "date", "Born", []), ("school", "yes_no", "At school?", []),
    ("lives", "choice", "Lives with", OPTIONS), ("home", "address", "Home", []), ("call", "phone", "Telephone", []))]
LEO = {"name": " Leo ", "born": {"month": "3", "day": "14", "year": "2015"}, "school": "yes"}
KEPT = {"name": "Leo", "born": "2015-03-14", "school": True}


def question(type="text", id="q", **values):
    return {"id": id, "type": type, "label": "?", "help": None, "section": None, "required": False, "when": None,
            "shown_if": None, "options": OPTIONS if type in ("choice", "choices") else [], "translations": {},
            **({"fields": FIELDS, "entry_label": "Child", "min_entries": 0, "max_entries": 3}
               if type == "list" else {})} | values


@pytest.mark.parametrize(("type", "given", "kept"), [
    ("text", "  Ana  Silva ", "Ana Silva"), ("text", "a\nb\tc", "a b c"), ("text", "<b>", "<b>"),
    ("text", "x" * 500, "x" * 500),
    ("long_text", " a\r\nb\r\r\n ", "a\nb"), ("long_text", "x" * 10_000, "x" * 10_000),
    ("choice", "Single", "Single"), ("choice", " Single ", "Single"),
    ("choices", ["Widowed", "Married", "Married"], ["Married", "Widowed"]), ("choices", "Single", ["Single"]),
    ("date", "2024-02-29", "2024-02-29"), ("date", " 1900-01-01 ", "1900-01-01"),
    ("date", {"month": "2", "day": "29", "year": "2024"}, "2024-02-29"),
    ("date", "\u20662024-02-29\u2069", "2024-02-29"),
    ("date", {"month": "\u200e٢", "day": "２９\u200b", "year": "2024\u00ad"}, "2024-02-29"),
    ("number", 5, 5), ("number", -1.5, -1.5), ("number", "0", 0), ("number", "$1,234,567.50", 1234567.5),
    ("number", "-12", -12), ("number", "0.500", 0.5), ("number", "6.125", 6.125), ("number", "007", 7),
    ("number", "١٢", 12), ("number", "\u200e4\u00ad2\ufeff", 42), ("number", "\N{MINUS SIGN}5", -5),
    ("number", "1\u00a0200", 1200),
    ("money", "$1,200.50", 1200.5), ("money", 0, 0), ("money", "12", 12), ("money", "US$1,200", 1200),
    ("money", "\u202a1 200 000.50 USD\u202c", 1200000.5), ("money", "1200$", 1200),
    ("yes_no", True, True), ("yes_no", False, False), ("yes_no", "yes", True), ("yes_no", "No", False),
    ("yes_no", "true", True), ("yes_no", "false", False),
    ("email", " ana@example.com ", "ana@example.com"),
    ("email", "\u200eana@exam\u00adple.com\ufeff", "ana@example.com"),
    ("phone", "(518) 555-0142", "+15185550142"), ("phone", "1-518-555-0142", "+15185550142"),
    ("phone", "+52 1 55 1234 5678", "+525512345678"),
    ("phone", "\u202a+1 \u200e(518) 555\u20110142\u202c", "+15185550142"),
    ("phone", "518.555.0142", "+15185550142"), ("phone", "+52 55 1234 5678", "+525512345678"),
    ("phone", "011 44 20 7946 0958", "+442079460958"), ("phone", "1-800-FLOWERS", "+18003569377"),
    ("address", {"line1": " 1 Main St ", "city": "Albany", "zip": "12207", "state": " ", "country": "US"},
     {"line1": "1 Main St", "city": "Albany", "zip": "12207"}),
    ("address", {"line1": "1 Main St", "city": "Albany", "zip": "12207-0001", "state": "new york"},
     {"line1": "1 Main St", "city": "Albany", "zip": "12207-0001", "state": "NY"}),
    ("address", {"line1": "1 Whitehall", "city": "London", "zip": "SW1A 2NS", "state": "England"},
     {"line1": "1 Whitehall", "city": "London", "zip": "SW1A 2NS", "state": "England"}),
    ("address", {"line1": "1 Main St", "city": "Albany", "zip": "\u200e１２２０７", "state": "NY\u200b"},
     {"line1": "1 Main St", "city": "Albany", "zip": "12207", "state": "NY"}),
    ("list", [LEO, {}, {"name": "", "home": {"city": " "}}, {"name": "Mia", "lives": "Single"}],
     [KEPT, {"name": "Mia", "lives": "Single"}]),
], ids=lambda value: repr(value)[:40])
def test_clean_answers(type, given, kept):
    clean, problems = check_answers([question(type)], {"q": given})

    assert (clean, problems) == ({"q": kept}, {})
    assert type not in ("yes_no", "number") or isinstance(clean["q"], bool) == isinstance(kept, bool)


@pytest.mark.parametrize("type", QUESTION_TYPES)
@pytest.mark.parametrize("given", [None, "", "   ", "\u00a0\ufeff", []], ids=repr)
def test_a_blank_is_no_answer(type, given):
    assert check_answers([question(type)], {"q": given}) == ({}, {})
    assert check_answers([question(type, required=True)], {"q": given}, partial=True) == ({}, {})
    assert check_answers([question(type, required=True)], {"q": given}) == ({}, {"q": "Please answer this question."})


def test_an_address_of_blanks_is_no_answer():
    assert check_answers([question("address")], {"q": {"line1": "", "city": "  "}}) == ({}, {})
    assert check_answers([question("address", required=True)], {"q": {}})[1] == {"q": "Please answer this question."}


@pytest.mark.parametrize(("type", "given"), [
    ("text", "x" * 501), ("text", 5), ("text", True), ("text", ["a"]), ("text", {"a": 1}), ("text", "a\x00"),
    ("text", "\ud800"),
    ("long_text", "x" * 10_001), ("long_text", 5),
    ("choice", "single"), ("choice", ["Single"]), ("choice", {"Single": 1}), ("choice", True),
    ("choices", ["Single", "x"]), ("choices", [["Single"]]), ("choices", {"Single": 1}), ("choices", [None]),
    ("choices", 5),
    ("date", "2023-02-29"), ("date", "02/03/2024"), ("date", "0024-01-01"), ("date", 20240101), ("date", "20240101"),
    ("date", {}), ("date", {"month": 2, "day": 28, "year": 2024}), ("date", {"month": ["2"]}),
    ("number", "one"), ("number", "1,2,3"), ("number", "1.2.3"), ("number", True), ("number", "1e9"), ("number", "nan"),
    ("number", "1 20"), ("number", "1 200,000"),
    ("number", float("nan")), ("number", float("inf")), ("number", 10**400),
    ("number", "9" * 400), ("number", [1]),
    ("number", "45.000"), ("money", "1.500"),  # thousands, in languages that separate them with a full stop
    ("money", "-1"), ("money", "1.005"), ("money", "much"), ("money", True), ("money", 1e15), ("money", float("nan")),
    ("yes_no", "perhaps"), ("yes_no", 1), ("yes_no", 0), ("yes_no", {"a": 1}),
    ("email", "ana"), ("email", "a@"), ("email", "x" * 250 + "@example.com"), ("email", 5),
    ("email", ["a@example.com"]),
    ("phone", "555-0142"), ("phone", "call me"), ("phone", "+1"), ("phone", 5185550142), ("phone", "1" * 300),
    ("phone", "518 555 0142 ext 5"), ("phone", "+999 12345678"),
    ("address", {"line1": "a", "city": "b", "zip": "abc"}),
    ("address", {"line1": "a", "city": "b", "state": "NY", "zip": "SW1A 2NS"}),
    ("address", "1 Main St"), ("address", {"line1": "1 Main St"}), ("address", {"city": "Albany"}), ("address", ["a"]),
    ("address", {"line1": 5, "city": "Albany"}), ("address", {"line1": "a\x00", "city": "b"}),
    ("address", {"line1": "x" * 501, "city": "b"}),
    ("list", "Leo"), ("list", {"name": "Leo"}), ("list", ["Leo"]), ("list", [{"born": "2015-03-14"}]),
    ("list", [{"name": "Leo", "age": 5}]), ("list", [{"name": "Leo"}] * 4), ("list", [{}] * 51),
], ids=lambda value: repr(value)[:40])
def test_invalid_answers_are_refused(type, given):
    for partial in (False, True):
        clean, problems = check_answers([question(type)], {"q": given}, partial=partial)

        assert clean == {} or (partial and type == "list")
        assert problems["q"] in dictionary("es")


def test_a_list_names_wrong_fields_and_a_partial_form_keeps_the_rest():
    form, typed = [question("list", min_entries=2)], [KEPT, {"born": "2015-02-30", "call": "+10005550142"}]
    assert explain(form, {"q": typed}, {"q": problem_of(form, typed), "x": "?"}) == {"x": ["?"], "q": {1: {
        "name": ["Please answer this question."],
        "born": ["Please enter a date that exists, with the year in four digits."]}}}
    assert check_answers(form, {"q": typed}, partial=True)[0] == {"q": [KEPT, {"call": "+10005550142"}]}
    assert explain(form, {"q": [KEPT]}, {"q": problem_of(form, [KEPT])}) == {"q": ["Please fill in more of these."]}

    [shown], lines = form_in("en", form), [
        "Child 1", "Name: Leo", "Born: March 14, 2015", "At school? Yes", "", "Child 2", "Lives with: Single"]
    assert QUESTION_TYPES["list"].format([KEPT, {"lives": "Single"}], shown, "en") == lines


def problem_of(form, typed):
    return check_answers(form, {"q": typed})[1]["q"]


def day(years):
    return (now() + timedelta(days=365.25 * years)).date().isoformat()


@pytest.fixture
def noon_of():
    """Move the clock to noon of a day, in UTC."""
    yield lambda day: clock.set_ahead(datetime.combine(day, time(12), UTC) - clock.machine_now())
    clock.set_ahead(timedelta())


@pytest.mark.parametrize(("when", "given", "is_valid", "is_doubted"), [
    ("birth", day(-30), True, False), ("birth", day(-1), True, True), ("birth", "1905-03-01", True, True),
    ("birth", "2150-01-01", False, False), ("birth", day(0.01), False, False),
    ("past", day(-0.01), True, False), ("past", "1905-03-01", True, True), ("past", day(0.01), False, False),
    ("future", day(0.1), True, False), ("future", day(-0.1), True, True), ("future", day(11), True, True),
    (None, "1905-03-01", True, False), (None, "2150-01-01", True, False),
])
def test_a_date_is_on_the_right_side_of_today(when, given, is_valid, is_doubted):
    form = [question("date", when=when)]
    clean, problems = check_answers(form, {"q": given})

    assert bool(clean) is is_valid is not bool(problems)
    assert bool(find_doubts(form, clean)) is is_doubted


@pytest.mark.parametrize(("when", "today", "given", "is_doubted"), [
    ("birth", "2030-11-29", "2016-11-29", False), ("birth", "2030-11-29", "2016-12-01", True),  # is and is not yet 14
    ("birth", "2030-11-29", "2016-11-30", False),  # is 14 where it is tomorrow already
    ("birth", "2030-02-27", "2016-02-29", True), ("birth", "2030-03-01", "2016-02-29", False),
    ("birth", "2030-11-29", "1930-11-29", False), ("past", "2030-11-29", "1930-11-28", True),
    ("past", "2128-02-29", "2028-02-29", False), ("past", "2128-03-01", "2028-02-29", True),
    ("future", "2028-02-29", "2038-03-01", False), ("future", "2028-02-29", "2038-03-02", True),
    ("future", "2028-02-29", "2028-02-29", False), ("future", "2028-03-01", "2028-02-29", True),
])
def test_ages_are_counted_in_years_of_the_calendar(when, today, given, is_doubted, noon_of):
    noon_of(date.fromisoformat(today))
    assert bool(find_doubts([question("date", when=when)], {"q": given})) is is_doubted


@pytest.mark.parametrize(("type", "answer", "is_doubted"), [
    ("money", 10_000_001, True), ("money", 10_000_000, False), ("text", "x", False),
    ("phone", "+15185550142", False), ("phone", "+10005550142", True),
    ("address", {"line1": "a", "city": "b"}, False),
    ("address", {"line1": "a", "city": "b", "zip": "75001-1234"}, False),
    ("address", {"line1": "a", "city": "b", "state": "NY", "zip": "12207"}, False),
    ("address", {"line1": "a", "city": "b", "state": "England"}, True),
    ("address", {"line1": "a", "city": "b", "zip": "SW1A 2NS"}, True),
    ("list", [{"call": "+15185550142"}], False), ("list", [{"call": "+10005550142"}], True),
])
def test_what_is_unlikely_is_asked_again(type, answer, is_doubted):
    doubts = find_doubts([question(type)], {"q": answer})

    assert set(doubts) == ({"q"} if is_doubted else set())
    assert set(doubts.values()) <= dictionary("es").keys()


CHAIN = [
    question("yes_no", "married", required=True),
    question("yes_no", "children", required=True, shown_if={"question": "married", "equals": True}),
    question("text", "names", required=True, shown_if={"question": "children", "equals": True}),
    question("text", "why_not", shown_if={"question": "children", "equals": False}),
]


@pytest.mark.parametrize(("answers", "kept", "missing"), [
    ({}, set(), {"married"}),
    ({"married": "no", "children": "yes", "names": "Leo"}, {"married"}, set()),
    ({"married": "yes", "names": "Leo"}, {"married"}, {"children"}),
    ({"married": "yes", "children": "yes"}, {"married", "children"}, {"names"}),
    ({"married": "yes", "children": "yes", "names": "Leo", "why_not": "x"}, {"married", "children", "names"}, set()),
    ({"married": "yes", "children": "no", "names": 5, "why_not": "x"}, {"married", "children", "why_not"}, set()),
    ({"children": "yes", "names": "Leo"}, set(), {"married"}),
    ({"married": "maybe", "children": "yes"}, set(), {"married"}),
    ({"married": True, "children": True, "names": "Leo", "csrf": "x", "": 1}, {"married", "children", "names"}, set()),
])
def test_hidden_questions_are_neither_required_nor_kept(answers, kept, missing):
    clean, problems = check_answers(CHAIN, answers)

    assert (clean.keys(), problems.keys()) == (kept, missing)
    assert check_answers(CHAIN, answers, partial=True)[0] == clean


@pytest.mark.parametrize(("type", "answer", "equals", "is_asked"), [
    ("choice", "Single", "Single", True), ("choice", "Married", "Single", False),
    ("choices", ["Married", "Single"], "Single", True), ("choices", ["Married"], "Single", False),
    ("number", "1", 1, True), ("number", 1.0, 1, True), ("number", 2, 1, False),
    ("yes_no", "no", False, True), ("yes_no", None, False, False),
    ("text", "new york", "New York", True), ("date", "2026-01-01", "2026-01-01", True),
])
def test_conditions_compare_clean_answers(type, answer, equals, is_asked):
    form = [question(type, "first"), question("text", "then", shown_if={"question": "first", "equals": equals})]

    assert ("then" in check_answers(form, {"first": answer, "then": "x"})[0]) == is_asked


def test_a_clean_answer_is_parsed_to_itself():
    """Pages check answers again that have already been checked."""
    given = {"text": "a b", "long_text": "a\nb", "choice": "Single", "choices": ["Single"], "date": "2026-01-01",
             "number": "1,200.5", "money": "$9.99", "yes_no": "no", "email": "a@example.com", "phone": "518 555 0142",
             "address": {"line1": "a", "city": "b"}, "list": [LEO]}
    assert given.keys() == {*QUESTION_TYPES}
    for type, answer in given.items():
        kept = parse_answer(question(type), answer)
        assert parse_answer(question(type), kept) == kept
