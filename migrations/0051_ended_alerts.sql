-- The types of alert mails that a person, or the reader of the firm's own address, has ended by the link in them.

ALTER TABLE firms ADD COLUMN alerts_off jsonb NOT NULL DEFAULT '[]';
ALTER TABLE users ADD COLUMN alerts_off jsonb NOT NULL DEFAULT '[]';
ALTER TABLE firm_messages ADD COLUMN alert text;
