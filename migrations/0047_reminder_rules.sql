-- When clients of a template's matters are reminded, and which deadline a reminder comes before.

ALTER TABLE matter_templates ADD COLUMN reminder_rules jsonb;  -- null: as the firm has it
ALTER TABLE reminders ADD COLUMN deadline date;  -- it comes before this deadline of the matter
CREATE INDEX matter_templates_before_deadline ON matter_templates (firm_id, id)
    WHERE (reminder_rules ->> 'before_deadline_days') IS NOT NULL;
