"""The limits of a search, and the pages that it finds by name."""

from intake.accounts.permissions.roles import NOTIFICATIONS, OPENING
from intake.console.frame.navigation import AREAS, Area
from intake.console.frame.settings import SETTINGS_PAGES, SettingsPage

FEWEST = 2
"""The minimum number of characters for a search for records."""

SHOWN = 5
"""How many records of each type the dialog shows."""

SHOWN_ON_PAGE = 20
"""How many the page shows."""

PAGES: tuple[Area | SettingsPage, ...] = (
    Area("New matter", "new_matter.show", OPENING),
    Area("New lead", "lead_details.new", "matters:write"),
    Area("New client", "clients_pages.new", "clients:write"),
    *AREAS,
    Area("Reminders", "reminders_pages.index", "matters:read"),
    Area("Notifications", "notices.index", NOTIFICATIONS),
    *SETTINGS_PAGES,
)
