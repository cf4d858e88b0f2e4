"""The answers of the integration endpoints."""

from .shapes import BOOLEAN, INTEGER, NUMBER, OBJECT, TEXT, TIMESTAMP, URL, exactly, id_of, map_of, object_of, one_of

SYNC_LOG = {
    "id": id_of("sync"),
    "firm_id": id_of("firm"),
    "integration_id": id_of("int"),
    "matter_id": id_of("mat").or_null,
    "upload_id": id_of("upl").or_null,
    "action": one_of("sync_matter", "sync_document", "pull_matters"),
    "status": one_of("pending", "success", "failed", "skipped"),
    "external_id": TEXT.or_null,
    "error_message": TEXT.null_until("the run fails"),
    "details": OBJECT,
    "created_at": TIMESTAMP,
}
SETTINGS = {
    "auto_sync_on_approval": BOOLEAN,
    "auto_sync_on_matter_created": BOOLEAN,
    "case_type_mappings": map_of(TEXT),
    "stage_statuses": map_of(one_of("active", "closed", "archived")),
}
STATUS = {
    "connected": BOOLEAN,
    "settings": SETTINGS,
    "last_sync": object_of({
        "sync_id": id_of("sync"), "action": one_of("sync_matter", "pull_matters"),
        "status": one_of("success", "failed", "skipped"), "matter_id": id_of("mat").or_null,
        "finished_at": TIMESTAMP}).null_until("a sync ends"),
    "sync_status": one_of("idle", "syncing", "error"),
    "error": object_of({"code": TEXT, "message": TEXT}).null_until("a sync fails"),
    "webhook_url": URL.null_until("the firm connects"),
}
CLIO_USER = object_of({"id": NUMBER, "name": TEXT, "email": TEXT}).null_until("the firm connects")

CLIO, LAWMATICS = "/integrations/clio", "/integrations/lawmatics"

INTEGRATION_ANSWERS = {
    f"POST {CLIO}/disconnect": {"success": exactly(True)},
    f"GET {CLIO}/status": STATUS | {"clio_user": CLIO_USER},
    f"PATCH {CLIO}/status": {"success": exactly(True), "settings": SETTINGS},
    f"POST {CLIO}/sync": {"success": exactly(True), "clioMatterId": NUMBER, "documentsUploaded": NUMBER},
    f"POST {CLIO}/sync/retry-failed": {"success": exactly(True), "started": INTEGER},
    f"GET {CLIO}/sync": {"logs": [SYNC_LOG]},
    f"POST {CLIO}/webhooks": {"received": exactly(True)},
    f"POST {CLIO}/deauthorize": {"ok": exactly(True)},
    f"POST {LAWMATICS}/disconnect": {"success": exactly(True)},
    f"GET {LAWMATICS}/status": STATUS,
    f"PATCH {LAWMATICS}/status": {"success": exactly(True), "settings": SETTINGS},
    f"POST {LAWMATICS}/sync": {"success": exactly(True), "lawmatics_matter_id": NUMBER},
    f"POST {LAWMATICS}/sync/retry-failed": {"success": exactly(True), "started": INTEGER},
    f"GET {LAWMATICS}/sync": {"logs": [SYNC_LOG], "total": INTEGER},
    f"POST {LAWMATICS}/webhooks": {"received": exactly(True)},
}
