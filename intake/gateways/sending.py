"""How handing a message over to somebody who carries it can go wrong.

`reason` is a word or a code for rows and logs, such as `smtp 550`; it never holds an address or what was said.
"""


class SendError(Exception):
    """The message was not taken, as far as one knows."""

    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


class Refused(SendError):
    """It was not taken and never will be."""


class Unavailable(SendError):
    """It was not taken now; later it may be."""


class Uncertain(SendError):
    """The line went dead between handing it over and the answer: it may have been taken."""


NOT_CONFIGURED = "not_configured"
"""The reason for refusing when this installation has nobody who carries such messages."""
