"""`/styleguide`: every component in every state. Only local installations show it."""

from datetime import date

from flask import Blueprint

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.cases.documents.states import STATUSES as DOCUMENT_STATUSES
from intake.cases.matters.states import STATUSES as MATTER_STATUSES
from intake.console.frame.console_page import console_page
from intake.core.addresses import is_local
from intake.core.errors import NotFound
from intake.core.schemas import Page

_HOLDS = [{"id": "hold_1", "reason": "Rivera v. Silva, subpoena of May 3", "until": until, "made_by": "Maya Ünal"}
          for until in (date(2027, 5, 3), None)]

styleguide = Blueprint("styleguide", __name__)


@styleguide.get("")
@console_page("matters:read")
def show(desk):
    """Show the components."""
    if not is_local():
        raise NotFound
    return desk.page("styleguide.html", matter_statuses=MATTER_STATUSES, document_statuses=DOCUMENT_STATUSES,
                     practice_areas=PRACTICE_AREAS, holds=_HOLDS, page=Page([], 240, {"page": 3, "per_page": 50}))
