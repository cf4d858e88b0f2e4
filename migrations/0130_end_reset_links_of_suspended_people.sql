-- Suspending a person ends their links for another password as well: they do not work again once they are reinstated.
-- Locks: none.

CREATE OR REPLACE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM sessions WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    DELETE FROM password_resets WHERE firm_id = NEW.firm_id AND user_id = NEW.id;
    RETURN NULL;
END $$;
