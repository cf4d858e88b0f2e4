-- Several photos of a document that a client sends become one PDF. Until the worker has made it, the upload names them:
-- their keys in storage, by how many degrees each is turned, and which part of it is kept.
ALTER TABLE uploads ADD COLUMN photos jsonb;
