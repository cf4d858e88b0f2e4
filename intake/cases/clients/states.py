"""The channels by which clients are written to."""

CHANNELS = ("email", "sms")
