-- Suspending a firm ends its people's links for another password: they do not work again once it is reinstated.
-- Locks: firms, for a moment.

CREATE FUNCTION end_reset_links() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM password_resets WHERE firm_id = NEW.id;
    RETURN NULL;
END $$;
CREATE TRIGGER firms_suspended AFTER UPDATE OF suspended_at ON firms
    FOR EACH ROW WHEN (NEW.suspended_at IS NOT NULL) EXECUTE FUNCTION end_reset_links();
