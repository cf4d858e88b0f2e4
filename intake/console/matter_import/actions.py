"""Opens the matters of checked rows."""

from typing import Any

from intake.accounts.users.errors import NotAColleague
from intake.cases.clients.actions import create_client
from intake.cases.clients.errors import DuplicateEmail
from intake.cases.matters.errors import DuplicateMatter, MatterLimitReached
from intake.cases.templates.actions import create_matter_with_template
from intake.core.db import db
from intake.core.errors import ApiError, NotFound

from .checking import identity

_PROBLEMS: dict[type[ApiError], str] = {
    DuplicateEmail: "This e-mail address belongs to another client.",
    DuplicateMatter: "A matter with this title already exists.",
    MatterLimitReached: "The plan's limit of matters is reached.",
    NotAColleague: "The person is suspended.",
    NotFound: "The client was deleted or merged meanwhile. Check again.",
}


def open_matters(caller, rows):
    """Open the matter of each row, with its client and checklist; each succeeds or fails alone.

    Rows with the same new client share it. What prevents a matter is added to the row's `wrong`. Returns the matters.
    """
    clients: dict[Any, str] = {}
    opened = []
    for row in rows:
        key = identity(row.client) if isinstance(row.client, dict) else None
        try:
            with db.atomic():
                client_id = row.client if key is None else clients.get(key) or create_client(caller, **row.client).id
                opened.append(create_matter_with_template(caller, row.documents, client_id=client_id, **row.matter))
        except (DuplicateEmail, DuplicateMatter, MatterLimitReached, NotAColleague, NotFound) as error:
            row.wrong.append((_PROBLEMS[type(error)], {}))
        else:
            if key:
                clients[key] = client_id
    return opened
