"""Example values for the schemas, realistic for a law office."""

from .records import prefixes, resource_in, resource_named_by

ULID = "01JD0Q8Z4W6V9XK3M5N7P2R4T6"
MOMENT = "2026-11-20T14:00:00.000Z"

EXAMPLES = {
    "accepted_types": ["application/pdf", "image/*"],
    "address": {"line1": "120 Main Street", "city": "Albany", "state": "NY", "zip": "12207"},
    "api_key": "ik_live_Wn4cT7pQx2Lk_…",
    "api_requests_per_period": 1_000_000,
    "application": "Case Manager",
    "assigned_attorney": f"usr_{ULID}",
    "brand_color": "#1f4b7f",
    "built_in": False,
    "case_type": "personal_injury_auto",
    "city": "Albany",
    "client_name": "Rosa Delgado",
    "client_secret": "ics_…",
    "code": "matter_not_found",
    "completed": False,
    "created_by": f"usr_{ULID}",
    "content_type": "application/pdf",
    "custom_domain": "intake.example.com",
    "custom_fields": {"case_number": "2026-CV-1042"},
    "date_of_birth": "1984-03-17",
    "default_intake_template": f"tmpl_{ULID}",
    "description": "Rear-end collision on Route 9; treatment is ongoing.",
    "doc_templates": [f"tmpl_{ULID}"],
    "documents_count": 3,
    "duration_ms": 84,
    "email": "rosa.delgado@example.com",
    "end": "2026-12-01T00:00:00.000Z",
    "event": "webhook.test",
    "event_type": "document.uploaded",
    "events": ["document.uploaded", "document.approved"],
    "fields": {"x-amz-meta-upload-id": f"upl_{ULID}"},
    "file_size_bytes": 482133,
    "filename": "police-report.pdf",
    "first_name": "Rosa",
    "form": [
        {"id": "treated", "type": "yes_no", "label": "Did you see a doctor?", "help": None, "section": "Treatment",
         "required": True, "options": [], "shown_if": None,
         "translations": {"es": {"label": "¿Le atendió un médico?"}}},
        {"id": "clinic", "type": "text", "label": "Where?", "help": None, "section": "Treatment", "required": False,
         "options": [], "shown_if": {"question": "treated", "equals": True}, "translations": {}},
    ],
    "has_more": False,
    "instructions": "All pages, front and back. A photo is fine if it is sharp.",
    "intake_template_id": f"tmpl_{ULID}",
    "last_name": "Delgado",
    "limit": 5,
    "line1": "120 Main Street",
    "line2": "Apartment 4",
    "logo_url": "https://intake.example.com/logos/delgado-partners-k3x9q/Wn4cT7pQx2Lk",
    "matter_title": "Delgado v. Northern Freight",
    "max_file_size_mb": 25,
    "message": "Please upload the police report by Friday.",
    "name": "Rosa Delgado",
    "notes": "Prefers to be called after 5 p.m.",
    "per_page": 20,
    "phone": "+15185550142",
    "plan": "pro",
    "practice_area": "personal_injury",
    "practice_areas": ["personal_injury", "family_law"],
    "public_part": "Wn4cT7pQx2Lk",
    "questions_count": 2,
    "q": "delgado",
    "query": "delgado",
    "redirect_uris": ["https://app.example.com/callback"],
    "response_status": 200,
    "response_time_ms": 84,
    "reviewer_notes": "Legible and complete.",
    "role": "attorney",
    "scan_status": "clean",
    "scopes": ["matters:read", "matters:write"],
    "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "signing_secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    "slug": "delgado-partners-k3x9q",
    "start": "2026-11-01T00:00:00.000Z",
    "state": "NY",
    "status": "active",
    "step": 2,
    "storage_gb": 250,
    "storage_used_gb": 3.2,
    "tags": ["priority"],
    "timezone": "America/New_York",
    "title": "Delgado v. Northern Freight",
    "to": "rosa.delgado@example.com",
    "total_results": 3,
    "upload_url": f"https://files.example.com/intake/upl_{ULID}?X-Amz-Signature=…",
    "url": f"https://files.example.com/intake/upl_{ULID}?X-Amz-Signature=…",
    "users": 25,
    "website": "https://www.example.com",
    "zip": "12207",
}
"""Values by field name."""

_BY_RESOURCE: dict[str, dict] = {
    "api_key": {"last_used_at": None, "name": "Case management", "revoked_at": None},
    "deadline": {"title": "Answer to the complaint"},
    "document": {"description": "The report of the collision.", "name": "Police report", "status": "uploaded"},
    "firm": {
        "email": "office@example.com", "fields": {"Content-Type": "image/png"}, "file_size_bytes": 48213,
        "filename": "logo.png", "name": "Delgado & Partners", "phone": "+15185550100",
        "upload_url": "https://files.example.com/intake/logo?X-Amz-Signature=…",
    },
    "invitation": {
        "email": "maya.okafor@example.com", "expires_at": "2026-11-27T14:00:00.000Z", "first_name": "Maya",
        "last_name": "Okafor",
    },
    "oauth_client": {"name": "Case Manager", "public": False},
    "template": {
        "description": "What we ask everybody after a collision.", "documents_count": 1, "name": "Car accident",
        "translations": {"es": {"name": "Accidente de auto"}},
        "documents": [{
            "name": "Police report", "description": "The officer's report of the collision.",
            "category": "The accident",
            "instructions": "1. Find the slip with the report number.\n2. Order the report online.", "required": True,
            "accepted_types": ["application/pdf", "image/*"], "max_file_size_mb": 25,
            "translations": {"es": {"name": "Informe policial"}}}],
    },
    "user": {"email": "maya.okafor@example.com", "first_name": "Maya", "last_name": "Okafor"},
    "webhook": {"description": "Keeps our case list up to date.", "url": "https://cases.example.com/intake"},
}
"""Values by field name of the records whose fields differ from those of the same name elsewhere."""

_BY_FORMAT = {"date": "2026-12-18", "date-time": MOMENT, "email": EXAMPLES["email"]}
_BY_TYPE = {"string": "text", "integer": 1, "number": 1.5, "boolean": True, "object": {}, "null": None}


class Examples:
    """Generates examples for the component schemas of one document."""

    def __init__(self, components):
        self._components = components

    def of(self, schema, resource, name="", writing=False):
        """Return an example of the schema. `resource` is the one whose `id` it would contain.

        While `writing`, read-only fields are left out.
        """
        if "example" in schema:
            return schema["example"]
        if "$ref" in schema:
            component = schema["$ref"].rpartition("/")[2]
            return self.of(self._components.named(component), resource_in(component) or resource, name, writing)
        if "anyOf" in schema:
            return self.of(schema["anyOf"][0], resource, name, writing)
        if "properties" in schema:
            return {field: self.of(inner, resource, field, writing) for field, inner in schema["properties"].items()
                    if not (writing and inner.get("readOnly"))}
        return self._value(schema, resource, name, writing)

    def _value(self, schema, resource, name, writing):
        enum = schema.get("enum")
        for known in (_BY_RESOURCE.get(resource, {}), EXAMPLES):
            if name in known and (enum is None or known[name] in enum) and _same_kind(known[name], schema):
                return known[name]
        if resource_named_by(name) or (name == "id" and resource):
            return identifier(resource_named_by(name) or resource)
        if enum or "default" in schema:
            return enum[0] if enum else schema["default"]
        types = schema.get("type", "string")
        if "null" in types and "format" not in schema:
            return None
        first = types if isinstance(types, str) else types[0]
        if first == "array":
            return [self.of(schema["items"], resource, name, writing)]
        return _BY_FORMAT.get(schema.get("format"), _BY_TYPE[first])


def _same_kind(value, schema):
    """Whether value and schema are both boolean or both not: `email` may be an address or a switch."""
    return isinstance(value, bool) == ("boolean" in schema.get("type", ""))


def identifier(resource):
    """Return an example identifier of the resource."""
    return f"{prefixes()[resource]}_{ULID}"
