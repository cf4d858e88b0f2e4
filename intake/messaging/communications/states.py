"""Fixed words of a communication (interface, "Communication"; decisions.md 4)."""

EMAIL, SMS = CHANNELS = ("email", "sms")
OUTBOUND, INBOUND = DIRECTIONS = ("outbound", "inbound")
QUEUED, SENT, DELIVERED, FAILED = STATUSES = ("queued", "sent", "delivered", "failed")

UNKNOWN, OPTED_OUT, GAVE_UP = "unknown", "opted_out", "gave_up"
"""Why a message failed, beside what the carriers say. `unknown`: it may have arrived; nobody repeats it."""

BEFORE = {SENT: (QUEUED,), DELIVERED: (QUEUED, SENT), FAILED: (QUEUED, SENT)}
"""Which statuses news of each status may follow: news that is overtaken changes nothing."""

NEWS = {"sent": SENT, "delivered": DELIVERED, "read": DELIVERED,
        "failed": FAILED, "undelivered": FAILED, "canceled": FAILED}
"""What Twilio calls a status, in our words; of others we take no notice."""

STOP_WORDS = frozenset((
    "stop", "stopall", "unsubscribe", "cancel", "end", "quit", "revoke", "optout", "opt out",
    "alto", "parar", "baja", "cancelar",
))  # fmt: skip
START_WORDS = frozenset(("start", "unstop", "comenzar"))
"""Each alone in a message, in whatever case. Not `yes`, which may answer a question."""

SUBJECT_LENGTH = 200
EMAIL_LENGTH = 20_000
SMS_LENGTH = 1_300
"""In UTF-16 units, as carriers count; Twilio takes 1,600, and the firm's name stands in front."""
