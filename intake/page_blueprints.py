"""The address of each blueprint of pages: those for the firm, for its clients and for everybody."""

from intake.accounts.logos.pages import logos
from intake.accounts.oauth.pages import applications, authorization
from intake.accounts.oauth.routes import token_endpoint
from intake.accounts.sessions.account.pages import account
from intake.accounts.sessions.pages import signing_in
from intake.accounts.sessions.passwords.pages import passwords
from intake.accounts.sessions.second_factor.pages import second_factor
from intake.accounts.users.pages import invitations
from intake.cases.calendars.pages import calendars
from intake.cases.previews.pages import images
from intake.console.alerts_off.pages import alerts_off
from intake.console.clients.merging.pages import merging
from intake.console.clients.pages import clients_pages
from intake.console.closing.pages import closing_pages
from intake.console.conflicts.pages import conflicts_pages
from intake.console.conflicts.rules import conflict_rules
from intake.console.court_forms.pages import court_form_pages
from intake.console.deadlines.pages import deadlines_pages
from intake.console.developers.applications.pages import applications_pages
from intake.console.developers.deliveries.pages import deliveries_pages
from intake.console.developers.pages import developers
from intake.console.developers.webhooks.pages import webhooks_pages
from intake.console.digests.pages import digest
from intake.console.erasures.pages import erasure_pages
from intake.console.exports.pages import export_pages
from intake.console.find.pages import find
from intake.console.firm.pages import firm_pages
from intake.console.first_steps.pages import first_steps
from intake.console.holds.pages import holds_pages
from intake.console.insights.pages import insights
from intake.console.intake_templates.editing.pages import template_editing
from intake.console.intake_templates.exchange.pages import template_exchange
from intake.console.intake_templates.pages import template_pages
from intake.console.intake_templates.preview.pages import template_preview
from intake.console.intake_templates.reminder_rules.pages import template_reminders
from intake.console.intake_templates.versions.pages import template_versions
from intake.console.integrations.pages import integrations_pages
from intake.console.lead_forms.asking.pages import asking
from intake.console.lead_forms.pages import lead_form_pages
from intake.console.leads.converting.pages import converting
from intake.console.leads.declining.pages import declining
from intake.console.leads.details.pages import lead_details
from intake.console.leads.pages import leads_pages
from intake.console.letter_templates.pages import letter_template_pages
from intake.console.letters.pages import letters_tab
from intake.console.matter_import.pages import matter_import
from intake.console.matters.activity.pages import activity_tab
from intake.console.matters.answers.pages import answers_tab
from intake.console.matters.bulk.pages import bulk_pages
from intake.console.matters.client.pages import client_pages
from intake.console.matters.court_forms.pages import forms_tab
from intake.console.matters.deadlines.pages import deadlines_tab
from intake.console.matters.documents.pages import requests_pages
from intake.console.matters.documents.uploading import desk_uploading
from intake.console.matters.editing.pages import editing_pages
from intake.console.matters.link.pages import link_pages
from intake.console.matters.messages.pages import messages_tab
from intake.console.matters.notes.pages import notes_tab
from intake.console.matters.pages import matters_pages
from intake.console.matters.parties.pages import parties_tab
from intake.console.matters.preview.pages import preview_pages
from intake.console.matters.sync.pages import sync_tab
from intake.console.messages.pages import inbox
from intake.console.new_matter.pages import new_matter
from intake.console.notifications.pages import notices
from intake.console.people.pages import people
from intake.console.people.person.pages import person
from intake.console.privacy_requests.pages import privacy_request_pages
from intake.console.reminders.pages import reminders_pages
from intake.console.reports.pages import reports_pages
from intake.console.retention.pages import retention_pages
from intake.console.review.pages import review
from intake.console.saved_views.pages import saved_views
from intake.console.security.audit_log.pages import audit_pages
from intake.console.security.pages import security
from intake.console.settings.pages import settings_pages
from intake.console.styleguide.pages import styleguide
from intake.console.viewer.pages import files
from intake.operations.billing.pages import billing_pages
from intake.operations.health.routes import operations
from intake.operations.metrics.routes import metrics
from intake.operations.reference.routes import docs
from intake.operations.usage.pages import usage_page
from intake.portal.checklist.pages import portal_checklist
from intake.portal.checklist.uploading import uploading
from intake.portal.codes.pages import codes
from intake.portal.form.pages import answering
from intake.portal.lead_forms.pages import lead_forms
from intake.portal.reminders.pages import reminders_off
from intake.portal.signing.pages import signing_pages
from intake.portal.welcome.pages import portal
from intake.records.privacy_requests.pages import privacy_page
from intake.web.routes import web

PAGE_BLUEPRINTS = (
    (metrics, None),
    (docs, "/docs"),
    (invitations, "/invitations"),
    (signing_in, None),
    (passwords, "/password"),
    (account, "/account"),
    (applications, "/account/applications"),
    (authorization, None),
    (token_endpoint, None),
    (second_factor, "/account/second-factor"),
    (logos, "/logos"),
    (images, "/previews"),
    (review, "/review"),
    (files, "/uploads"),
    (saved_views, "/views"),
    (matters_pages, "/matters"),
    (bulk_pages, "/matters"),
    (requests_pages, "/matters/<matter_id>/documents"),
    (desk_uploading, "/matters/<matter_id>"),
    (link_pages, "/matters/<matter_id>/link"),
    (preview_pages, "/matters/<matter_id>/as-client"),
    (answers_tab, "/matters/<matter_id>/answers"),
    (messages_tab, "/matters/<matter_id>/messages"),
    (forms_tab, "/matters/<matter_id>/court-forms"),
    (letters_tab, "/matters/<matter_id>/letters"),
    (notes_tab, "/matters/<matter_id>/notes"),
    (deadlines_tab, "/matters/<matter_id>/deadlines"),
    (parties_tab, "/matters/<matter_id>/parties"),
    (activity_tab, "/matters/<matter_id>/activity"),
    (sync_tab, "/matters/<matter_id>/sync"),
    (editing_pages, "/matters/<matter_id>/edit"),
    (client_pages, "/matters/<matter_id>/client"),
    (new_matter, "/matters/new"),
    (matter_import, "/matters/import"),
    (conflicts_pages, "/conflicts"),
    (conflict_rules, "/settings/conflicts"),
    (clients_pages, "/clients"),
    (leads_pages, "/leads"),
    (lead_details, "/leads"),
    (declining, "/leads/<lead_id>/decline"),
    (asking, "/leads/<lead_id>/ask"),
    (converting, "/leads/<lead_id>/convert"),
    (inbox, "/messages"),
    (deadlines_pages, "/deadlines"),
    (reminders_pages, "/reminders"),
    (court_form_pages, "/court-forms"),
    (template_pages, "/templates"),
    (template_editing, "/templates"),
    (template_exchange, "/templates"),
    (template_preview, "/templates/<template_id>/as-client"),
    (template_reminders, "/templates/<template_id>/reminders"),
    (template_versions, "/templates/<template_id>/versions"),
    (calendars, "/calendars"),
    (merging, "/clients/<client_id>/merge"),
    (notices, "/notifications"),
    (find, "/find"),
    (insights, "/insights"),
    (reports_pages, "/reports"),
    (settings_pages, "/settings"),
    (integrations_pages, "/settings/integrations"),
    (usage_page, "/settings/usage"),
    (billing_pages, "/settings/billing"),
    (firm_pages, "/settings/firm"),
    (letter_template_pages, "/settings/letter-templates"),
    (lead_form_pages, "/settings/lead-forms"),
    (first_steps, "/settings/first-steps"),
    (people, "/settings/people"),
    (holds_pages, "/settings/records/holds"),
    (privacy_request_pages, "/settings/records/requests"),
    (retention_pages, "/settings/records/retention"),
    (person, "/settings/people/<user_id>"),
    (export_pages, "/settings/records"),
    (closing_pages, "/settings/records/close"),
    (developers, "/settings/developers"),
    (applications_pages, "/settings/developers/applications"),
    (webhooks_pages, "/settings/developers/webhooks"),
    (deliveries_pages, "/settings/developers/deliveries"),
    (security, "/settings/security"),
    (audit_pages, "/settings/security/audit-log"),
    (erasure_pages, "/settings/records/erasures"),
    (styleguide, "/styleguide"),
    (digest, None),
    (alerts_off, None),
    (reminders_off, "/unsubscribe/reminders"),
    (portal, "/p"),
    (codes, "/p"),
    (answering, "/p"),
    (portal_checklist, "/p"),
    (uploading, "/p"),
    (signing_pages, "/p"),
    (privacy_page, "/p"),
    (lead_forms, "/start"),
    (web, "/static"),
    (operations, None),
)
