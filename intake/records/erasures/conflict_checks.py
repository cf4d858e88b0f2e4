"""Replaces what conflict checks say about an erased record: a mark takes the place of each text.

Checks and decisions never change otherwise (the trigger `protect_conflict_checks` lets a text only become the mark):
that a check was run, when, by whom, how many hits it had and what was decided stay as they were.
"""

import json

from intake.core.db import db

from .models import ErasureItem

MARK = "[…]"
"""The mark that replaces a text; the schema has it, too."""

_WORDS = ("kind", "part", "status", "reasons", "record_id", "parent_id", "client_id", "matter_id", "lead_id")
"""The values of a hit in Intake's own words, and its ids."""

_WIDE = ("matters", "leads")


def empty_checks(erasure, names):
    """Replace the texts about erased records in the firm's checks and decisions; return `{table: number}`.

    Call it in the transaction that collected the items. A check of an erased matter or lead loses all texts; other
    checks lose hits of erased records and the names of erased people.
    """
    ids, about = set(ErasureItem.ids(erasure)), set(ErasureItem.ids(erasure, *_WIDE))
    emptied, notes = 0, 0
    for id, matter_id, lead_id, *before in _checks(erasure, names, ids):
        is_about = bool(about & {matter_id, lead_id})
        after = [_emptied(each, is_about, ids, names) for each in before]
        if after != before:
            emptied += db.execute_sql(
                "UPDATE conflict_checks SET names = %s, sought = %s, hits = %s WHERE firm_id = %s AND id = %s",
                (*map(json.dumps, after), erasure.firm_id, id)).rowcount
        [(note,)] = db.execute_sql(
            "SELECT (SELECT note FROM conflict_decisions WHERE firm_id = %s AND id = %s)",
            (erasure.firm_id, id)).fetchall()
        if note and note != MARK and (is_about or names.is_searched_by(note)):
            notes += db.execute_sql("UPDATE conflict_decisions SET note = %s WHERE firm_id = %s AND id = %s",
                                    (MARK, erasure.firm_id, id)).rowcount
    return {"conflict_checks": emptied, "conflict_decisions": notes}


def _checks(erasure, names, ids):
    """Return the checks about erased records, or that name them."""
    return db.execute_sql(
        "SELECT id, matter_id, lead_id, names, sought, hits FROM conflict_checks AS checked WHERE firm_id = %(firm)s "
        "AND (matter_id = ANY(%(ids)s) OR lead_id = ANY(%(ids)s) "
        "OR jsonb_path_query_array(hits, '$[*].record_id') ?| %(ids)s "
        "OR jsonb_path_query_array(hits, '$[*].parent_id') ?| %(ids)s "
        "OR concat(names, sought, hits) ILIKE ANY(%(names)s) "
        "OR EXISTS (SELECT FROM conflict_decisions AS decided WHERE decided.firm_id = %(firm)s "
        "AND decided.id = checked.id AND note ILIKE ANY(%(names)s))) ORDER BY id",
        {"firm": erasure.firm_id, "ids": list(ids), "names": names.json_patterns}).fetchall()


def _emptied(value, wholly, ids, names):
    """Return the value with the mark instead of all its texts, or only of those about erased records."""
    if isinstance(value, list):
        return [_emptied(each, wholly, ids, names) for each in value]
    if isinstance(value, dict):
        wholly = wholly or bool(ids & {value.get("record_id"), value.get("parent_id")})
        return {key: each if key in _WORDS else _emptied(each, wholly, ids, names) for key, each in value.items()}
    if isinstance(value, str) and (wholly or names.is_searched_by(value)):
        return MARK
    return value
