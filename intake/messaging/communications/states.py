"""Channels, statuses and limits of a communication."""

from datetime import timedelta

EMAIL, SMS = CHANNELS = ("email", "sms")
OUTBOUND, INBOUND = DIRECTIONS = ("outbound", "inbound")
QUEUED, SENT, DELIVERED, FAILED = STATUSES = ("queued", "sent", "delivered", "failed")

OPTED_OUT = "opted_out"
"""The error of an SMS to a number that asked to get no more; others are in `gateways/send_errors.py`."""

NO_ADDRESS = "no_address"
"""The error of a message whose client no longer has an address for the channel when it is due."""

NO_SAFE_CHANNEL = "no_safe_channel"
"""The error of a message whose client does not allow the channel when it is due."""

OTHER_CLIENT = "other_client"
"""The error of a message written in advance whose matter has another client when it is due."""

NO_LINK = "no_link"
"""The error of a message whose intake link was withdrawn before it was sent."""

FIRM_SUSPENDED = "firm_suspended"
"""The error of a message that was due while the firm was suspended."""

NOT_WANTED = "not_wanted"
"""The error of a message to a person of the firm who should no longer get it when it is sent."""

TRIED_FOR = timedelta(days=1, hours=1)
"""Longer than a message waits for its client's hours or is retried: an older one that is queued was given up."""

LATE_AFTER = timedelta(hours=1)
"""A message that an outage has delayed for longer is not sent at night."""

TOO_LATE_AFTER = timedelta(days=3)
"""A message that an outage has delayed for longer, as over a weekend, is not sent: it may no longer be true."""

LATEST = timedelta(days=365)
"""How long in advance a message can be written."""

UNREAD_FOR = timedelta(days=30)
"""Older messages of clients count as read, so that unread ones are counted quickly."""

MOST_COUNTED = 500
"""The highest number of unread messages that the navigation counts."""

PRECEDING = {SENT: (QUEUED,), DELIVERED: (QUEUED, SENT), FAILED: (QUEUED, SENT)}
"""By new status, the statuses that a status callback may replace; a late callback changes nothing."""

CARRIER_STATUSES = {"sent": SENT, "delivered": DELIVERED, "read": DELIVERED,
                    "failed": FAILED, "undelivered": FAILED, "canceled": FAILED}
"""Twilio's statuses, each with ours; others are ignored."""

MAILS_A_DAY = 100
"""Mails within 24 hours that one matter takes from its client's address, and as many from all other addresses."""

STOP_WORDS = frozenset((
    "stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout", "opt out",
    "alto", "parar", "pare", "detener", "baja", "cancelar",
))  # fmt: skip
START_WORDS = frozenset(("start", "unstop", "comenzar"))
"""Words that count if they are the whole message, in any case. Not `yes`, which may answer a question."""

SUBJECT_LENGTH = 200
EMAIL_LENGTH = 20_000
SMS_LENGTH = 1_300
"""In UTF-16 units, as carriers count. Twilio accepts 1,600, and the firm's name is added in front."""
