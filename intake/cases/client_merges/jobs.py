"""Jobs of merges."""

from . import actions


def purge_merged_clients():
    """Remove the merges whose time is over, and the merged clients to whom nothing refers."""
    actions.purge_old()
