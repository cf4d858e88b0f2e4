"""The colleagues who are looking at a file right now."""

from flask import current_app

from intake.accounts.permissions.roles import COLLEAGUES
from intake.accounts.users.names import name_of


def others_at(desk, upload_id):
    """Record that the person is viewing the file, if one is given. Return {file: names of the others as a text}."""
    present = current_app.extensions["presence"].record_look(
        desk.user.firm_id, desk.user.id, name_of(desk.user), upload_id)
    return {file: ", ".join(names) if desk.may(COLLEAGUES) else desk.translate("A colleague")
            for file, names in present.items()}
