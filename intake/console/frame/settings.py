"""The pages of the settings, one line each, in the groups and the order of the list beside them."""

from collections.abc import Callable
from typing import NamedTuple

from intake.accounts.permissions.roles import has_permission
from intake.gateways.stripe_api import stripe_api


class SettingsPage(NamedTuple):
    """A page of the settings: its English name, its endpoint, its permission, and its purpose.

    It is the current page at every address below its own, and left out unless `is_offered`.
    """

    name: str
    endpoint: str
    permission: str
    purpose: str
    is_offered: Callable[[], bool] = lambda: True


SETTINGS: dict[str, tuple[SettingsPage, ...]] = {
    "The firm": (
        SettingsPage("Firm", "firm_pages.show", "firms:write",
                     "Address and time zone, what clients see of you, and when they are reminded."),
        SettingsPage("Billing", "billing_pages.show", "firms:write",
                     "Your plan, what it costs, invoices and payment methods.", lambda: stripe_api.is_configured),
        SettingsPage("Usage", "usage_page.show", "firms:read", "What the firm uses of its plan."),
        SettingsPage("First steps", "first_steps.index", "firms:write", "What a new firm sets up first, step by step."),
    ),
    "People and security": (
        SettingsPage("People", "people.index", "firms:write", "Who works here, what each may do, and inviting others."),
        SettingsPage("Security", "security.index", "firms:write",
                     "Active sessions, failed sign-ins, and who did what."),
        SettingsPage("Your account", "account.show", "matters:read",
                     "Your password, second factor and signed-in browsers."),
    ),
    "New clients": (
        SettingsPage("Lead form", "lead_form_pages.show", "firms:write",
                     "The public page on which people write to you for the first time."),
        SettingsPage("Conflict rules", "conflict_rules.show", "firms:write",
                     "Whether a matter needs a check before its link is sent, and how similar names have to be."),
        SettingsPage("Letters", "letter_template_pages.index", "matters:read",
                     "The texts of engagement letters, in English and Spanish, with fields that are filled in."),
    ),
    "Records": (
        SettingsPage("Legal holds", "holds_pages.index", "firms:write",
                     "Records that a court or an opponent asked you to preserve: they cannot be lost."),
        SettingsPage("Retention", "retention_pages.index", "firms:write",
                     "How long closed matters and declined leads are kept, and which are due."),
        SettingsPage("Erasures", "erasure_pages.index", "firms:write",
                     "Past erasures, those waiting to be confirmed, and the certificates."),
        SettingsPage("Privacy requests", "privacy_request_pages.index", "firms:write",
                     "Requests from people about their data, with the day by which you answer."),
        SettingsPage("Export and leaving", "export_pages.index", "firms:write",
                     "Everything of the firm or of a client as a file, and closing the firm."),
    ),
    "Connections": (
        SettingsPage("Integrations", "integrations_pages.index", "firms:write",
                     "Your practice-management software, and what is sent there."),
        SettingsPage("Developers", "developers.index", "firms:write",
                     "Keys, applications and webhooks for the programs that work with Intake."),
    ),
}
"""The pages by group heading. Their templates extend `settings_page.html`, their content is its block `settings`."""

SETTINGS_PAGES = tuple(page for pages in SETTINGS.values() for page in pages)


def settings_of(role):
    """Return the pages of the settings that a person with this role may open, by group heading."""
    allowed = {heading: [page for page in pages if has_permission(role, page.permission) and page.is_offered()]
               for heading, pages in SETTINGS.items()}
    return {heading: pages for heading, pages in allowed.items() if pages}
