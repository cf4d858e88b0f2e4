"""Jobs of merges."""

from intake.core.clock import now

from .models import remove_made_before, remove_unreferenced
from .states import UNDO_FOR


def purge_merged_clients():
    """Remove the merges whose time is over, and the merged clients to whom nothing refers."""
    remove_made_before(now() - UNDO_FOR)
    remove_unreferenced()
