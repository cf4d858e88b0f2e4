"""What the endpoints answer that nobody has built yet (interface, "Resources and their fields").

Whoever builds one finds its fields here, and moves them to `answers.py` when they hold.
"""

from .shapes import BOOLEAN, INTEGER, NUMBER, OBJECT, TEXT, TIMESTAMP, exactly, id_of, one_of

SYNC_LOG = {
    "id": id_of("sync"),
    "firm_id": id_of("firm"),
    "integration_id": TEXT,
    "matter_id": id_of("mat").or_null,
    "upload_id": id_of("upl").or_null,
    "action": one_of("sync_matter", "sync_document", "pull_matters"),
    "status": one_of("pending", "success", "failed", "skipped"),
    "external_id": TEXT.or_null,
    "error_message": TEXT.or_null,
    "details": OBJECT,
}

CLIO, LAWMATICS = "/integrations/clio", "/integrations/lawmatics"
LAWMATICS_SETTINGS = {
    "auto_sync_on_approval": BOOLEAN,
    "auto_sync_on_matter_created": BOOLEAN,
    "case_type_mappings": OBJECT,
}

ANSWERS_TO_COME = {
    f"POST {CLIO}/disconnect": {"success": exactly(True)},
    f"GET {CLIO}/status": {"connected": BOOLEAN, "clio_user": OBJECT.or_null, "last_sync": TIMESTAMP.or_null},
    f"POST {CLIO}/sync": {"success": exactly(True), "clioMatterId": NUMBER, "documentsUploaded": NUMBER},
    f"GET {CLIO}/sync": {"logs": [SYNC_LOG]},
    f"POST {CLIO}/webhooks": {"received": exactly(True)},
    f"POST {CLIO}/deauthorize": {"ok": exactly(True)},
    f"POST {LAWMATICS}/disconnect": {"success": exactly(True)},
    f"GET {LAWMATICS}/status": {"connected": BOOLEAN, "settings": LAWMATICS_SETTINGS, "last_sync": TIMESTAMP.or_null},
    f"PATCH {LAWMATICS}/status": {"success": exactly(True), "settings": LAWMATICS_SETTINGS},
    f"POST {LAWMATICS}/sync": {"success": exactly(True), "lawmatics_matter_id": NUMBER},
    f"GET {LAWMATICS}/sync": {"logs": [SYNC_LOG], "total": INTEGER},
    f"POST {LAWMATICS}/webhooks": {"received": exactly(True)},
}

WITHOUT_ENVELOPE = tuple(call for call in ANSWERS_TO_COME if " /integrations/" in call)
"""Answers that the interface shows as they are, not under `data`."""
