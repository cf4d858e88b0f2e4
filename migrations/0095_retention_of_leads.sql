-- Leads that became nothing are kept so long as a schedule of their own says; when they were closed is noted.
-- Locks: retention_schedules and leads, for a moment.

ALTER TABLE retention_schedules ADD COLUMN kind text NOT NULL DEFAULT 'matters';
ALTER TABLE retention_schedules ADD COLUMN months integer;
ALTER TABLE retention_schedules ADD COLUMN quarantine_months integer;
ALTER TABLE leads ADD COLUMN closed_at timestamptz;

CREATE OR REPLACE VIEW matter_retention AS
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
                  WHERE candidate.firm_id = matter.firm_id AND candidate.kind = 'matters'
                    AND coalesce(candidate.practice_area, matter.practice_area) = matter.practice_area
                  ORDER BY candidate.practice_area NULLS LAST LIMIT 1) schedule ON true
    LEFT JOIN clients client ON client.firm_id = matter.firm_id AND client.id = matter.client_id
    WHERE matter.status <> 'active';

CREATE VIEW lead_retention AS
    SELECT lead.firm_id, lead.id AS lead_id, schedule.id AS schedule_id, dated.closed_on,
           (dated.closed_on + make_interval(months => CASE WHEN lead.quarantined
                THEN coalesce(schedule.quarantine_months, schedule.months) ELSE schedule.months END))::date AS destroy_after
    FROM leads lead
    JOIN firms firm ON firm.id = lead.firm_id
    CROSS JOIN LATERAL (SELECT (coalesce(lead.closed_at, lead.updated_at)
                                AT TIME ZONE firm.timezone)::date AS closed_on) dated
    JOIN LATERAL (SELECT * FROM retention_schedules candidate
                  WHERE candidate.firm_id = lead.firm_id AND candidate.kind = 'leads'
                    AND coalesce(candidate.practice_area, lead.practice_area) = lead.practice_area
                  ORDER BY candidate.practice_area NULLS LAST LIMIT 1) schedule ON true
    WHERE (lead.quarantined OR lead.status IN ('declined', 'lost')) AND lead.client_id IS NULL
      AND lead.matter_id IS NULL;
