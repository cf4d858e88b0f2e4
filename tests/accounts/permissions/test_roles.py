"""The rights of each role, route by route (docs/behaviour.md, "Roles"; docs/decisions/0008).

Every guarded route of the application is in the table; a new route without a row fails. Each is called with a real
token of each role with all scopes, for records of a matter that is assigned to the user, of one that is not, and of
another firm.
"""

import re

import pytest

from intake.accounts.permissions.scopes import SCOPES
from intake.cases.matters.models import Matter
from intake.core.ids import new_id
from intake.engagement.leads.models import Lead
from tests.builders import a_token, a_user
from tests.contract.sample_firm import SampleFirm, contracts
from tests.contract.tables.endpoints import ENDPOINTS
from tests.firm_rows import digests

ROLES = ("admin", "attorney", "staff", "paralegal")
ALL, OWN, MINE, SIGNED, NO = "all", "own", "mine", "signed", "-"
"""All records of the firm; those below an assigned matter; those of the user, others are unknown, or 403; 403."""

_WHO = {
    "all roles":            (ALL, ALL, ALL, ALL),
    "own records":          (MINE,) * 4,
    "admins all, others theirs": (ALL, MINE, MINE, MINE),
    "admins all, others what they wrote": (ALL, SIGNED, SIGNED, SIGNED),
    "matter readers":       (ALL, ALL, OWN, ALL),
    "matter editors":       (ALL, ALL, OWN, NO),
    "lead writers":         (ALL, ALL, ALL, NO),
    "template editors":     (ALL, ALL, NO,  ALL),
    "admins and attorneys": (ALL, ALL, NO,  NO),
    "admins":               (ALL, NO,  NO,  NO),
}  # fmt: skip

_TABLE = {
    "all roles": """
        POST /conflict-checks
        GET /conflict-checks
        GET /matter-templates
        GET /review-reasons
        GET /review-reasons/:id
        GET /views
        GET /views/:id
        GET /reports
        POST /reports/matters
        POST /reports/documents
        POST /reports/deadlines
        POST /reports/communications
        POST /reports/intake_funnel
        POST /reports/lead_funnel
        GET /reports/schedules
        POST /reports/schedules
        POST /views
        PATCH /views/:id
        DELETE /views/:id
        GET /matter-templates/:id
        GET /matter-templates/:id/versions
        GET /matter-templates/:id/versions/:id
        GET /letter-templates
        GET /letter-templates/:id
        GET /court-forms
        GET /court-forms/:id
    """,
    "admins all, others theirs": """
        GET /reports/:id
        DELETE /reports/:id
        DELETE /reports/schedules/:id
    """,
    "admins all, others what they wrote": """
        PATCH /matters/:id/notes/:id
        DELETE /matters/:id/notes/:id
    """,
    "own records": """
        GET /oauth-consents
        DELETE /oauth-consents/:id
    """,
    "matter readers": """
        GET /matters
        GET /matters/:id
        GET /matters/:id/deadlines
        GET /matters/:id/notes
        POST /matters/:id/notes
        GET /matters/:id/parties
        GET /conflict-checks/:id
        GET /conflict-checks/:id/pdf
        GET /matters/:id/activity
        GET /insights
        GET /matters/:id/communications
        GET /matters/:id/documents
        GET /matters/:id/documents/archive
        POST /matters/:id/documents/request
        GET /documents/:id
        PATCH /documents/:id
        DELETE /documents/:id
        POST /documents/:id/ask-again
        POST /documents/:id/waive
        GET /documents/:id/uploads
        POST /uploads/signed-url
        POST /uploads/:id/confirm
        GET /uploads
        GET /documents
        GET /deadlines
        GET /communications
        POST /communications/:id/read
        GET /uploads/:id
        GET /uploads/:id/preview
        PATCH /uploads/:id/preview
        GET /uploads/:id/download
        PATCH /uploads/:id/status
        POST /uploads/:id/reopen
        GET /matters/:id/letters
        POST /matters/:id/letters
        GET /matters/:id/letters/:id
        PATCH /matters/:id/letters/:id
        POST /matters/:id/letters/:id/send
        POST /matters/:id/letters/:id/void
        GET /matters/:id/letters/:id/verify
        GET /matters/:id/letters/:id/file
        POST /matters/:id/court-forms/:id/fill
        GET /matters/:id/court-forms/fills
        GET /matters/:id/court-forms/fills/:id
        DELETE /matters/:id/court-forms/fills/:id
        POST /matters/:id/court-forms/fills/:id/ask
        POST /matters/:id/checklist
        POST /matters/:id/intake-link
        GET /matters/:id/intake-link
        PATCH /matters/:id/intake-link
        GET /matters/:id/intake-form
        GET /matters/:id/intake-form/pdf
        POST /matters/:id/intake-form/corrections
        DELETE /matters/:id/intake-link
        GET /clients
        GET /clients/:id
        GET /leads
        GET /leads/:id
        GET /search
        GET /notifications
        GET /notifications/recent
    """,
    "matter editors": """
        PATCH /matters/:id
        PATCH /leads/:id
        POST /leads/:id/facts-link
        POST /matters/:id/archive
        POST /matters/bulk
        POST /matters/:id/deadlines
        POST /matters/:id/parties
        PATCH /matters/:id/parties/:id
        DELETE /matters/:id/parties/:id
        POST /conflict-checks/:id/decide
        PATCH /matters/:id/deadlines/:id
        DELETE /matters/:id/deadlines/:id
        POST /matters/:id/communications
        POST /matters/:id/communications/:id/retry
        DELETE /matters/:id/communications/:id
    """,
    "lead writers": """
        POST /leads
    """,
    "template editors": """
        POST /letter-templates
        PATCH /letter-templates/:id
        DELETE /letter-templates/:id
        POST /court-forms
        POST /court-forms/:id/confirm
        PUT /court-forms/:id/mapping
        DELETE /court-forms/:id
        POST /matter-templates
        PATCH /matter-templates/:id
        DELETE /matter-templates/:id
        POST /matter-templates/:id/versions/:id/restore
    """,
    "admins and attorneys": """
        POST /matters
        POST /clients
        POST /leads/:id/convert
        PATCH /clients/:id
        POST /clients/:id/merge
        POST /clients/:id/merge/undo
        GET /firms
        GET /firms/users
    """,
    "admins": """
        GET /privacy-requests
        POST /privacy-requests
        GET /privacy-requests/:id
        POST /privacy-requests/:id/verify
        POST /privacy-requests/:id/carry-out
        POST /privacy-requests/:id/extend
        POST /privacy-requests/:id/answer
        POST /privacy-requests/:id/refuse
        GET /erasures
        POST /erasures
        GET /erasures/:id
        DELETE /erasures/:id
        POST /erasures/:id/confirm
        GET /erasures/:id/certificate
        GET /erasures/:id/certificate.pdf
        GET /firms/closing
        POST /firms/closing
        DELETE /firms/closing
        GET /exports
        POST /exports
        GET /exports/:id
        DELETE /exports/:id
        PATCH /firms/settings
        GET /firms/usage
        POST /billing/checkout
        POST /billing/portal
        GET /billing/subscription
        PATCH /billing/subscription
        GET /retention-schedules
        POST /retention-schedules
        POST /retention-schedules/usual
        GET /retention-schedules/due
        POST /retention-schedules/due
        GET /retention-schedules/:id
        PATCH /retention-schedules/:id
        DELETE /retention-schedules/:id
        GET /legal-holds
        POST /legal-holds
        GET /legal-holds/:id
        PATCH /legal-holds/:id
        POST /legal-holds/:id/lift
        POST /review-reasons
        PATCH /review-reasons/:id
        DELETE /review-reasons/:id
        POST /firms/users
        PATCH /firms/users/:id
        GET /firms/sessions
        DELETE /firms/sessions/:id
        GET /firms/users/:id/sessions
        DELETE /firms/users/:id/sessions
        POST /firms/users/:id/hand-over
        DELETE /firms/invitations/:id
        POST /firms/invitations/:id/resend
        GET /firms/notification-preferences
        PATCH /firms/notification-preferences
        GET /firms/onboarding
        POST /firms/onboarding
        POST /firms/logo
        POST /firms/logo/confirm
        DELETE /firms/logo
        GET /audit-log
        GET /firms/api-keys
        POST /firms/api-keys
        DELETE /firms/api-keys/:id
        POST /firms/api-keys/:id/regenerate
        POST /notifications/:id/read
        POST /notifications/read-all
        POST /webhooks
        GET /webhooks
        GET /webhooks/:id
        PATCH /webhooks/:id
        DELETE /webhooks/:id
        POST /webhooks/:id/test
        POST /webhooks/:id/rotate-secret
        GET /webhooks/:id/statistics
        GET /webhooks/:id/deliveries
        GET /webhooks/:id/deliveries/:id
        POST /webhooks/:id/deliveries/:id/redeliver
        POST /webhooks/:id/redeliver-failed
        GET /webhook-deliveries
        GET /events
        POST /webhook-deliveries/redeliver-failed
        POST /oauth-clients
        GET /oauth-clients
        GET /oauth-clients/:id
        PATCH /oauth-clients/:id
        DELETE /oauth-clients/:id
        POST /oauth-clients/:id/rotate-secret
        GET /integrations/clio/connect
        POST /integrations/clio/disconnect
        GET /integrations/clio/status
        PATCH /integrations/clio/status
        POST /integrations/clio/sync
        POST /integrations/clio/sync/retry-failed
        POST /integrations/lawmatics/sync/retry-failed
        GET /integrations/clio/sync
        GET /integrations/lawmatics/connect
        POST /integrations/lawmatics/disconnect
        GET /integrations/lawmatics/status
        PATCH /integrations/lawmatics/status
        POST /integrations/lawmatics/sync
        GET /integrations/lawmatics/sync
    """,
}  # fmt: skip

TABLE = {call.strip(): dict(zip(ROLES, _WHO[who], strict=True))
         for who, calls in _TABLE.items() for call in calls.strip().splitlines()}
CONTRACTS = {call: contract for call, contract in contracts()[0].items() if contract.scope or contract.any_key}
"""The contract of every route that requires credentials."""

CALLS = sorted(CONTRACTS.keys() & TABLE.keys())
STATUS = {endpoint.call: endpoint.status for endpoint in ENDPOINTS}
"""The status of each call's success, which `tests/contract/test_answers.py` tests with keys, which have no role."""


class Office:
    """A firm with a user of each role, and a rival firm whose matters are assigned to the same users' ids."""

    def __init__(self, app):
        self.sample, self.rival = SampleFirm(app), SampleFirm(app, name="Rival LLP")
        assert self.sample.ids
        assert self.rival.ids
        with app.app_context():
            self.people = {role: a_user(self.sample.firm, role) for role in ROLES}
            self.tokens = {role: a_token(user, SCOPES) for role, user in self.people.items()}
            self.other = a_user(self.sample.firm)
            self.assign(self.rival.firm, self.people["staff"])
            app.extensions["audited_reads"].flush()  # so that the rival's reads are not recorded later
            self.rivals_rows = _rows(self.rival.firm)

    def assign(self, firm, person):
        """Assign all matters and leads of the firm to this user."""
        for assigned in (Matter.assigned_attorney, Lead.assigned_to):
            assigned.model.update({assigned: person.id}).where(
                assigned.model.firm_id == firm.id, assigned.is_null() | (assigned != person.id)).execute()

    def send(self, role, call, arguments, token=None, **request):
        """Send the call as the user of this role, with a token that has all scopes unless one is given."""
        bearer = {"Authorization": f"Bearer {token or self.tokens[role]}"}
        return self.sample.send(call, arguments=arguments, key=None, headers=bearer, **request)

    def unknown(self, call):
        """Return valid path arguments that no record has."""
        return {name: new_id(self.sample.ids[name].split("_")[0]) for name in self.sample.parameters(call)}


@pytest.fixture(scope="module")
def office(app):
    office = Office(app)
    yield office
    rivals_rows = _rows(office.rival.firm)
    office.sample.retire()
    office.rival.retire()
    assert rivals_rows == office.rivals_rows


def _rows(firm):
    """Digests of the firm's rows, by table; counted requests and times of last use do not count as changes."""
    rows = digests(firm, "last_used_at")
    del rows["api_request_counts"]
    return rows


def _alike(response):
    """The status and text of the answer, without ids, numbers and times."""
    return response.status_code, re.sub(r"\d+", "#", re.sub(r"_[0-9A-HJKMNP-TV-Z]{26}", "_ID", response.text))


def _is_forbidden(response):
    return response.status_code == 403 and response.json["error"]["code"] == "forbidden"


def _with(*rights):
    """Return (call, role) for every role that has one of these rights."""
    return [(call, role) for call in CALLS for role in ROLES if TABLE[call][role] in rights]


def test_every_guarded_route_is_in_the_table():
    assert not CONTRACTS.keys() - TABLE.keys(), "say in the table who may call these"
    assert not TABLE.keys() - CONTRACTS.keys(), "these are in the table and not in the application"


def test_assigned_records_are_accessible(office):
    """Each role that sees only some records can access those assigned to it."""
    wrong = []
    for call, role in _with(OWN, MINE, SIGNED):
        arguments, body = office.sample.arguments(call), office.sample.body(call)
        office.assign(office.sample.firm, office.people[role])
        response = office.send(role, call, arguments, body=body)
        expected = {MINE: 404, SIGNED: 403}.get(TABLE[call][role], STATUS[call]) if arguments else STATUS[call]
        wrong += [(role, call, response.status_code)] * (response.status_code != expected)
    assert wrong == []


def test_calls_without_permission_are_forbidden(office):
    """Nothing is read or changed, whether the record exists or not."""
    requests = {call: (office.sample.arguments(call), office.sample.body(call))
                for call in CALLS if NO in TABLE[call].values()}
    office.assign(office.sample.firm, office.people["staff"])
    before, allowed = _rows(office.sample.firm), []
    for call, (own, body) in requests.items():
        for role in [role for role in ROLES if TABLE[call][role] == NO]:
            for arguments, sent in ((own, body), (office.unknown(call), body), (own, {"nonsense": True})):
                allowed += [] if _is_forbidden(office.send(role, call, arguments, body=sent)) else [(role, call)]
    assert allowed == []
    assert _rows(office.sample.firm) == before


def test_roles_without_limits_access_all_records(office):
    wrong = []
    for call, role in _with(ALL):
        arguments, body = office.sample.arguments(call), office.sample.body(call)
        office.assign(office.sample.firm, office.other)
        response = office.send(role, call, arguments, body=body)
        wrong += [(role, call, response.status_code)] * (response.status_code != STATUS[call])
    assert wrong == []


def test_unassigned_records_are_not_found_for_staff(office):
    """For roles that see only assigned matters other records do not exist, nor do another firm's that are assigned to
    the user's id.
    """
    requests = {(call, role): (office.sample.arguments(call), office.sample.body(call)) for call, role in _with(OWN)}
    office.assign(office.sample.firm, office.other)
    before = _rows(office.sample.firm)
    visible = [each for each, request in requests.items() if not _is_invisible(office, *each, *request)]
    assert visible == []
    assert _rows(office.sample.firm) == before


def _is_invisible(office, call, role, arguments, body):
    response = office.send(role, call, arguments, body=body)
    named = {name: new_id(id.split("_")[0]) for name, id in (body or {}).items() if name.endswith("_id")}
    if arguments or named:
        unknown = office.send(role, call, office.unknown(call), body=body and body | named)
        foreign = {name: office.rival.ids[name] for name in arguments}
        of_rival = office.send(role, call, foreign, body=body and body | named)
        return response.status_code == 404 and _alike(response) == _alike(unknown) == _alike(of_rival)
    if response.status_code != STATUS[call] or any(id in response.text for id in office.sample.ids.values()):
        return False
    if call == "GET /insights":
        return {step["links"] for step in response.json["data"]["funnel"]} == {0}
    total = response.json.get("pagination", {"total": response.json.get("total_results")})["total"]
    return total == (0 if call.startswith("GET") else None)


@pytest.mark.parametrize("scope", sorted({CONTRACTS[call].scope for call in CALLS if CONTRACTS[call].scope}))
def test_role_does_not_replace_a_scope(scope, office):
    """Without the scope the token is refused for its scope, with any role."""
    call = next(call for call in CALLS if CONTRACTS[call].scope == scope)
    for role in ("admin", "paralegal"):
        token = a_token(office.people[role], SCOPES.keys() - {scope})
        response = office.send(role, call, office.unknown(call), token=token)
        assert (response.status_code, response.json["error"]["code"]) == (403, "insufficient_scope")
        assert response.json["error"]["details"] == {"required_scope": scope}
