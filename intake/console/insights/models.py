"""The queries of the insights: three statements for everything."""

from collections import Counter
from datetime import time, timedelta
from typing import NamedTuple

from ulid import ULID

from intake.accounts.audit.models import ACTOR_NAME
from intake.cases.matters.states import ACTIVE, STATUSES
from intake.core.db import db
from intake.core.local_time import moment_at
from intake.portal.links.models import OPENED

from .states import AGES, FEW, STEPS

_MATTER = """(%(area)s::text IS NULL OR matter.practice_area = %(area)s)
    AND (%(assignee)s::text[] IS NULL OR matter.assigned_attorney = ANY (%(assignee)s))"""

_FOUND_BY_ID = """COALESCE(matter.firm_id = %(firm_id)s, false)
    AND (%(area)s::text IS NULL OR matter.practice_area = %(area)s)
    AND (%(assignee)s::text[] IS NULL OR COALESCE(matter.assigned_attorney = ANY (%(assignee)s), false))"""
"""The same in a form that leaves only the index of ids to find the matter by; see `is_in_firm`."""

# A matter has only one link that is not revoked. A complete intake was opened and has everything. What is missing is
# looked up matter by matter: the open requests of a whole firm may be too many to be hashed, and would then be read
# again for each link. The first opening is looked up link by link, since clients open a link again and again; the files
# of a matter are looked up only if none is missing. Steps from before the link was sent (again) took no time.
_FUNNEL = f"""
    WITH sent AS MATERIALIZED (
        SELECT link.id, link.matter_id, link.client_id, link.sent_at, link.completed_at,
            EXISTS (
                SELECT 1 FROM document_requests AS request
                WHERE (request.firm_id, request.matter_id) = (%(firm_id)s, link.matter_id) AND request.required
                    AND request.status <> 'approved' AND request.status <> 'uploaded') AS is_open
        FROM intake_links AS link
        WHERE link.firm_id = %(firm_id)s AND link.sent_at >= %(start)s AND link.sent_at < %(end)s
            AND link.revoked_at IS NULL AND (%(all)s OR EXISTS (
                SELECT 1 FROM matters AS matter
                WHERE matter.id = link.matter_id AND {_FOUND_BY_ID} OFFSET 0))),
    step AS (
        SELECT sent.sent_at, sent.completed_at, opened.at AS opened_at, form.submitted_at, documents.at AS in_at,
            sent.completed_at IS NOT NULL AS is_complete,
            NOT is_open AND (documents.number > 0 OR opened.at IS NOT NULL) AS are_in
        FROM sent
        LEFT JOIN LATERAL (
            SELECT count(*) AS number, max(upload.uploaded_at) AS at
            FROM document_requests AS request LEFT JOIN uploads AS upload
                ON (upload.firm_id, upload.id) = (request.firm_id, request.upload_id)
            WHERE (request.firm_id, request.matter_id) = (%(firm_id)s, sent.matter_id) AND request.required
                AND NOT sent.is_open) AS documents ON true
        LEFT JOIN LATERAL (
            SELECT entry.created_at AS at FROM audit_log AS entry
            WHERE (entry.firm_id, entry.record_id, entry.action) = (%(firm_id)s, sent.id, %(opened)s)
            ORDER BY entry.id LIMIT 1) AS opened ON true
        LEFT JOIN intake_forms AS form ON (form.firm_id, form.matter_id, form.client_id)
            = (%(firm_id)s, sent.matter_id, sent.client_id))
    SELECT count(*),
        count(*) FILTER (WHERE is_complete OR opened_at IS NOT NULL),
        count(*) FILTER (WHERE is_complete OR submitted_at IS NOT NULL),
        count(*) FILTER (WHERE is_complete OR are_in),
        count(*) FILTER (WHERE is_complete),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY opened_at - LEAST(sent_at, opened_at)),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY submitted_at - LEAST(sent_at, submitted_at)),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY in_at - LEAST(sent_at, in_at)) FILTER (WHERE is_complete OR are_in),
        percentile_cont(0.5) WITHIN GROUP (ORDER BY completed_at - LEAST(sent_at, completed_at))
    FROM step"""  # noqa: S608 (constants of our own)

_REVIEWS = f"""
    SELECT t1.day, t1.actor_type, t1.actor_id, {ACTOR_NAME} AS name,
        (SELECT email FROM users WHERE (users.firm_id, users.id) = (t1.firm_id, t1.actor_id)), t1.approved, t1.rejected
    FROM (SELECT entry.firm_id, entry.actor_type, entry.actor_id,
              %(first_day)s::date + greatest(width_bucket(entry.created_at, %(midnights)s), 1) - 1 AS day,
              count(*) FILTER (WHERE entry.action = 'upload.approved') AS approved,
              count(*) FILTER (WHERE entry.action = 'upload.rejected') AS rejected
          FROM audit_log AS entry
          WHERE entry.firm_id = %(firm_id)s AND entry.action IN ('upload.approved', 'upload.rejected')
              AND entry.id >= %(first_id)s AND entry.id < %(last_id)s AND (%(all)s OR EXISTS (
                  SELECT 1 FROM uploads AS upload
                  JOIN document_requests AS request
                      ON (request.firm_id, request.id) = (upload.firm_id, upload.document_id)
                  JOIN matters AS matter ON matter.id = request.matter_id AND {_FOUND_BY_ID}
                  WHERE (upload.firm_id, upload.id) = (entry.firm_id, entry.record_id)))
          GROUP BY 1, 2, 3, 4) AS t1
    ORDER BY t1.day, name, t1.actor_id"""  # noqa: S608 (constants of our own)

_OF_MATTERS = f"""(%(all)s OR EXISTS (
    SELECT 1 FROM matters AS matter
    WHERE matter.id = message.matter_id AND {_FOUND_BY_ID} OFFSET 0))"""  # noqa: S608 (constants of our own)

_INACTIVE = [status for status in STATUSES if status != ACTIVE]

_OPEN = "request.firm_id = %(firm_id)s AND request.status <> 'approved' AND request.status <> 'uploaded'"

# Open requests of active matters are found among the active matters, or are those not found among the others: whichever
# are fewer. Of a million matters, 900,000 of them active, the others take half the time. In a firm of few matters the
# matter of each is looked up by its id alone: Postgres may not know yet that the firm has grown, and compare all with
# all. Only one way is executed.
_OF_ACTIVE = (
    f"""document_requests AS request
    WHERE {_OPEN} AND (SELECT are_few FROM most) AND EXISTS (
        SELECT 1 FROM matters AS matter
        WHERE matter.id = request.matter_id AND {_FOUND_BY_ID} AND matter.status = 'active' OFFSET 0)""",  # noqa: S608 (constants of our own)
    f"""document_requests AS request
    JOIN matters AS matter ON (matter.firm_id, matter.id) = (%(firm_id)s, request.matter_id)
    WHERE {_OPEN} AND matter.status = 'active' AND {_MATTER}
        AND (SELECT NOT are_few AND NOT (%(all)s AND are_active) FROM most)""",  # noqa: S608 (constants of our own)
    f"""document_requests AS request
    WHERE {_OPEN} AND %(all)s AND (SELECT NOT are_few AND are_active FROM most) AND NOT EXISTS (
        SELECT 1 FROM matters AS matter
        WHERE (matter.firm_id, matter.id) = (%(firm_id)s, request.matter_id) AND matter.status = ANY (%(inactive)s))""")  # noqa: S608 (constants of our own)

_MOST = """
    WITH most AS (
        SELECT COALESCE(sum(CASE status WHEN 'active' THEN total ELSE -total END) > 0, false) AS are_active,
            COALESCE(sum(total) <= %(few)s, true) AS are_few
        FROM matter_counts WHERE firm_id = %(firm_id)s)"""

_MESSAGES = f"""
    SELECT 'message', message.channel, message.status, count(*) FROM communications AS message
    WHERE message.firm_id = %(firm_id)s AND message.created_at >= %(start)s AND message.created_at < %(end)s
        AND message.direction = 'outbound' AND {_OF_MATTERS}
    GROUP BY 2, 3"""  # noqa: S608 (constants of our own)

_RECENT = """
    SELECT 'recent', width_bucket(request.created_at, %(ages)s)::text, request.required::text, count(*)
    FROM {} AND request.created_at >= %(recent)s
    GROUP BY width_bucket(request.created_at, %(ages)s), request.required"""

# The oldest requests are what is left of all. Most are old, and all are counted without their dates, by an index in the
# order of their matters: three million in 0.4 s, where grouping them by age takes 0.9 s.
_ALL = """
    SELECT 'all', NULL, kind.required, kind.number
    FROM (SELECT count(*) FILTER (WHERE request.required) AS required,
                 count(*) FILTER (WHERE NOT request.required) AS optional FROM {}) AS total
    CROSS JOIN LATERAL (VALUES ('true', total.required), ('false', total.optional)) AS kind (required, number)"""

_COUNTS = _MOST + " UNION ALL ".join(
    [_MESSAGES, *(counted.format(requests) for counted in (_RECENT, _ALL) for requests in _OF_ACTIVE)])


class Counts(NamedTuple):
    """Numbers of messages by (channel, status), and of open document requests by (group of `AGES`, is required)."""

    messages: dict[tuple[str, str], int]
    requests: dict[tuple[int, bool], int]


def parameters(scope, start, end, timezone, today, practice_area=None):
    """Return the parameters of the statements: the firm from `start` up to `end`, in matters that `scope` may see."""
    ages = [moment_at(today - timedelta(days=first - 1), time(), timezone) for first, _ in reversed(AGES[1:])]
    return {"firm_id": scope.firm_id, "start": start, "end": end,
            "area": practice_area, "assignee": list(scope.assignee) if scope.assignee else None,
            "all": practice_area is None and scope.assignee is None, "opened": OPENED,
            "first_id": f"aud_{str(ULID.from_datetime(start))[:10]}",
            "last_id": f"aud_{str(ULID.from_datetime(end))[:10]}",
            "inactive": _INACTIVE, "few": FEW, "ages": ages, "recent": ages[0]}


def funnel(values):
    """Return `[(step, count, median), …]`: how many sent links reached the step, and the median time they took."""
    row = db.execute_sql(_FUNNEL, values).fetchone()
    counts, medians = row[:len(STEPS)], (None, *row[len(STEPS):])
    return list(zip(STEPS, counts, medians, strict=True))


def reviews(values, first_day, midnights):
    """Return `[(day, actor_type, actor_id, name, email, approved, rejected), …]` by day.

    `midnights` are the beginnings of the days from `first_day` on: Postgres may have older rules of the time zone.
    """
    return db.execute_sql(_REVIEWS, values | {"first_day": first_day, "midnights": midnights}).fetchall()


def counts(values) -> Counts:
    """Return the `Counts`; requests are counted as they are now."""
    messages: dict[tuple[str, str], int] = {}
    requests: Counter[tuple[int, bool]] = Counter()
    oldest = len(AGES) - 1
    for kind, group, of, count in db.execute_sql(_COUNTS, values).fetchall():
        if kind == "message":
            messages[group, of] = count
            continue
        requests[oldest, of == "true"] += count if kind == "all" else -count
        if kind == "recent":
            requests[oldest - int(group), of == "true"] = count
    return Counts(messages, requests)
