"""A body must be a JSON object, sent as `application/json` (docs/behaviour.md, "General rules")."""

import gzip
import json

import pytest
from marshmallow import ValidationError, validate

from intake.core import fields
from intake.core.errors import InvalidRequest
from intake.core.json_bodies import parse_object
from intake.core.schemas import Body, Patch
from tests.builders import a_client, a_matter

from .answers import data, refusal, wrong_fields

MATTER = b'{"title": "Smith v. Jones", "practice_area": "other"}'


@pytest.fixture
def send(api):
    """POST raw bytes to /matters: `send(b"…")`, as JSON unless another content type is given."""
    return lambda body, content_type="application/json": api.post(
        "/matters", data=body, headers={"Content-Type": content_type} if content_type else {})


@pytest.mark.parametrize("body", [
    b"", b" ", b"{", b"{]", b"nonsense", b"'{}'", b'{"title": }', b'{"title": "a",}', b'{"title": "a"} x', MATTER * 2,
    b"{'title': 'a'}", b'{"title": "a" // comment\n}', b'{"a": "tab\tinside"}', b"\xff\xfe", b'{"title": "\xff"}',
    b'{"a": NaN}', b'{"a": Infinity}', b'{"a": -Infinity}', b'{"a": 1e999}', b'{"a": -1e999}', b'{"a": 01}',
    b'{"a": .5}', b'{"a": ' + b"9" * 5000 + b"}",
    # no object
    b"[]", b"[{}]", b'"title"', b"5", b"5.5", b"true", b"null", b"[" + MATTER + b"]",
    # an object that has a name twice
    b'{"title": "Smith", "title": "Jones", "practice_area": "other"}',
    b'{"title": "Smith", "practice_area": "other", "custom_fields": {"a": [{"b": 1, "\\u0062": 2}]}}',
], ids=lambda body: ascii(body[:20].decode("latin-1")))
def test_what_is_no_json_object_is_refused(send, body):
    assert refusal(send(body)) == (400, "invalid_request")


@pytest.mark.parametrize(("body", "place"), [
    (b'{"title": "a",\n"b" 5}', "line 2, column 5"), (b'{"title": "caf\xe9"}', "UTF-8 (byte 15)"), (b" ", "is empty"),
    (b'{"a": NaN}', "NaN"), (b'{"a": 1e999}', "number"),
])
def test_refusal_of_json_names_the_place(body, place):
    with pytest.raises(InvalidRequest) as refused:
        parse_object(body)
    assert place in refused.value.message


def test_body_is_only_needed_where_a_field_is(api, anonymous, firm):
    link = f"/matters/{a_matter(firm, client=a_client(firm)).id}/intake-link"
    assert api.post(link).status_code == 201
    assert refusal(api.post(link, data=b" ")) == refusal(api.patch(link)) == (400, "invalid_request")

    paths = anonymous.get("/openapi.json").json["paths"]
    operations = paths["/api/v1/matters/{matter_id}/intake-link"]
    assert paths["/api/v1/retention-schedules/due"]["post"]["requestBody"]["required"]  # one of its three fields is
    assert [operations[method]["requestBody"]["required"] for method in ("post", "patch")] == [False, True]


@pytest.mark.parametrize("bracket", [b"[", b'{"a":', b'{"custom_fields":['])
@pytest.mark.parametrize("depth", [200, 900, 960, 970, 980, 1000, 5000, 50_000])
def test_deep_nesting_is_refused(send, bracket, depth):
    closing = {b"[": b"]", b'{"a":': b"}", b'{"custom_fields":[': b"]}"}[bracket]

    status, code = refusal(send(bracket * depth + b"1" + closing * depth))

    assert status == 400
    assert code in ("invalid_request", "validation_error")


@pytest.mark.parametrize("depth", range(930, 990, 3))
def test_free_data_near_the_parsers_own_limit_is_refused(send, depth):
    nested = b"[" * depth + b"]" * depth

    status, _ = refusal(send(b'{"title": "a", "practice_area": "other", "custom_fields": {"a": ' + nested + b"}}"))

    assert status == 400


def test_a_hundred_thousand_open_brackets_are_refused(send):
    assert refusal(send(b"[" * 100_000)) == (400, "invalid_request")


@pytest.mark.parametrize("content_type", [
    None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml",
    "text/json", "application/jsonp", "json", "nonsense; application/json",
])
def test_another_content_type_is_refused(send, content_type):
    assert refusal(send(MATTER, content_type)) == (400, "invalid_request")


@pytest.mark.parametrize("content_type", [
    "application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8", "application/json ; x=y",
])
def test_parameters_of_the_content_type_are_ignored(send, content_type):
    assert send(MATTER, content_type).status_code == 201


@pytest.mark.parametrize(("encoding", "body", "hint"), [
    ("gzip", gzip.compress(MATTER), True), ("GZIP", gzip.compress(MATTER), True), ("br", b"\x0b", True),
    ("identity", b"{", False), ("utf-8", b"{", False), ("", b"{", False),
], ids=["gzip", "GZIP", "br", "identity", "utf-8", "blank"])
def test_a_compressed_body_is_refused_with_a_sentence_about_it(api, encoding, body, hint):
    answer = api.post("/matters", data=body, headers={
        "Content-Type": "application/json", "Content-Encoding": encoding})

    assert refusal(answer) == (400, "invalid_request")
    assert ("compressed" in answer.json["error"]["message"]) is hint


def test_json_sent_as_it_is_is_taken_whatever_its_encoding_is_called(api):
    answer = api.post("/matters", data=MATTER, headers={
        "Content-Type": "application/json", "Content-Encoding": "utf-8"})

    assert answer.status_code == 201


def test_utf_8_may_begin_with_a_byte_order_mark(send):
    assert send(b"\xef\xbb\xbf" + MATTER).status_code == 201


def test_all_invalid_fields_are_listed_and_nested_ones_have_dots(api):
    answer = api.post("/clients", {
        "first_name": " ", "email": "nonsense", "phone": 5, "hat": "red", "address": {"line1": [], "planet": "Mars"}})

    assert wrong_fields(answer) == {
        "first_name", "last_name", "email", "phone", "hat", "address.line1", "address.planet"}


def test_an_invalid_field_in_a_list_is_named_by_its_index(api):
    answer = api.post("/matters", {"title": "a", "practice_area": "other", "tags": ["good", 5, "good", None]})

    assert wrong_fields(answer) == {"tags.1", "tags.3"}


def test_twenty_invalid_fields_are_named_and_the_others_counted(api):
    answer = api.post("/clients", {"email": "nonsense"} | {f"hat{number}": "red" for number in range(20)})

    details = answer.json["error"]["details"]
    assert len(details["fields"]) == 20
    assert details["more"] == 3  # first_name, last_name and a hat or the address


def test_of_many_unknown_fields_only_the_number_is_named(api):
    answer = api.post("/matters", {"title": "a", "practice_area": "other"} | {f"hat{n}": "red" for n in range(1234)})

    assert refusal(answer) == (400, "validation_error")
    assert answer.json["error"]["details"] == {"fields": [{"field": "", "message": "Has 1,234 unknown fields."}]}


def test_long_names_are_cut(api):
    long = {str(number) + "\x01" * 5_000: 1 for number in range(20)}
    answer = api.post("/clients", {"first_name": "a", "last_name": "b", "address": long})

    assert refusal(answer) == (400, "validation_error")
    assert len(answer.data) < 64 * 1024
    assert all(len(wrong["field"]) == 200 for wrong in answer.json["error"]["details"]["fields"])


def test_length_of_a_list_is_checked_before_its_entries(api):
    answer = api.post("/matters", {"title": "a", "practice_area": "other", "tags": [5] * 51})

    assert answer.json["error"]["details"]["fields"] == [{"field": "tags", "message": "Longer than maximum length 50."}]


def test_number_of_mappings_is_checked_before_them():
    field = fields.Dict(keys=fields.Text(1), values=fields.Integer(), validate=validate.Length(max=2))

    with pytest.raises(ValidationError) as refused:
        field.deserialize({"too long": "a", "b": "c", "d": 1})

    assert refused.value.messages == ["Longer than maximum length 2."]


def test_objects_within_a_patch_are_whole():
    class Person(Body):
        name = fields.Text(9, required=True)
        role = fields.Text(9, load_default="other")

    class Inner(Patch, Person):
        pass

    class Outer(Body):
        one = fields.Nested(Person, required=True)
        many = fields.List(fields.Nested(Person))
        part = fields.Nested(Inner)

    class OuterPatch(Patch, Outer):
        pass

    assert OuterPatch().load({"part": {}}) == {"part": {}}
    assert OuterPatch().load({"one": {"name": "Ana"}}) == {"one": {"name": "Ana", "role": "other"}}
    missing = {"name": ["Missing data for required field."]}
    with pytest.raises(ValidationError) as refused:
        OuterPatch().load({"one": {}, "many": [{"role": "other"}]})
    assert refused.value.messages == {"one": missing, "many": {0: missing}}


def test_no_entry_is_read_after_twenty_wrong_ones():
    with pytest.raises(ValidationError) as refused:
        fields.List(fields.Integer()).deserialize(["a"] * 100)

    assert list(refused.value.messages) == [*range(20)]


@pytest.mark.parametrize("brackets", [b"[],", b"{},", b'"[",'])
def test_a_hundred_thousand_lists_and_objects_are_the_most(send, brackets):
    def answer(count):
        return refusal(send(b'{"tags": [' + brackets * count + b"0]}"))

    assert answer(100_000 - 2) == (400, "validation_error")
    assert answer(100_000 - 1) == (400, "invalid_request")


@pytest.mark.parametrize("free", [
    {str(number): 1 for number in range(1001)}, {"a": [0] * 32_768}, {"a": ["x" * 65_536]},
    {"a": json.loads("[" * 100 + "]" * 100)},
], ids=["names", "values", "bytes", "levels"])
def test_free_data_has_limits(api, free):
    answer = api.post("/matters", {"title": "a", "practice_area": "other", "custom_fields": free})

    assert wrong_fields(answer) == {"custom_fields"}


@pytest.mark.parametrize("free", [
    {str(number): 1 for number in range(1000)}, {"a": [0] * 21_000}, {"a": json.loads("[" * 99 + "]" * 99)},
], ids=["names", "values", "levels"])
def test_free_data_up_to_its_limits_is_taken(api, free):
    assert api.post("/matters", {"title": "a", "practice_area": "other", "custom_fields": free}).status_code == 201


@pytest.mark.parametrize("name", ["titel", "", " ", "\0", "title\0", "\ud800", "a.b", "ﷺ" * 999], ids=ascii)
def test_unknown_fields_are_rejected(api, name):
    answer = api.post("/matters", {"title": "a", "practice_area": "other", name: 1})

    assert refusal(answer) == (400, "validation_error")
    assert len(answer.json["error"]["details"]["fields"]) == 1


def test_unknown_nested_fields_are_rejected(api):
    answer = api.post("/clients", {"first_name": "a", "last_name": "b", "address": {"\ud800": 1}})

    assert refusal(answer) == (400, "validation_error")


def test_texts_are_trimmed(api):
    matter = data(api.post("/matters", {"title": "\u2003 Smith \n", "practice_area": "other", "tags": [" a "]}), 201)

    assert (matter["title"], matter["tags"]) == ("Smith", ["a"])


def test_free_data_comes_back_as_it_was_given(api):
    given = {"": "", " spaced ": [1, -1.5, None, True, {"é": "𝕏\n"}], "big": 2**70, "deep": {"a": {"b": [[]]}}}

    matter = data(api.post("/matters", {"title": "a", "practice_area": "other", "custom_fields": given}), 201)

    assert data(api.get(f"/matters/{matter['id']}"))["custom_fields"] == given
