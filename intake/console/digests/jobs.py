"""The job that sends digests."""

from intake.core.clock import now

from . import actions


def send_digests(moment=None):
    """Queue the digests that are due; safe to run twice, also concurrently."""
    actions.send_digests(moment or now())
