-- In which language somebody is invited; without one in the firm's.

ALTER TABLE invitations ADD COLUMN language text;
