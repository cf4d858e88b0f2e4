"""Every route of the API that changes something leaves an entry by the caller, including new routes."""

import pytest

from intake.accounts.access.models import ApiKey
from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from tests.contract.sample_firm import SampleFirm, contracts

UNRECORDED = {
    "POST /notifications/:id/read": "a mark that the firm has seen a notification",
    "POST /notifications/read-all": "a mark that the firm has seen its notifications",
    "POST /communications/:id/read": "a mark that the caller has read what clients wrote",
    "POST /firms/logo": "issues an address for a picture; its confirmation is recorded",
    "POST /communications/twilio/status": "the state of a message, which its carrier reports",
    "POST /integrations/clio/webhooks": "received as it is; the worker applies it and records what changes",
    "POST /integrations/lawmatics/webhooks": "received as it is; the worker applies it and records what changes",
    "POST /integrations/clio/sync/retry-failed": "each sync that it begins is recorded",
    "POST /integrations/lawmatics/sync/retry-failed": "each sync that it begins is recorded",
    "POST /integrations/clio/deauthorize": "a hint; the worker disconnects if it is true, and records that",
    "POST /communications/twilio/inbound": "recorded if the sender is a client; see test_recording.py",
    "POST /communications/mail/inbound": "recorded if it answers a mail; see tests/messaging",
    "POST /billing/webhooks": "recorded if it changes a subscription; see tests/operations/billing",
    "POST /retention-schedules/due": "each matter that is planned is recorded; see tests/records/retention",
    "POST /documents/:id/ask-again": "recorded if a note of the client waits; see tests/portal/checklist",
    "POST /matters/bulk": "each of its actions records itself; see tests/portal/bulk/test_bulk.py",
    "POST /oauth/revoke": "a token that is not known is no error and changes nothing",
}
"""Routes that leave no entry, each with the reason."""

OTHER_ACTORS = {"POST /oauth/token": "application"}
"""Routes that are not called with an API key, each with the type of its actor."""

DIFFERENT = {
    "PATCH /firms/settings": {"name": "Another name"},
    "PATCH /firms/notification-preferences": {"document_uploaded": {"email": False, "sms": True}},
    "PATCH /matters/:id": {"description": "Another description."},
    "PATCH /leads/:id": {"message": "Another message."},
    "PATCH /matters/:id/notes/:id": {"text": "Another text."},
    "PATCH /matters/:id/parties/:id": {"relation": "Another relation."},
    "PATCH /clients/:id": {"first_name": "Another"},
    "PATCH /documents/:id": {"description": "Another description."},
    "PATCH /firms/users/:id": {"role": "attorney"},
    "PATCH /matter-templates/:id": {"name": "Another name"},
    "PATCH /oauth-clients/:id": {"name": "Another name"},
    "PATCH /retention-schedules/:id": {"name": "Another name"},
    "PATCH /legal-holds/:id": {"reason": "Another reason"},
    "PATCH /letter-templates/:id": {"name": "Another name"},
    "PATCH /matters/:id/letters/:id": {"title": "Another title"},
    "PATCH /matters/:id/deadlines/:id": {"completed": False},
    "PATCH /review-reasons/:id": {"position": 99},
    "PATCH /views/:id": {"name": "Another name"},
    "PATCH /webhooks/:id": {"description": "Another description."},
}
"""Bodies that certainly change something."""

CHANGING = sorted(call for call, rule in contracts()[1].items() if not call.startswith("GET")
                  and (rule.rule.startswith("/api/") or call.startswith("POST /oauth/token")))


@pytest.fixture(scope="module")
def sample(app):
    """The firm that calls."""
    sample = SampleFirm(app)
    with app.app_context():
        assert sample.ids
    yield sample
    sample.retire()


@pytest.mark.parametrize("call", [call for call in CHANGING if call not in UNRECORDED])
def test_route_leaves_an_entry_of_its_caller(call, app, sample):
    arguments = sample.arguments(call)
    reads.flush()
    before = _ids(sample.firm)
    sample.succeed(call, arguments=arguments, **({"body": DIFFERENT[call]} if call in DIFFERENT else {}))
    reads.flush()
    made = list(AuditEntry.of(sample.firm).where(AuditEntry.id.in_([*_ids(sample.firm) - before])))

    assert made, f"{call} leaves no entry: call `record_act` in its action, or name it in UNRECORDED"
    expected = OTHER_ACTORS.get(call, "api_key")
    assert expected in {entry.actor_type for entry in made}
    if expected == "api_key":
        used = ApiKey.with_firm(sample.key_text.split("_")[2])
        assert used.id in {entry.actor_id for entry in made}
    assert all(entry.request_id for entry in made if entry.actor_type == expected)


def _ids(firm):
    return {*AuditEntry.of(firm, AuditEntry.id).scalars()}


def test_routes_without_entries_exist():
    assert UNRECORDED.keys() <= {*CHANGING, "POST /oauth/revoke"}
