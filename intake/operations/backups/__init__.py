"""Backups of the database and of the files, encrypted, and putting them back (docs/backup.md).

A target contains

- `objects/ab/<name>-<sha256>.age`: a file of the bucket, encrypted. The name is a digest of its key and ETag, the
  SHA-256 that of the encrypted bytes. A listing shows what is there already, so that no file is copied twice, even
  after a process was killed.
- `backups/<id>/`: `database.age`, a dump of Postgres; `manifest.age`, which describes the backup; `objects.gz`, the
  paths of its objects, so that old ones can be removed without the private key; and `summary.json`, written last.
"""
