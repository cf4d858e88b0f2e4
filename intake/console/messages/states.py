"""The limits and choices of the inbox."""

from intake.messaging.communications.states import CHANNELS, DIRECTIONS, STATUSES

SHOWN = 50
"""How many conversations the list shows, and how many messages of one."""

UNREAD = "unread"

FILTERS = {"channel": CHANNELS, "direction": DIRECTIONS, "status": (UNREAD, *STATUSES)}
"""The filters in the address and their values. `unread` are messages that the person has not read."""
