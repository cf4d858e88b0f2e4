"""The faults of backups, each with a sentence for operators."""


class BackupError(Exception):
    """A backup cannot be made, read or put back; the message says why and what to do."""


class BackupStopped(BackupError):
    """The process that made the backup was asked to stop."""


class BackupRunning(BackupError):
    """Another process is making a backup."""
