"""Single fields: each accepts only the API's strict form."""

from datetime import date

import pytest
from marshmallow import ValidationError, validate

from intake.core import fields

NO_TEXT = (None, [], {}, 5, 5.0, True, ["text"], {"text": 1})
UNSTORABLE = ("\0", "a\0b", "\ud800", "\udfff", "a\udc80b", "\ud83d")

REFUSED = [
    (fields.Text(5), (*NO_TEXT, *UNSTORABLE, "sixsix", "ﷺ" * 6)),
    (fields.Text(5, required=True), (*NO_TEXT, "", " ", "\t\n", "\u00a0\u2003", "\u3000", "\u200b", "\u202e", "\x01")),
    (fields.Text(5, not_blank=True), (*NO_TEXT, "", " ", "\ufeff", " \u200b \u00ad")),
    (fields.Choice(("open", "shut")), (*NO_TEXT, *UNSTORABLE, "", "Open", "ajar", ["open"])),
    (fields.Flag(), (None, 0, 1, "true", "false", "yes", "", 1.0, [], {}, [True])),
    (fields.Integer(), (None, "5", 5.0, 5.5, True, False, "", "٥", [], {}, [5])),
    (fields.QueryInteger(), ("", " 5", "5 ", "+5", "5.0", "1e3", "٣", "²", "0x5", "5\n", "--5", "9" * 19, "NaN")),
    (fields.Date(), (
        *NO_TEXT, "", "2026-02-30", "2026-13-01", "2026-00-10", "0000-01-01", "2026-1-1", "26-01-01", "20260101",
        "2026-W01-1", "2026-001", "2026-01-01T00:00:00Z", "2026-01-01 ", "2026-01-01\n", "٢٠٢٦-٠١-٠١", "2026/01/01",
        "+2026-01-01", "10000-01-01")),
    (fields.Phone(), (
        *NO_TEXT, "", "5551234567", "+", "+0555123456", "+1", "+123456", "+1234567890123456", "+1 555 1234567",
        "+1-555-123-4567", "+1555123456x", "+١٥٥٥١٢٣٤٥٦٧", "++15551234567", "+15551234567\n1", "0015551234567",
        "+1555\u200b1234567")),
    (fields.EmailAddress(), (
        *NO_TEXT, *UNSTORABLE, "", "ana", "ana@", "@example.com", "ana@example", "ana@@example.com", "a b@example.com",
        "ana@exam ple.com", "ana@example..com", "ana.@example.com", "ana@example.com\nBcc: x@example.com",
        "ana@example.com, bo@example.com", "<ana@example.com>", "ana@" + "x" * 250 + ".com", "ana@\u00fc\0.com")),
    (fields.Dict(keys=fields.Text(5)), ({"a": 1, " a": 2}, {"": 1, " ": 2})),
    (fields.JsonObject(), (None, [], "{}", "text", 5, True, [1], {"a": "\0"}, {"\0": 1}, {"\ud800": 1})),
]


@pytest.mark.parametrize(("field", "value"), [
    (fields.Text(9, required=True, validate=validate.Length(min=2)), " "),
    (fields.Phone(required=True), ""),
    (fields.EmailAddress(), "x" * 300),
])
def test_a_text_has_one_error(field, value):
    with pytest.raises(ValidationError) as invalid:
        field.deserialize(value)
    assert len(invalid.value.messages) == 1, invalid.value.messages


NO_OFFSET = "Must be a time such as 2026-11-20T14:00:00Z or …+01:00 (in a URL %2B01:00)."


@pytest.mark.parametrize(("field", "value", "sentence"), [
    (fields.Text(5), 5, "Must be a string."),
    (fields.Choice(("open", "shut")), None, "Field may not be null."),
    (fields.Choice(("open", "shut")), 5, "Must be a string."),
    (fields.EmailAddress(), "ana", "Must be an e-mail address, such as ana@example.com."),
    (fields.Date(), "20260101", "Must be a day of the calendar, such as 2026-11-20."),
    (fields.Date(), "2026-02-30", "Must be a day of the calendar, such as 2026-11-20."),
    (fields.Moment(), "2026-01-01", NO_OFFSET), (fields.Moment(), "2026-01-01T00:00:00 02:00", NO_OFFSET),
    (fields.Moment(), 1793491200, NO_OFFSET),
    (fields.Flag(), "yes", "Must be true or false."),
    (fields.Integer(), "5", "Must be a whole number, without quotes and point."),
    (fields.QueryInteger(), "9" * 19, "Must be a whole number of at most 18 digits."),
    (fields.List(fields.Text(5)), "text", "Must be a list."),
    (fields.JsonObject(), [], "Must be a JSON object."),
])
def test_what_is_refused_says_what_it_must_be(field, value, sentence):
    with pytest.raises(ValidationError) as refused:
        field.deserialize(value)
    assert refused.value.messages == [sentence]


def _is_accepted(field, value):
    try:
        field.deserialize(value)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(("field", "values"), REFUSED, ids=lambda value: type(value).__name__)
def test_invalid_values_are_refused(field, values):
    assert [value for value in values if _is_accepted(field, value)] == []


@pytest.mark.parametrize(("field", "given", "taken"), [
    (fields.Text(5), "  five5\n", "five5"),
    (fields.Text(5), "𝕏" * 5, "𝕏" * 5),
    (fields.Text(5), "   ", ""),
    (fields.Text(255), "Ana\x07\tLee\r\n\u202eLong", "Ana Lee Long"),
    (fields.Text(255), "two  spaces", "two  spaces"),
    (fields.Text(256), "a\n\tb", "a\n\tb"),
    (fields.Text(5), "\U0001f468", "\U0001f468"),
    (fields.Text(5, allow_none=True), None, None),
    (fields.Choice(("open", "shut")), "shut", "shut"),
    (fields.Flag(), False, False),
    (fields.Integer(), -5, -5),
    (fields.Integer(), 10**30, 10**30),
    (fields.QueryInteger(), "0020", 20),
    (fields.QueryInteger(), "-1", -1),
    (fields.Date(), "2028-02-29", date(2028, 2, 29)),
    (fields.Date(), "0001-01-01", date(1, 1, 1)),
    (fields.Date(), "9999-12-31", date(9999, 12, 31)),
    (fields.Phone(), " +15551234567 ", "+15551234567"),
    (fields.Phone(), "+123456789012345", "+123456789012345"),
    (fields.EmailAddress(), " Ana.Silva+x@Example.COM ", "Ana.Silva+x@Example.COM"),
    (fields.EmailAddress(), "\u202aana@exam\u00adple.com\u202c\ufeff", "ana@example.com"),
    (fields.JsonObject(), {"a": ["x", 1, 1.5, None, True, {"b": {}}]}, {"a": ["x", 1, 1.5, None, True, {"b": {}}]}),
])
def test_valid_value_is_accepted(field, given, taken):
    assert field.deserialize(given) == taken


@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "objects"])
def test_free_data_is_nested_at_most_a_hundred_levels_deep(wrap):
    def nested(levels):
        value = "\N{HERB}"
        for _ in range(levels - 1):
            value = wrap(value)
        return {"a": value}

    assert fields.JsonObject().deserialize(nested(100)) == nested(100)
    for levels in (101, 500, 900):
        with pytest.raises(ValidationError, match="deeper"):
            fields.JsonObject().deserialize(nested(levels))


def test_free_data_is_at_most_64_kib_as_utf_8():
    fitting = {"a": "é" * ((64 * 1024 - len('{"a": ""}')) // 2)}

    assert fields.JsonObject().deserialize(fitting) == fitting
    with pytest.raises(ValidationError, match="64 KiB"):
        fields.JsonObject().deserialize({"a": fitting["a"] + "é"})


def test_digits_of_numbers_that_postgres_writes_out_count():
    assert fields.JsonObject().deserialize({"a": [1e22, 1e-7], "e+": "1e+22"}) == {"a": [10**22, 1e-7], "e+": "1e+22"}
    with pytest.raises(ValidationError, match="64 KiB"):
        fields.JsonObject().deserialize({"a": [1e308] * 220})
