-- Several links for another password work at once, so that nobody can end somebody else's by asking for one, too.
ALTER TABLE password_resets DROP CONSTRAINT password_resets_user_unique;
CREATE INDEX password_resets_by_user ON password_resets (firm_id, user_id);
