"""What is wrong with an archive, or why it cannot be imported here."""


class ImportRefused(Exception):
    """The message says why, for the operator."""
