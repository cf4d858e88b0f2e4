"""When a client is reminded: by the rules of the matter's template, else on the days of the firm."""

from datetime import timedelta

from intake.cases.templates.states import BEGUN, FORM_SENT
from intake.core.local_time import moment_at
from intake.messaging.communications.quiet_hours import hours_for


def days_of(firm, template):
    """Return the days after which clients of matters with this template, which may be None, are reminded."""
    rules = template.reminder_rules if template else None
    if not rules:
        return firm.settings_in_force["reminder_days"]
    count = rules["at_most"] if rules["every_days"] else min(rules["at_most"], 1)
    return [rules["first_after_days"] + (rules["every_days"] or 0) * number for number in range(count)]


def before_deadline(firm, rules, deadline):
    """Return when a reminder before this deadline is due: when the firm's day begins, that many days before."""
    return moment_at(deadline - timedelta(days=rules["before_deadline_days"]), hours_for(firm)[0], firm.timezone)


def has_stopped(rules, is_form_sent, is_begun):
    """Whether the template's rules, if any, have stopped for a client who has sent the form or begun the intake."""
    stop = rules["stop"] if rules else None
    return (stop == FORM_SENT and is_form_sent) or (stop == BEGUN and is_begun)
