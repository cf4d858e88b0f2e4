"""Numbers that answered STOP: a table of the installation; an export has those of the firm's clients and leads."""

import json

from intake.core.clock import now
from intake.core.db import db

from .states import RECORDS

OPT_OUTS = f"{RECORDS}/sms_opt_outs.jsonl"
"""The entry of an archive. Those of earlier versions have none."""

_NUMBERS = ("SELECT phone FROM clients WHERE firm_id = %(firm)s "
            "UNION SELECT phone FROM leads WHERE firm_id = %(firm)s")


def read_opt_outs(firm_id):
    """Yield the numbers as texts of JSON objects."""
    numbers = db.execute_sql(
        f"SELECT number FROM sms_opt_outs WHERE number IN ({_NUMBERS}) ORDER BY number",  # noqa: S608 (our own)
        {"firm": firm_id}).fetchall()
    return (json.dumps({"number": number}) for number, in numbers)


def add_opt_outs(firm_id, numbers):
    """Record the opt-out from this installation's SMS of the numbers that belong to clients or leads of the firm."""
    db.execute_sql(
        "INSERT INTO sms_opt_outs (number, created_at) SELECT phone, %(now)s "  # noqa: S608 (our own)
        f"FROM ({_NUMBERS}) AS known WHERE phone = ANY(%(numbers)s) ON CONFLICT DO NOTHING",
        {"firm": firm_id, "numbers": numbers, "now": now()})
