"""The address of each blueprint of the API, and the additional ones of a sandbox."""

from intake.accounts.access.routes import api_keys
from intake.accounts.audit.routes import audit_log
from intake.accounts.firms.routes import firms
from intake.accounts.logos.routes import logo
from intake.accounts.oauth.routes import oauth_clients, oauth_consents
from intake.accounts.onboarding.routes import onboarding
from intake.accounts.sessions.routes import firm_sessions, sessions
from intake.accounts.users.routes import users
from intake.cases.archives.routes import archives
from intake.cases.client_merges.routes import client_merges
from intake.cases.clients.routes import clients
from intake.cases.court_forms.routes import court_forms, matter_forms
from intake.cases.deadlines.routes import all_deadlines, deadlines
from intake.cases.documents.routes import documents, matter_documents
from intake.cases.holds.routes import legal_holds
from intake.cases.intake_forms.routes import intake_form
from intake.cases.matters.routes import matters
from intake.cases.notes.routes import notes
from intake.cases.previews.routes import previews
from intake.cases.review_reasons.routes import review_reasons
from intake.cases.search.routes import search
from intake.cases.templates.routes import checklist, templates
from intake.cases.uploads.routes import uploads
from intake.console.developers.outbox.pages import outbox_pages
from intake.console.insights.routes import insights_figures
from intake.console.matters.activity.routes import activity
from intake.console.reports.routes import reports
from intake.console.saved_views.routes import views
from intake.engagement.conflicts.routes import conflict_checks
from intake.engagement.handovers.routes import handovers
from intake.engagement.leads.routes import leads
from intake.engagement.letters.routes import letter_templates, letters
from intake.engagement.parties.routes import parties
from intake.integrations.connections.pages import callbacks
from intake.integrations.connections.routes import platform_routes
from intake.integrations.event_feed.routes import event_feed
from intake.integrations.inbound.routes import deauthorized
from intake.integrations.inbound.routes import webhooks as inbound_webhooks
from intake.integrations.sandbox.pages import sandbox_platforms
from intake.integrations.sandbox.routes import sandbox_messages, test_clock
from intake.integrations.webhooks.routes import webhook_deliveries, webhooks
from intake.messaging.communications.routes import all_communications, communications, mail_server, twilio
from intake.messaging.notifications.routes import notifications
from intake.operations.billing.routes import billing
from intake.operations.reference.routes import openapi
from intake.operations.usage.routes import usage
from intake.portal.bulk.routes import bulk
from intake.portal.conversions.routes import conversions
from intake.portal.court_questions.routes import court_questions
from intake.portal.lead_forms.routes import lead_facts
from intake.portal.links.routes import intake_link
from intake.records.closing.routes import closing
from intake.records.erasures.routes import erasures
from intake.records.exports.routes import exports
from intake.records.privacy_requests.routes import privacy_requests
from intake.records.retention.routes import retention_schedules

API = "/api/v1"

BLUEPRINTS = (
    (matters, f"{API}/matters"),
    (bulk, f"{API}/matters/bulk"),
    (matter_documents, f"{API}/matters/<matter_id>/documents"),
    (archives, f"{API}/matters/<matter_id>/documents/archive"),
    (checklist, f"{API}/matters/<matter_id>/checklist"),
    (deadlines, f"{API}/matters/<matter_id>/deadlines"),
    (notes, f"{API}/matters/<matter_id>/notes"),
    (parties, f"{API}/matters/<matter_id>/parties"),
    (conflict_checks, f"{API}/conflict-checks"),
    (communications, f"{API}/matters/<matter_id>/communications"),
    (activity, f"{API}/matters/<matter_id>/activity"),
    (matter_forms, f"{API}/matters/<matter_id>/court-forms"),
    (court_questions, f"{API}/matters/<matter_id>/court-forms/fills"),
    (letters, f"{API}/matters/<matter_id>/letters"),
    (intake_form, f"{API}/matters/<matter_id>/intake-form"),
    (intake_link, f"{API}/matters/<matter_id>/intake-link"),
    (all_deadlines, f"{API}/deadlines"),
    (all_communications, f"{API}/communications"),
    (twilio, f"{API}/communications/twilio"),
    (mail_server, f"{API}/communications/mail"),
    (notifications, f"{API}/notifications"),
    (clients, f"{API}/clients"),
    (client_merges, f"{API}/clients/<client_id>/merge"),
    (legal_holds, f"{API}/legal-holds"),
    (retention_schedules, f"{API}/retention-schedules"),
    (privacy_requests, f"{API}/privacy-requests"),
    (court_forms, f"{API}/court-forms"),
    (letter_templates, f"{API}/letter-templates"),
    (documents, f"{API}/documents"),
    (templates, f"{API}/matter-templates"),
    (uploads, f"{API}/uploads"),
    (previews, f"{API}/uploads/<upload_id>/preview"),
    (review_reasons, f"{API}/review-reasons"),
    (search, f"{API}/search"),
    (leads, f"{API}/leads"),
    (conversions, f"{API}/leads/<lead_id>/convert"),
    (lead_facts, f"{API}/leads/<lead_id>/facts-link"),
    (views, f"{API}/views"),
    (insights_figures, f"{API}/insights"),
    (reports, f"{API}/reports"),
    (exports, f"{API}/exports"),
    (firms, f"{API}/firms"),
    (users, f"{API}/firms"),
    (firm_sessions, f"{API}/firms/sessions"),
    (sessions, f"{API}/firms/users/<user_id>/sessions"),
    (handovers, f"{API}/firms/users/<user_id>/hand-over"),
    (closing, f"{API}/firms/closing"),
    (api_keys, f"{API}/firms/api-keys"),
    (logo, f"{API}/firms/logo"),
    (usage, f"{API}/firms/usage"),
    (onboarding, f"{API}/firms/onboarding"),
    (billing, f"{API}/billing"),
    (audit_log, f"{API}/audit-log"),
    (erasures, f"{API}/erasures"),
    (webhooks, f"{API}/webhooks"),
    (webhook_deliveries, f"{API}/webhook-deliveries"),
    (event_feed, f"{API}/events"),
    (oauth_clients, f"{API}/oauth-clients"),
    (oauth_consents, f"{API}/oauth-consents"),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in platform_routes.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in callbacks.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in inbound_webhooks.items()),
    *((blueprint, f"{API}/integrations/{segment}") for segment, blueprint in deauthorized.items()),
    (openapi, API),
)

SANDBOX_BLUEPRINTS = (
    (test_clock, f"{API}/test-clock"),
    (sandbox_messages, f"{API}/sandbox/messages"),
    (sandbox_platforms, "/sandbox"),
    (outbox_pages, "/settings/developers/outbox"),
)
"""Additional blueprints of a sandbox; a live installation has no such addresses."""
