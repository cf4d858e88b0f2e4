"""The figures as tables, shown beside their charts and in the CSV files."""

from datetime import timedelta
from typing import Any, NamedTuple

from intake.accounts.users.names import distinct_names
from intake.messaging.communications.states import CHANNELS, DELIVERED, EMAIL, FAILED, QUEUED, SENT, SMS
from intake.web.formatting import format_share

from .states import DAILY, MOST_PEOPLE, STEPS

STEP_NAMES = dict(zip(STEPS, ("Sent", "Opened", "Form done", "Documents in", "Complete"), strict=True))
OUTCOMES = {DELIVERED: "Delivered", SENT: "Sent", QUEUED: "Waiting to be sent", FAILED: "Not sent"}
CHANNEL_NAMES = {EMAIL: "E-mail", SMS: "SMS"}
TITLES = {"funnel": "From the link to a complete intake", "open_requests": "Open document requests by age",
          "reviews": "Files reviewed", "messages": "Messages by outcome"}

COLUMNS = ("Step", "Intake links", "Share of those sent", "Median days after sending", "Asked for since", "Required",
           "Optional", "Channel", "Day", "Week from", "Together", "Others", "{first}–{last} days", "Over {last} days")
"""The names of columns and rows."""


class Table(NamedTuple):
    """A title, the names of the columns, and rows that begin with a name or day; `charted` are the chart's columns.

    `tones` are the meanings of the charted columns, which determine their colours; None gives each column its own.
    """

    title: str
    columns: list[str]
    rows: list[list[Any]]
    charted: list[int]
    tones: list[str] | None = None

    @property
    def is_empty(self):
        """Whether there is nothing to draw."""
        return not any(row[column] for row in self.rows for column in self.charted)


def tables_of(desk, figures):
    """Return every `Table` by name, in the person's language."""
    return {name: build(desk, figures) for name, build in _TABLES.items()}


def _funnel(desk, figures):
    sent = figures["funnel"][0]["links"]
    rows = [[desk.translate(STEP_NAMES[each["step"]]), each["links"],
             format_share(each["links"], sent), each["median_days"]]
            for each in figures["funnel"]]
    return _table(desk, "funnel", COLUMNS[:4], rows, [1])


def _open_requests(desk, figures):
    rows = []
    for each in figures["open_requests"]:
        if each["to_days"]:
            name = desk.translate("{first}–{last} days", first=each["from_days"], last=each["to_days"])
        else:
            name = desk.translate("Over {last} days", last=each["from_days"] - 1)
        rows.append([name, each["required"], each["optional"]])
    return _table(desk, "open_requests", COLUMNS[4:7], rows, [1, 2], ["bad", "muted"])


def _reviews(desk, figures):
    first, last = figures["period"]["first"], figures["period"]["last"]
    is_daily = (last - first).days < DAILY
    days = [first + timedelta(days=number) for number in range(0, (last - first).days + 1, 1 if is_daily else 7)]
    reviewers = [each["reviewer"] for each in figures["reviews"]]
    names = distinct_names([(each["id"], each["name"] or desk.translate("A colleague"), each["email"] or each["id"])
                        for each in reviewers])
    totals: dict[str, int] = {}
    counted: dict[tuple[int, str], int] = {}
    for each, name in zip(figures["reviews"], names, strict=True):
        number = each["approved"] + each["rejected"]
        place = (each["day"] - first).days // (1 if is_daily else 7)
        totals[name] = totals.get(name, 0) + number
        counted[place, name] = counted.get((place, name), 0) + number
    named = sorted(totals, key=lambda name: (-totals[name], name))[:MOST_PEOPLE]
    others = [desk.translate("Others")] if len(totals) > len(named) else []
    rows = []
    for place, day in enumerate(days):
        row = [counted.get((place, name), 0) for name in named]
        if others:
            row.append(sum(counted.get((place, name), 0) for name in totals.keys() - {*named}))
        rows.append([day, *row, sum(row)])
    columns = [desk.translate("Day") if is_daily else desk.translate("Week from"), *named, *others,
             desk.translate("Together")]
    return Table(desk.translate(TITLES["reviews"]), columns, rows, list(range(1, len(columns) - 1)))


def _messages(desk, figures):
    counted = {(each["channel"], each["status"]): each["messages"] for each in figures["messages"]}
    rows = [[desk.translate(CHANNEL_NAMES[channel]), *(counted[channel, status] for status in OUTCOMES)]
            for channel in CHANNELS]
    return _table(desk, "messages", ["Channel", *OUTCOMES.values()], rows, [1, 2, 3, 4],
                  ["good", "info", "muted", "bad"])


def _table(desk, name, columns, rows, charted, tones=None):
    return Table(desk.translate(TITLES[name]), [desk.translate(column) for column in columns], rows, charted, tones)


_TABLES = {"funnel": _funnel, "open_requests": _open_requests, "reviews": _reviews, "messages": _messages}
