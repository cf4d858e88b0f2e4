"""Short access to the parts of a response."""


def data(answer, status=200):
    """The payload of a successful answer."""
    assert answer.status_code == status, answer.text
    return answer.json["data"]


def refusal(answer):
    """Return the status and code of a refusal: `(404, "matter_not_found")`."""
    assert answer.content_type == "application/json", answer.text
    assert set(answer.json) == {"error"}
    assert set(answer.json["error"]) == {"code", "message", "details"}
    return answer.status_code, answer.json["error"]["code"]


def wrong_fields(answer):
    """The names of the fields in a validation error."""
    assert refusal(answer) == (400, "validation_error"), answer.text
    complaints = answer.json["error"]["details"]["fields"]
    assert all(set(complaint) == {"field", "message"} and complaint["message"] for complaint in complaints)
    return {complaint["field"] for complaint in complaints}


def ids(answer):
    """The identifiers of the rows of a list, in its order."""
    return [row["id"] for row in data(answer)]


def without_retention(matter):
    """Return a matter as in events, without its retention, which changes independently."""
    return {name: value for name, value in matter.items() if name != "retention"}
