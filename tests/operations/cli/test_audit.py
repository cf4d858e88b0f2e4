"""`flask audit verify`, and that the operator's commands are recorded."""

from intake.accounts.audit.chain import chain
from intake.accounts.audit.models import AuditEntry
from intake.core.db import db
from tests.builders import a_matter


def test_untouched_log_is_verified(flask, firm):
    a_matter(firm)

    assert flask("audit", "verify", firm.id, "--json").json == {"rows": 2, "ok": True, "first_bad": None}
    assert flask("audit", "verify", firm.id).out == "2 entries fit together.\n"


def test_changed_entry_is_named_and_the_command_fails(flask, firm):
    a_matter(firm)
    chain(firm.id)
    changed = AuditEntry.of(firm).where(AuditEntry.action == "matter.created").get()
    db.execute_sql("ALTER TABLE audit_log DISABLE TRIGGER audit_log_protected")
    try:
        db.execute_sql("UPDATE audit_log SET actor_id = 'usr_other' WHERE id = %s", (changed.id,))
    finally:
        db.execute_sql("ALTER TABLE audit_log ENABLE TRIGGER audit_log_protected")

    ran = flask("audit", "verify", firm.id, "--json")
    assert (ran.code, ran.json) == (1, {"rows": 1, "ok": False, "first_bad": changed.id})
    assert changed.id in flask("audit", "verify", firm.id).out
    of_all = flask("audit", "verify", "--json")
    assert (of_all.code, of_all.json["ok"]) == (1, False)


def test_unknown_firm_is_an_error(flask):
    assert flask("audit", "verify", "firm_unknown").error == "No such firm."


def test_commands_are_recorded_as_the_operators(flask, firm, monkeypatch):
    monkeypatch.setenv("SUDO_USER", "ines")
    made = flask("key", "create", firm.id, "--scope", "matters:read", "--json").json
    flask("key", "revoke", made["id"])
    flask("firm", "suspend", firm.id)
    flask("firm", "reinstate", firm.id)

    done = AuditEntry.of(firm).where(AuditEntry.actor_type == "operator").order_by(AuditEntry.id)
    assert {(entry.action, entry.actor_id, entry.record_id) for entry in done} == {
        ("api_key.created", "ines", made["id"]), ("api_key.revoked", "ines", made["id"]),
        ("firm.suspended", "ines", firm.id), ("firm.reinstated", "ines", firm.id)}
