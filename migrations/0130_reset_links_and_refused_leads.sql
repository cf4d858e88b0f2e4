-- Suspending a person ends their links for another password as well: they do not work again once they are reinstated.
-- Keeps why a platform refused a lead, so that the firm sees it.
-- Locks: lead_links, for a moment.

CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM sessions WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    DELETE FROM password_resets WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    RETURN NULL;
END $$;

ALTER TABLE lead_links ADD COLUMN error_code text;
ALTER TABLE lead_links ADD COLUMN platform_said text;
