"""The job of imports; it may run twice."""

from intake.accounts.firms.models import Firm
from intake.core.errors import NotFound

from .unfinished import plan_previews


def render_imported(firm_id, after):
    """Plan the previews of the next files of an imported firm."""
    try:
        firm = Firm.fetch(firm_id)
    except NotFound:
        return
    plan_previews(firm, after)
