"""Sentences of the pages of retention."""

from intake.console.leads.states import STATUS_NAMES
from intake.engagement.leads.states import DECLINED, LOST

ROWS = 50

NOTICES = {
    "added": "The usual schedules are added. Change them to what your bar and your insurer ask for.",
    "saved": "Saved.",
    "removed": "The schedule is removed.",
    "planned": "Marked to be destroyed.",
    "some": "Some were left unchanged: they are on hold, have originals, or are no longer due.",
    "none-chosen": "Select what is to be destroyed first.",
}
"""Values of `done` and `failed` in the address, and the sentence for each."""

STATE_NAMES = {"declined": STATUS_NAMES[DECLINED], "lost": STATUS_NAMES[LOST], "quarantined": "In quarantine"}
"""Why a lead ended without a client, by the `state` of its row in the due list."""

WRONG = {
    "name": "Enter a name of at most 120 characters.",
    "years": "Enter a number of years from 1 to 100, or nothing.",
    "minor_years": "Enter a number of years from 1 to 100, or nothing.",
    "months": "Enter a number of months from 1 to 1,200, or nothing.",
    "quarantine_months": "Enter a number of months from 1 to 1,200, or nothing.",
    "age_of_majority": "Enter an age from 16 to 25.",
    "excepted": "Enter at most 50 words, with commas between them.",
    "practice_area": "There is already a schedule for this practice area.",
    "clients": "There is already a schedule for clients.",
}
