"""What is wrong with an archive, or why it cannot be imported here."""

_LONGEST = 500


class ImportRefused(Exception):
    """The message says why, for the operator: a line, since it may quote an archive that anybody made."""

    def __init__(self, message):
        super().__init__("".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}"
                                 for each in message[:_LONGEST]))


class ImportAtWork(ImportRefused):
    """Another process is importing this firm; the rows that it has written stay."""
