"""Which blueprint hangs where."""

from intake.access.routes import api_keys
from intake.clients.routes import clients
from intake.communications.routes import communications, twilio
from intake.deadlines.routes import deadlines
from intake.documents.routes import documents, matter_documents
from intake.firms.routes import firms
from intake.logos.pages import logos
from intake.logos.routes import logo
from intake.matters.routes import matters
from intake.notifications.routes import notifications
from intake.onboarding.routes import onboarding
from intake.operations.metrics import metrics
from intake.operations.routes import operations
from intake.reference.pages import docs
from intake.reference.routes import openapi
from intake.search.routes import search
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
    (deadlines, f"{API}/matters/<matter_id>/deadlines"),
    (communications, f"{API}/matters/<matter_id>/communications"),
    (twilio, f"{API}/communications/twilio"),
    (notifications, f"{API}/notifications"),
    (clients, f"{API}/clients"),
    (documents, f"{API}/documents"),
    (uploads, f"{API}/uploads"),
    (search, f"{API}/search"),
    (firms, f"{API}/firms"),
    (users, f"{API}/firms"),
    (api_keys, f"{API}/firms/api-keys"),
    (logo, f"{API}/firms/logo"),
    (usage, f"{API}/firms/usage"),
    (onboarding, f"{API}/firms/onboarding"),
    (webhooks, f"{API}/webhooks"),
    (openapi, API),
    (metrics, None),
    (docs, "/docs"),
    (invitations, "/invitations"),
    (logos, "/logos"),
    (web, "/static"),
    (operations, None),
)
