"""The contents of the bucket and the target, in a temporary SQLite file: memory does not grow with the files."""

import errno
import hashlib
import os
import sqlite3
from contextlib import closing, contextmanager

OBJECTS = "objects/"


def object_name(key, etag, recipient):
    """Return the name under which a file is kept. What is encrypted for another key has another name."""
    return hashlib.sha256(f"{recipient}\0{key}\0{etag}".encode()).hexdigest()[:32]


def object_path(name, sha256):
    """Return the path of an object whose encrypted bytes have this SHA-256."""
    return f"{OBJECTS}{name[:2]}/{name}-{sha256}.age"


def name_and_digest(path):
    """Return the name of the object under this path, and the SHA-256 of its encrypted bytes."""
    name, _, sha256 = path.rpartition("/")[2].removesuffix(".age").partition("-")
    return name, sha256


class Inventory:
    """The files of the bucket, those that the database names, and the objects that the target has."""

    def __init__(self, connection):
        self._connection = connection
        connection.executescript("""
            CREATE TABLE stored (name TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE files (key TEXT PRIMARY KEY, size INTEGER NOT NULL, path TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE named (key TEXT PRIMARY KEY) WITHOUT ROWID;
        """)

    def load(self, paths):
        """Remember the objects that the target has."""
        self._connection.executemany("INSERT OR REPLACE INTO stored VALUES (?, ?)",
                                     ((name_and_digest(path)[0], path) for path in paths))

    def path_of(self, name):
        """Return the path of the object in the target, None if it has none of that name."""
        found = self._connection.execute("SELECT path FROM stored WHERE name = ?", (name,)).fetchone()
        return found and found[0]

    def add(self, key, size, path):
        """Remember that the file is in the target."""
        self._connection.execute("INSERT OR REPLACE INTO files VALUES (?, ?, ?)", (key, size, path))

    def without_object(self, keys):
        """Return the keys, among these, for which there is no file."""
        self._connection.executemany("INSERT OR IGNORE INTO named VALUES (?)", ((key,) for key in keys))
        return [key for key, in self._connection.execute("SELECT key FROM named EXCEPT SELECT key FROM files")]

    def size_of(self, key):
        """Return how many bytes the file has, None if there is none."""
        found = self._connection.execute("SELECT size FROM files WHERE key = ?", (key,)).fetchone()
        return found and found[0]

    def drop(self, key):
        """Forget the file."""
        self._connection.execute("DELETE FROM files WHERE key = ?", (key,))

    def totals(self):
        """Return how many files there are, and how many bytes they have."""
        return self._connection.execute("SELECT count(*), coalesce(sum(size), 0) FROM files").fetchone()

    def files(self):
        """Yield (key, size, path) of each file, in the order of the keys."""
        return self._connection.execute("SELECT key, size, path FROM files ORDER BY key")

    def paths(self):
        """Yield the path of each object, in their order."""
        return (path for path, in self._connection.execute("SELECT path FROM files ORDER BY path"))


@contextmanager
def inventory():
    """Make an `Inventory`, which is gone at the end of the block. The block raises `OSError` if the disk is full."""
    try:
        with closing(sqlite3.connect("", isolation_level=None)) as connection:  # a file that has no name in its folder
            yield Inventory(connection)
    except sqlite3.OperationalError as error:  # "database is full" would be taken for Postgres
        is_full = error.sqlite_errorcode == sqlite3.SQLITE_FULL
        folder = os.environ.get("TMPDIR") or "/var/tmp or /tmp"  # noqa: S108 -- named, not used
        raise OSError(errno.ENOSPC if is_full else errno.EIO, str(error), folder) from error
