"""Every transition leads to the status in the table and has the effects in its row."""

import pytest

from tests.contract.tables.shapes import schema_errors
from tests.contract.tables.transitions import NOTHING, REFUSED, TRANSITIONS


def _row_id(row):
    body = " with " + " ".join(map(str, row.body.values())) if isinstance(row.body, dict) else ""
    return f"{row.record} {row.before} - {row.call}{body} - {row.after}"


@pytest.mark.parametrize(("call", "row"), [(row.call, row) for row in TRANSITIONS], ids=map(_row_id, TRANSITIONS))
def test_transition_is_allowed_or_refused_as_documented(call, row, app, full):
    records = _in_state(full, row.record, row.before)
    arguments = {name: records[name] for name in full.parameters(call)}
    body = full.body(call) if row.body is ... else row.body
    if "document_id" in (body or {}):
        body["document_id"] = records["document_id"]
    response = full.send(call, arguments, body)
    if row.after == REFUSED:
        assert (response.status_code, response.json["error"]["code"]) == (422, "invalid_status_transition")
        return
    assert response.status_code < 400, response.text
    answer = response.json["data"]
    assert _status(full, row, answer, records) == row.after
    for what, shape in row.also.items():
        *record, field = what.split(".")
        shown = _shown(full, record[0], records) if record else answer
        assert not schema_errors({field: shape}, {field: shown[field]})


def _status(sample, row, answer, records):
    if row.after == NOTHING:
        name = f"{row.record}_id"
        assert sample.send(f"GET /{row.record}s/:id", {name: records[name]}).status_code == 404
        return NOTHING
    if row.record == "webhook":
        return "active" if answer["active"] else "inactive"
    return answer["status"] if "status" in answer else _shown(sample, row.record, records)["status"]


def _shown(sample, record, records):
    name = f"{record}_id"
    return sample.succeed(f"GET /{record}s/:id", arguments={name: records[name]}).json["data"]


def _in_state(sample, record, state):
    """Return ids, by path parameter, of a matter and of a record in it with this state."""
    matter = {"matter_id": sample.fresh("matter_id")}
    if record == "matter":
        if state not in ("active", NOTHING):
            sample.succeed("PATCH /matters/:id", arguments=matter, body={"status": state})
        return matter
    if record in ("webhook", "invitation"):
        records = {"webhook_id": sample.fresh("webhook_id")} if record == "webhook" else {}
        if state == "inactive":
            sample.succeed("PATCH /webhooks/:id", arguments=records, body={"active": False})
        return records
    if state == NOTHING:
        return matter
    document = sample.succeed("POST /matters/:id/documents/request", arguments=matter).json["data"]["id"]
    records = matter | {"document_id": document}
    if (record, state) == ("document", "pending"):
        return records
    if state == "arrived":
        return records | {"upload_id": sample.arrived_upload(document)}
    records["upload_id"] = sample.pending_upload(document)
    if state in ("approved", "rejected"):
        sample.succeed("PATCH /uploads/:id/status", arguments={"upload_id": records["upload_id"]},
                      body={"status": state})
    return records
