"""GET /firms/sessions and DELETE /firms/sessions/:id: the sessions of the firm's people."""

from intake.accounts.audit.models import AuditEntry
from intake.accounts.sessions.models import Session
from intake.core.clock import now
from tests.builders import a_user
from tests.core.answers import data


def test_sessions_of_everybody_are_reviewed_and_ended(api, api_as, rival_api, firm, signed_in_as):
    ana, ben = a_user(firm), a_user(firm, "paralegal")
    browser = signed_in_as(ana)
    signed_in_as(ben)
    Session.update(expires_at=now()).where(Session.user_id == ben.id).execute()
    [row] = data(api.get("/firms/sessions"))

    assert (row["user_id"], row["email"], "token_digest" in row) == (ana.id, ana.email, False)
    assert (data(rival_api.get("/firms/sessions")), api_as(ben).get("/firms/sessions").status_code) == ([], 403)
    assert rival_api.delete(f"/firms/sessions/{row['id']}").status_code == 404
    assert browser.get("/account").status_code == 200
    assert data(api.delete(f"/firms/sessions/{row['id']}")) == {"id": row["id"], "deleted": True}
    assert browser.get("/account").status_code == 303
    assert api.delete(f"/firms/sessions/{row['id']}").status_code == 404
    entry = AuditEntry.of(firm).where(AuditEntry.action == "session.ended").get()
    assert (entry.actor_type, entry.record_id, entry.details) == ("api_key", row["id"], {"user_id": ana.id})
