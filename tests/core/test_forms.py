"""The forms that browsers send have a limited number of fields (docs/behaviour.md, "General rules")."""

import pytest

from intake.core.forms import MAX_FIELD_BYTES, MAX_FIELDS

FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(("body", "status"), [
    (b"&".join([b"a=1"] * MAX_FIELDS), 400), (b"&".join([b"a=1"] * (MAX_FIELDS + 1)), 413),
    (b"a=" + b"1" * (MAX_FIELD_BYTES - 2), 400), (b"a=" + b"1" * MAX_FIELD_BYTES, 413),
], ids=["many", "too many", "long", "too long"])
def test_limits(browser, body, status):
    assert browser.post("/login", body, content_type=FORM).status_code == status


@pytest.mark.parametrize("sent", ["Zo%C3%AB+%26%3D+%f0%9f%93%84", "%ff", "%zz", "", "%00"])
def test_a_form_is_read_as_it_was_written(app, sent):
    with app.test_request_context("/", method="POST", data=f"name={sent}&name=2&empty", content_type=FORM) as context:
        form = context.request.form

    expected = {"Zo%C3%AB+%26%3D+%f0%9f%93%84": "Zoë &= 📄", "%ff": "\ufffd", "%00": "\0"}.get(sent, sent)
    assert form.to_dict(flat=False) == {"name": [expected, "2"], "empty": [""]}
