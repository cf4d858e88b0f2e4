-- How long matters are kept, when they were closed, and what was done when the time of one was near or over.
-- Locks: firms and matters, for a moment.

ALTER TABLE matters ADD COLUMN closed_at timestamptz;

CREATE TABLE retention_schedules (
    id              text NOT NULL,
    firm_id         text NOT NULL REFERENCES firms,
    name            text NOT NULL,
    practice_area   text,  -- null: for all that have no schedule of their own
    years           integer,  -- after closing; null: for good
    minor_years     integer,  -- after majority at least; null: 0
    age_of_majority integer NOT NULL DEFAULT 18,
    excepted        jsonb NOT NULL DEFAULT '[]',  -- words in names and categories of documents that are not destroyed
    notice          boolean NOT NULL DEFAULT true,
    automatic       boolean NOT NULL DEFAULT false,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL,
    PRIMARY KEY (firm_id, id)
);
CREATE UNIQUE INDEX retention_schedules_once ON retention_schedules (firm_id, coalesce(practice_area, ''));

CREATE TABLE retention_steps (
    firm_id          text NOT NULL REFERENCES firms,
    matter_id        text NOT NULL,
    destroy_after    date NOT NULL,
    notified_at          timestamptz,  -- when the client was written to, or could not be
    communication_id text,
    planned_at       timestamptz,
    planned_by_type  text,
    planned_by_id    text,
    created_at       timestamptz NOT NULL,
    PRIMARY KEY (firm_id, matter_id, destroy_after),
    FOREIGN KEY (firm_id, matter_id) REFERENCES matters (firm_id, id)
);

CREATE VIEW matter_retention AS
    SELECT matter.firm_id, matter.id AS matter_id, schedule.id AS schedule_id, dated.closed_on,
           CASE WHEN schedule.years IS NOT NULL THEN greatest(
               (dated.closed_on + make_interval(years => schedule.years))::date,
               CASE WHEN client.date_of_birth + make_interval(years => schedule.age_of_majority) > dated.closed_on
                    THEN (client.date_of_birth
                          + make_interval(years => schedule.age_of_majority + coalesce(schedule.minor_years, 0)))::date END)
           END AS destroy_after
    FROM matters matter
    JOIN firms firm ON firm.id = matter.firm_id
    CROSS JOIN LATERAL (SELECT (coalesce(matter.closed_at, matter.archived_at, matter.updated_at)
                                AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN LATERAL (SELECT * FROM retention_schedules candidate
                  WHERE candidate.firm_id = matter.firm_id
                    AND coalesce(candidate.practice_area, matter.practice_area) = matter.practice_area
                  ORDER BY candidate.practice_area NULLS LAST LIMIT 1) schedule ON true
    LEFT JOIN clients client ON client.firm_id = matter.firm_id AND client.id = matter.client_id
    WHERE matter.status <> 'active';
