"""Every endpoint: method and path, the scope it needs, the status of its success.

Paths are relative to /api/v1 where the application has them there. The last column names the area of an endpoint that
is not built yet; without it, the rows of all other tables about the endpoint are tested.
"""

from typing import NamedTuple

ANY_KEY = "any key"
PUBLIC = "no key"


class Endpoint(NamedTuple):
    call: str
    scope: str
    status: int
    missing: str | None = None


def _endpoints(*rows):
    return [Endpoint(" ".join(call.split()), *rest) for call, *rest in rows]


ENDPOINTS = _endpoints(
    ("POST   /matters",                               "matters:write",   201),
    ("GET    /matters",                               "matters:read",    200),
    ("GET    /matters/:id",                           "matters:read",    200),
    ("PATCH  /matters/:id",                           "matters:write",   200),
    ("POST   /matters/:id/archive",                   "matters:write",   200),
    ("GET    /matters/:id/communications",            "matters:read",    200),
    ("GET    /matters/:id/deadlines",                 "matters:read",    200),
    ("POST   /matters/:id/deadlines",                 "matters:write",   201),

    ("POST   /clients",                               "clients:write",   201),
    ("GET    /clients",                               "clients:read",    200),
    ("GET    /clients/:id",                           "clients:read",    200),
    ("PATCH  /clients/:id",                           "clients:write",   200),
    ("POST   /clients/:id/merge",                     "clients:write",   201),
    ("POST   /clients/:id/merge/undo",                "clients:write",   200),

    ("GET    /matters/:id/documents",                 "documents:read",  200),
    ("POST   /matters/:id/documents/request",         "documents:write", 201),
    ("POST   /uploads/signed-url",                    "documents:write", 200),
    ("POST   /uploads/:id/confirm",                   "documents:write", 200),
    ("PATCH  /uploads/:id/status",                    "documents:write", 200),

    ("GET    /search",                                ANY_KEY,           200),

    ("GET    /firms",                                 "firms:read",      200),
    ("PATCH  /firms/settings",                        "firms:write",     200),
    ("GET    /firms/usage",                           "firms:read",      200),
    ("GET    /firms/users",                           "firms:read",      200),
    ("POST   /firms/users",                           "firms:write",     201),
    ("GET    /firms/notification-preferences",        "firms:read",      200),
    ("PATCH  /firms/notification-preferences",        "firms:write",     200),
    ("GET    /firms/onboarding",                      "firms:read",      200),
    ("POST   /firms/onboarding",                      "firms:write",     200),

    ("POST   /webhooks",                              "webhooks:write",  201),
    ("GET    /webhooks",                              "webhooks:read",   200),
    ("PATCH  /webhooks/:id",                          "webhooks:write",  200),
    ("DELETE /webhooks/:id",                          "webhooks:write",  200),
    ("POST   /webhooks/:id/test",                     "webhooks:write",  200),

    ("GET    /integrations/clio/connect",             "firms:write",     302),
    ("GET    /integrations/clio/callback",            PUBLIC,            302),
    ("POST   /integrations/clio/callback",            PUBLIC,            303),
    ("POST   /integrations/clio/disconnect",          "firms:write",     200),
    ("GET    /integrations/clio/status",              "firms:read",      200),
    ("POST   /integrations/clio/sync",                "firms:write",     200),
    ("GET    /integrations/clio/sync",                "firms:read",      200),
    ("POST   /integrations/clio/webhooks",            PUBLIC,            200),
    ("POST   /integrations/clio/deauthorize",         PUBLIC,            200),
    ("GET    /integrations/lawmatics/connect",        "firms:write",     302),
    ("GET    /integrations/lawmatics/callback",       PUBLIC,            302),
    ("POST   /integrations/lawmatics/callback",       PUBLIC,            303),
    ("POST   /integrations/lawmatics/disconnect",     "firms:write",     200),
    ("GET    /integrations/lawmatics/status",         "firms:read",      200),
    ("PATCH  /integrations/lawmatics/status",         "firms:write",     200),
    ("POST   /integrations/lawmatics/sync",           "firms:write",     200),
    ("GET    /integrations/lawmatics/sync",           "firms:read",      200),
    ("POST   /integrations/lawmatics/webhooks",       PUBLIC,            200),

    ("GET    /oauth/authorize",                       PUBLIC,            302),
    ("POST   /oauth/token",                           PUBLIC,            200),
    ("PATCH  /matters/:id/deadlines/:id",             "matters:write",   200),
    ("DELETE /matters/:id/deadlines/:id",             "matters:write",   200),
    ("POST   /matters/:id/communications",            "matters:write",   201),
    ("POST   /matters/:id/communications/:id/retry",  "matters:write",   201),
    ("DELETE /matters/:id/communications/:id",        "matters:write",   200),
    ("POST   /communications/twilio/status",          PUBLIC,            204),
    ("POST   /communications/twilio/inbound",         PUBLIC,            200),

    ("GET    /matters/:id/documents/archive",         "documents:read",  200),
    ("GET    /documents",                             "documents:read",  200),
    ("GET    /deadlines",                             "matters:read",    200),
    ("GET    /communications",                        "matters:read",    200),
    ("GET    /documents/:id",                         "documents:read",  200),
    ("GET    /documents/:id/uploads",                 "documents:read",  200),
    ("PATCH  /documents/:id",                         "documents:write", 200),
    ("POST   /documents/:id/waive",                   "documents:write", 200),
    ("DELETE /documents/:id",                         "documents:write", 200),
    ("POST   /matters/bulk",                          "matters:write",   200),
    ("GET    /review-reasons",                        "documents:read",  200),
    ("POST   /review-reasons",                        "firms:write",     201),
    ("GET    /review-reasons/:id",                    "documents:read",  200),
    ("PATCH  /review-reasons/:id",                    "firms:write",     200),
    ("DELETE /review-reasons/:id",                    "firms:write",     200),
    ("GET    /matters/:id/activity",                  "matters:read",    200),
    ("GET    /insights",                              "matters:read",    200),
    ("GET    /views",                                 "matters:read",    200),
    ("POST   /views",                                 "matters:write",   201),
    ("GET    /views/:id",                             "matters:read",    200),
    ("PATCH  /views/:id",                             "matters:write",   200),
    ("DELETE /views/:id",                             "matters:write",   200),
    ("GET    /uploads",                               "documents:read",  200),
    ("GET    /uploads/:id",                           "documents:read",  200),
    ("GET    /uploads/:id/download",                  "documents:read",  200),
    ("POST   /uploads/:id/reopen",                    "documents:write", 200),
    ("GET    /uploads/:id/preview",                   "documents:read",  200),
    ("PATCH  /uploads/:id/preview",                   "documents:write", 200),

    ("PATCH  /firms/users/:id",                       "firms:write",     200),
    ("GET    /firms/sessions",                        "firms:read",      200),
    ("DELETE /firms/sessions/:id",                    "firms:write",     200),
    ("GET    /firms/users/:id/sessions",              "firms:read",      200),
    ("DELETE /firms/users/:id/sessions",              "firms:write",     200),
    ("POST   /firms/users/:id/hand-over",             "firms:write",     200),
    ("DELETE /firms/invitations/:id",                 "firms:write",     200),
    ("POST   /firms/invitations/:id/resend",          "firms:write",     200),
    ("POST   /firms/logo",                            "firms:write",     200),
    ("POST   /firms/logo/confirm",                    "firms:write",     200),
    ("GET    /audit-log",                             "firms:read",      200),
    ("GET    /firms/api-keys",                        "firms:read",      200),
    ("POST   /firms/api-keys",                        "firms:write",     201),
    ("DELETE /firms/api-keys/:id",                    "firms:write",     200),
    ("POST   /firms/api-keys/:id/regenerate",         "firms:write",     200),

    ("GET    /webhooks/:id",                          "webhooks:read",   200),
    ("GET    /webhooks/:id/statistics",               "webhooks:read",   200),
    ("GET    /webhooks/:id/deliveries",               "webhooks:read",   200),
    ("GET    /webhooks/:id/deliveries/:id",           "webhooks:read",   200),
    ("POST   /webhooks/:id/deliveries/:id/redeliver", "webhooks:write",  200),
    ("POST   /webhooks/:id/redeliver-failed",         "webhooks:write",  200),
    ("POST   /webhooks/:id/rotate-secret",            "webhooks:write",  200),

    ("GET    /matter-templates",                      "matters:read",    200),
    ("POST   /matter-templates",                      "matters:write",   201),
    ("GET    /matter-templates/:id",                  "matters:read",    200),
    ("PATCH  /matter-templates/:id",                  "matters:write",   200),
    ("DELETE /matter-templates/:id",                  "matters:write",   200),
    ("GET    /matter-templates/:id/versions",         "matters:read",    200),
    ("GET    /matter-templates/:id/versions/:id",     "matters:read",    200),
    ("POST   /matter-templates/:id/versions/:id/restore", "matters:write", 200),
    ("POST   /matters/:id/checklist",                 "matters:write",   200),
    ("POST   /matters/:id/intake-link",               "matters:write",   201),
    ("GET    /matters/:id/intake-link",               "matters:read",    200),
    ("PATCH  /matters/:id/intake-link",               "matters:write",   200),
    ("DELETE /matters/:id/intake-link",               "matters:write",   200),
    ("GET    /matters/:id/intake-form",               "matters:read",    200),
    ("POST   /matters/:id/intake-form/corrections",   "matters:write",   200),

    ("GET    /notifications",                         "firms:read",      200),
    ("GET    /notifications/recent",                  "firms:read",      200),
    ("POST   /notifications/:id/read",                "firms:write",     200),
    ("POST   /notifications/read-all",                "firms:write",     200),
    ("GET    /reports",                               ANY_KEY,           200, "reports"),
    ("POST   /reports/:id",                           ANY_KEY,           202, "reports"),
    ("GET    /reports/:id",                           ANY_KEY,           200, "reports"),
    ("GET    /court-forms",                           ANY_KEY,           200, "court forms"),
    ("GET    /court-forms/:id",                       ANY_KEY,           200, "court forms"),
    ("POST   /billing/checkout",                      "firms:write",     200),
    ("POST   /billing/portal",                        "firms:write",     200),
    ("GET    /billing/subscription",                  "firms:read",      200),
    ("PATCH  /billing/subscription",                  "firms:write",     200),
    ("POST   /billing/webhooks",                      PUBLIC,            200),

    ("GET    /oauth-clients",                         "firms:read",      200),
    ("POST   /oauth-clients",                         "firms:write",     201),
    ("GET    /oauth-clients/:id",                     "firms:read",      200),
    ("PATCH  /oauth-clients/:id",                     "firms:write",     200),
    ("DELETE /oauth-clients/:id",                     "firms:write",     200),
    ("POST   /oauth-clients/:id/rotate-secret",       "firms:write",     200),
    ("GET    /oauth-consents",                        ANY_KEY,           200),
    ("DELETE /oauth-consents/:id",                    ANY_KEY,           200),
    ("POST   /oauth/revoke",                          PUBLIC,            200),
    ("GET    /.well-known/oauth-authorization-server", PUBLIC,           200),
    ("PATCH  /integrations/clio/status",              "firms:write",     200),
    ("GET    /openapi.json",                          PUBLIC,            200),
    ("GET    /docs",                                  PUBLIC,            200),
    ("GET    /healthz",                               PUBLIC,            200),
    ("GET    /readyz",                                PUBLIC,            200),
)
