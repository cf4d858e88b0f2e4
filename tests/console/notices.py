"""Collects the sentences of the console's pages that are not in their templates."""

from intake.cases.court_forms.sources import INVALID
from intake.console.clients.merging import states as merging
from intake.console.closing import pages as closing
from intake.console.conflicts import states as conflicts
from intake.console.court_forms import states as court_forms
from intake.console.deadlines import pages as agenda
from intake.console.developers import states as developers
from intake.console.developers.outbox import states as outbox
from intake.console.developers.webhooks import states as webhooks
from intake.console.erasures import states as erasures
from intake.console.exports import pages as exports
from intake.console.find import states as find
from intake.console.firm import example
from intake.console.firm import form as firm_form
from intake.console.firm import pages as firm
from intake.console.first_steps import pages as first_steps
from intake.console.first_steps.names import NAMES, OF_ALERTS
from intake.console.frame.settings import SETTINGS, SETTINGS_PAGES
from intake.console.holds import states as holds
from intake.console.insights import tables as insights
from intake.console.intake_templates import states as templates
from intake.console.intake_templates.editing import item_form
from intake.console.intake_templates.editing import texts as template_texts
from intake.console.intake_templates.exchange import pages as template_files
from intake.console.intake_templates.reminder_rules import form as template_reminders
from intake.console.intake_templates.versions import pages as template_versions
from intake.console.integrations import states as integrations
from intake.console.lead_forms import states as lead_forms
from intake.console.leads import states as leads
from intake.console.leads.converting import pages as converting
from intake.console.leads.declining import pages as declining
from intake.console.leads.details import form as lead_form
from intake.console.letter_templates import states as letter_templates
from intake.console.letters import states as letters
from intake.console.matters import head
from intake.console.matters.answers import pages as answers
from intake.console.matters.court_forms import pages as filling
from intake.console.matters.deadlines import pages as deadlines
from intake.console.matters.documents import pages as documents
from intake.console.matters.messages import pages as messages
from intake.console.matters.parties import pages as parties
from intake.console.messages import pages as inbox
from intake.console.notifications import states as notifications
from intake.console.people import invitations
from intake.console.people import pages as people
from intake.console.people.person import pages as person
from intake.console.people.states import ASSIGNED, EVERYWHERE, RIGHTS, ROLES
from intake.console.privacy_requests import states as privacy_requests
from intake.console.reminders import pages as reminders
from intake.console.reminders.states import NOT_REMINDED
from intake.console.reports import names as report_names
from intake.console.reports import pages as reports
from intake.console.reports.contents import REPORT_TYPES
from intake.console.retention import states as retention
from intake.console.review import client_view
from intake.console.review import pages as review
from intake.console.saved_views import pages as saved_views
from intake.console.security import states as security
from intake.console.security.audit_log import pages as audit_log
from intake.console.security.audit_log import sentences as acts
from intake.console.viewer import pages as viewer
from intake.console.viewer import viewed_file
from intake.core.languages import ENGLISH, LANGUAGES
from intake.engagement.conflicts import wording
from intake.engagement.letters.completion import EVENT_NAMES
from intake.integrations.sandbox import stand_ins as sandbox
from intake.messaging.communications.failures import SENTENCES
from intake.operations.billing import pages as billing
from intake.portal.codes import code_form as portal_codes
from intake.portal.signing import states as signing
from intake.records.erasures import names as erased
from intake.records.privacy_requests import pages as privacy_page
from intake.web.translation import dictionary


def untranslated():
    """Return the sentences that lack a translation into one of the languages."""
    sentences = ["You", "A colleague", "You have already decided about that file.", review.WITHOUT_REASON,
                 client_view.NO_LINK, inbox.WRONG, saved_views.WRONG, saved_views.OF_NO_PERSON, templates.MEANWHILE,
                 item_form.DEPENDENT, template_texts.WRONG, "Back to the template", "(copy)", *SENTENCES,
                 integrations.NOT_ENTERED, integrations.NO_CLIENT, integrations.TOO_LARGE, *insights.COLUMNS,
                 *portal_codes.SENTENCES, *signing.SENTENCES, *letters.SENTENCES,
                 *letter_templates.SENTENCES, *EVENT_NAMES.values(), "Your case of {date}",
                 "The plan's limit of matters is reached.", conflicts.WRONG, *SETTINGS, sandbox.NOTICE, sandbox.MOVED]
    sentences += [*leads.REASONS, *(sentence for _, sentence in converting.WRONG.values())]
    sentences += [each.name for each in (*find.PAGES, *head.TABS)]
    sentences += [each.purpose for each in SETTINGS_PAGES]
    sentences += erased.CERTIFICATE
    sentences += ["Page {page} of {pages}", *(type.title for type in REPORT_TYPES.values()),
                  *(column.title for type in REPORT_TYPES.values() for column in type.shown)]
    sentences += ["Test", "Test of {moment}", *(text for texts in NAMES.values() for text in texts)]
    sentences += [*example.NAMES, "Your matter", "Federal", court_forms.WRONG_NAME, INVALID]
    sentences += [ASSIGNED, EVERYWHERE, *ROLES.values(), *(each.name for each in RIGHTS)]
    sentences += [sentence for known in (
        review.NOTICES, client_view.SENDING, viewer.NOTICES, viewed_file.ACTORS, viewed_file.DECIDED, head.NOTICES,
        inbox.NOTICES, agenda.NOTICES, agenda.WRONG, deadlines.WRONG, documents.WRONG, reminders.NOTICES, NOT_REMINDED,
        messages.WRONG, messages.TEXTS, messages.NOT_SENT, notifications.DONE, merging.NOTICES, answers.WRONG,
        templates.NOTICES, template_texts.SENTENCES, template_files.WRONG,
        template_reminders.WRONG, template_versions.SAVED_BY,
        court_forms.NOTICES, court_forms.PROBLEMS, court_forms.COURT_TYPE_NAMES, court_forms.TYPE_NAMES,
        filling.PROBLEMS, firm.NOTICES, firm_form.WRONG, first_steps.NOTICES, OF_ALERTS,
        holds.NOTICES, holds.WRONG, retention.NOTICES, retention.WRONG, retention.STATE_NAMES,
        people.NOTICES, person.NOTICES,
        developers.SCOPE_GROUPS, developers.NOTICES, developers.WRONG, webhooks.EVENTS, webhooks.OUTCOMES,
        webhooks.DISABLED, webhooks.ERRORS, webhooks.NOTICES, webhooks.WRONG,
        exports.NOTICES, exports.STATUSES, closing.NOTICES, closing.WRONG,
        reports.NOTICES, reports.WRONG, report_names.VALUES, report_names.FILTERS, report_names.STATUSES,
        report_names.FREQUENCIES, security.NOTICES, security.REASONS, acts.SENTENCES, audit_log.ACTORS,
        {heading: heading for heading in acts.ACTS}, invitations.WRONG,
        privacy_requests.NOTICES, privacy_requests.WRONG, privacy_requests.KINDS, privacy_requests.SOURCES,
        privacy_requests.STATUSES, privacy_requests.VERIFIED, privacy_page.ASKED, privacy_page.WRONG,
        erasures.NOTICES, erasures.WRONG, erased.STATUS_NAMES, erased.KIND_NAMES, erased.TABLE_NAMES, erased.STAYS,
        erased.STAYS_NAMES, erased.GOES,
        integrations.NOTICES, integrations.WRONG_MAPPINGS, integrations.PROBLEMS, insights.STEP_NAMES,
        insights.OUTCOMES, insights.CHANNEL_NAMES, insights.TITLES,
        billing.NOTICES, billing.LIMITS, leads.STATUS_NAMES, leads.STEPS, leads.ROLE_NAMES, leads.SPAM_REASONS,
        leads.NOTICES, declining.WRONG, lead_form.WRONG, outbox.NOTICES, outbox.STEPS, lead_forms.NOTICES,
        lead_forms.WRONG)
        for sentence in known.values()]
    sentences += [wording.OPEN, wording.ALL_COMPARED, wording.NOT_ALL_COMPARED, *(sentence for known in (
        wording.REASONS, wording.KINDS, wording.DECISIONS, wording.PARTS, wording.ROLES, wording.STATUSES,
        conflicts.NOTICES, parties.WRONG) for sentence in known.values())]
    return [sentence for sentence in sentences for language in LANGUAGES
            if language != ENGLISH and sentence not in dictionary(language)]
