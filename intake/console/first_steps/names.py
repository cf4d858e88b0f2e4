"""The names and descriptions of the steps."""

from intake.accounts.firms.states import ALERTS
from intake.accounts.onboarding.models import STEPS

NAMES = dict(zip(STEPS, (
    ("Check the firm's address and look", "Name, telephone number, time zone, logo and color."),
    ("Choose your practice areas", "The areas in which your firm practices."),
    ("Choose your templates", "Checklists and forms to begin with."),
    ("Choose your alerts", "What you are alerted to by e-mail or SMS."),
    ("Invite your colleagues", "They get an e-mail with a link and can begin at once."),
    ("Send yourself a test", "You get the e-mail that clients get and can try it on your phone."),
), strict=True))
"""The name and the description of each step."""

OF_ALERTS = dict(zip(ALERTS, (
    "A client has handed in a document", "An intake is complete", "A deadline is approaching",
    "An intake link has expired",
), strict=True))
"""The description of each alert."""
