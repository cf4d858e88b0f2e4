"""Which blueprint hangs where."""

from intake.access.routes import api_keys
from intake.clients.routes import clients
from intake.communications.routes import communications, twilio
from intake.deadlines.routes import deadlines
from intake.documents.routes import documents, matter_documents
from intake.firms.routes import firms
from intake.intake_forms.routes import intake_form
from intake.intake_links.routes import intake_link
from intake.integrations.inbound.routes import deauthorized
from intake.integrations.inbound.routes import webhooks as inbound_webhooks
from intake.integrations.pages import callbacks, connections
from intake.integrations.routes import platform_routes
from intake.logos.pages import logos
from intake.logos.routes import logo
from intake.matters.routes import matters
from intake.notifications.routes import notifications
from intake.oauth.pages import applications, authorization
from intake.oauth.routes import oauth_clients, oauth_consents, token_endpoint
from intake.onboarding.routes import onboarding
from intake.operations.metrics import metrics
from intake.operations.routes import operations
from intake.portal.answering import answering
from intake.portal.checklist import portal_checklist
from intake.portal.pages import portal
from intake.portal.uploading import uploading
from intake.reference.pages import docs
from intake.reference.routes import openapi
from intake.search.routes import search
from intake.sessions.account.pages import account
from intake.sessions.pages import signing_in
from intake.sessions.passwords.pages import passwords
from intake.sessions.second_factor.pages import second_factor
from intake.templates.routes import checklist, templates
from intake.uploads.routes import uploads
from intake.usage.routes import usage
from intake.users.pages import invitations
from intake.users.routes import users
from intake.web.routes import web
from intake.webhooks.routes import webhooks

API = "/api/v1"

BLUEPRINTS = (
    (matters, f"{API}/matters"),
    (matter_documents, f"{API}/matters/<matter_id>/documents"),
    (checklist, f"{API}/matters/<matter_id>/checklist"),
    (deadlines, f"{API}/matters/<matter_id>/deadlines"),
    (communications, f"{API}/matters/<matter_id>/communications"),
    (intake_form, f"{API}/matters/<matter_id>/intake-form"),
    (intake_link, f"{API}/matters/<matter_id>/intake-link"),
    (twilio, f"{API}/communications/twilio"),
    (notifications, f"{API}/notifications"),
    (clients, f"{API}/clients"),
    (documents, f"{API}/documents"),
    (templates, f"{API}/matter-templates"),
    (uploads, f"{API}/uploads"),
    (search, f"{API}/search"),
    (firms, f"{API}/firms"),
    (users, f"{API}/firms"),
    (api_keys, f"{API}/firms/api-keys"),
    (logo, f"{API}/firms/logo"),
    (usage, f"{API}/firms/usage"),
    (onboarding, f"{API}/firms/onboarding"),
    (webhooks, f"{API}/webhooks"),
    (oauth_clients, f"{API}/oauth-clients"),
    (oauth_consents, f"{API}/oauth-consents"),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in platform_routes.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in callbacks.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in inbound_webhooks.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in deauthorized.items()),
    (openapi, API),
    (metrics, None),
    (docs, "/docs"),
    (invitations, "/invitations"),
    (signing_in, None),
    (passwords, "/password"),
    (account, "/account"),
    (applications, "/account/applications"),
    (authorization, None),
    (token_endpoint, None),
    (connections, "/account/integrations"),
    (second_factor, "/account/second-factor"),
    (logos, "/logos"),
    (portal, "/p"),
    (answering, "/p"),
    (portal_checklist, "/p"),
    (uploading, "/p"),
    (web, "/static"),
    (operations, None),
)
