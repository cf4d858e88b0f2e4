"""Opens a matter with everything that belongs to it."""

from intake.cases.clients.actions import create_client
from intake.cases.matters.errors import DuplicateMatter
from intake.cases.templates.actions import create_matter_with_template
from intake.core.db import db, map_constraint_errors
from intake.engagement.conflicts.clearance import needs_check
from intake.engagement.conflicts.errors import ConflictCheckRequired
from intake.portal.links import actions as links


def open_matter(caller, matter_id, client, matter, documents, channels):
    """Create the client, unless `client` is an id, the matter, its checklist and its link; then send the link.

    Either everything is created or nothing, and only once for a matter of this id. Raises `DuplicateEmail`,
    `DuplicateMatter`; `SendFailed` if a channel fails, after everything was created; `ConflictCheckRequired` if the
    firm requires a check before the link, after everything except the link was created.
    """
    with map_constraint_errors(matters_pkey=DuplicateMatter), db.atomic():
        link = _create(caller, matter_id, client, matter, documents)
    if link is None:
        raise ConflictCheckRequired
    links.send(caller, link, channels)


def _create(caller, matter_id, client, matter, documents):
    client_id = client if isinstance(client, str) else create_client(caller, **client).id
    opened = create_matter_with_template(caller, documents, id=matter_id, client_id=client_id, **matter)
    return None if needs_check(opened) else links.make(caller, matter_id, with_default_template=False)
