"""Checking the rows of a file: what would be opened, and what is wrong. A few statements serve all rows."""

from functools import cache
from itertools import islice
from typing import Any

from marshmallow import ValidationError

from intake.accounts.firms.states import PRACTICE_AREAS
from intake.accounts.users.models import User
from intake.accounts.users.names import name_of
from intake.accounts.users.states import ACTIVE
from intake.cases.clients.duplicates import has_similar_name
from intake.cases.clients.models import Client
from intake.cases.matters.actions import room_for_matters
from intake.cases.matters.models import Matter
from intake.cases.matters.schemas import MatterIn
from intake.cases.templates.library import built_ins
from intake.cases.templates.models import Template
from intake.console.matters.editing.form import WRONG
from intake.console.matters.people import People
from intake.console.new_matter.checks import check_client
from intake.core.email_domains import meant_domain
from intake.core.languages import LANGUAGES
from intake.core.text_search import as_folded, folded, name_order, searchable
from intake.web.translation import translator

from .states import CLIENT, CLOSED_NAMES, OPEN_NAMES

_VALUES = MatterIn(only=("title", "description", "tags"))
"""Made once: making a schema takes longer than checking a row."""

_MOST_OF_ONE_NUMBER = 20
"""More clients than these have a number only if it stands for a missing one. Comparing the names of thousands with
those of thousands of rows would take an hour.
"""

_SEVERAL = "Several clients have this name. Give the e-mail address or telephone number."


def check(caller, rows):
    """Set of each row its `client`, `matter` and `documents`, what is `wrong`, and `notes`."""
    language = caller.firm.settings_in_force["language"]
    for row in rows:
        row.wrong, row.notes, row.client, row.matter, row.documents, row.in_charge = [], [], None, {}, (), ""
        _check_values(row, language)
    _check_titles(caller, rows)
    _find_people(caller, [row for row in rows if row["in_charge"]])
    _find_templates(caller, [row for row in rows if row["template"]])
    _find_clients(caller, [row for row in rows if isinstance(row.client, dict)])
    for row in rows:
        if not row.matter.get("practice_area"):
            name = row["practice_area"]
            sentence = "“{name}” is not a practice area." if name else "Enter a practice area, such as “Family law”."
            row.wrong.append((sentence, {"column": "practice_area", "name": name}))
    room = room_for_matters(caller.firm)
    if room is not None:
        for row in [row for row in rows if not row.wrong][max(room, 0):]:
            row.wrong.append(("The plan's limit of matters is reached.", {}))


def _check_values(row, own_language):
    """Check what needs no record of the firm. Clients are written to in the firm's `own_language` by default."""
    tags = list(dict.fromkeys(filter(None, map(str.strip, row["tags"].split(",")))))
    values = {"title": row["title"], "description": row["description"] or None, "tags": tags}
    try:
        row.matter = _VALUES.load(values)
    except ValidationError as error:
        row.wrong += [(WRONG[name], {}) for name in error.messages]
    if row["practice_area"]:
        row.matter["practice_area"] = _practice_areas().get(folded(row["practice_area"]))
    status = folded(row["status"])
    row.is_closed = status in CLOSED_NAMES
    if not row.is_closed and status not in OPEN_NAMES:
        row.notes.append(("The status “{name}” is not known. The matter will be active.", {"name": row["status"]}))
    if not any(row[name] for name in CLIENT):
        return
    language = next((code for code, each in LANGUAGES.items() if each.is_meant_by(row["language"])), None)
    if row["language"] and not language:
        row.wrong.append(("Clients cannot be written to in this language.", {}))
    typed = {name: row[name] for name in CLIENT} | {"language": language or own_language}
    if meant := meant_domain(row["email"]):
        row.notes.append(("Did you mean {domain}?", {"domain": meant}))
    row.client, wrong = check_client(typed)
    row.wrong += [(sentence, {}) for sentence in wrong.values()]


def _check_titles(caller, rows):
    keys = {key for row in rows for key in (folded(row["title"]), searchable(row["title"]))}
    taken = {as_folded(matter.title_key) for matter in Matter.of(caller, Matter.title_key).where(
        Matter.title_key.in_(sorted(keys)))}
    seen: dict[str, int] = {}
    for row in rows:
        title = folded(row["title"])
        if title and title in taken:
            row.wrong.append(("A matter with this title already exists.", {}))
        elif title in seen:
            row.wrong.append(("Row {row} has the same title.", {"row": seen[title]}))
        seen.setdefault(title, row.number)


def _find_people(caller, rows):
    if not rows:
        return
    people: dict[str, set] = {}
    users = list(User.of(caller))
    for user in users:
        for name in (user.email, name_of(user)) if user.status == ACTIVE else ():
            people.setdefault(folded(name), set()).add(user.id)
    shown = People(users)
    for row in rows:
        found = people.get(folded(row["in_charge"]), ())
        if len(found) == 1:
            row.matter["assigned_attorney"] = next(iter(found))
            row.in_charge = shown.name(row.matter["assigned_attorney"])
        else:
            row.wrong.append(("Several people are called {name}. Give the e-mail address." if found else
                              "{name} does not work for the firm. Give the name or the e-mail address of somebody "
                              "who does.", {"column": "in_charge", "name": row["in_charge"]}))


def _find_templates(caller, rows):
    if not rows:
        return
    own = Template.of(caller, Template.id, Template.name, Template.translations, Template.practice_area,
                      Template.documents)
    templates: dict[str, Template] = {}
    for each in [*own.order_by(Template.id), *(Template.known(caller, id) for id in built_ins())]:
        for language in LANGUAGES:
            templates.setdefault(folded(each.name_in(language)), each)
    for row in rows:
        template = templates.get(folded(row["template"]))
        if template is None:
            row.wrong.append(("There is no template “{name}”.", {"column": "template", "name": row["template"]}))
            continue
        row.matter["intake_template_id"], row.documents = template.id, template.documents
        if not row["practice_area"]:
            row.matter["practice_area"] = template.practice_area


def _find_clients(caller, rows):
    """Find the clients who are on file: by address or number with a similar name, else by a name that only one has.

    Those of other rows with an address or a number count, too, whether they are on file or new.
    """
    if not rows:
        return
    emails = [folded(row.client["email"]) for row in rows if row.client.get("email")]
    phones = [row.client["phone"] for row in rows if row.client.get("phone")]
    names = [_name_key(row.client) for row in rows]
    on_file = _OnFile(Client.of(
        caller, Client.id, Client.first_name, Client.last_name, Client.email_key, Client.phone, Client.last_name_key,
    ).where(Client.email_key.in_(emails) | Client.phone.in_(phones) | Client.last_name_key.in_(names)))
    in_file: dict[str, dict] = {}
    for row in sorted(rows, key=lambda row: not _has_address(row.client)):
        values, others = row.client, in_file.setdefault(_name_key(row.client), {})
        _find_client(row, on_file, others)
        if _has_address(values):
            others.setdefault(identity(row.client), row.client)
    _check_addresses(rows)


class _OnFile:
    """Clients by their addresses, their numbers and their names."""

    def __init__(self, clients):
        clients = list(clients)
        self.by_email, self.by_phone, self.by_name = (
            _grouped(clients, name) for name in ("email_key", "phone", "last_name_key"))


def _grouped(clients, name):
    """Return {value: clients} of an attribute that may be missing."""
    found: dict[str, list[Client]] = {}
    for client in clients:
        if value := getattr(client, name):
            found.setdefault(value, []).append(client)
    return found


def _find_client(row, on_file, in_file):
    """Replace the row's client by the id of one on file, or one of the rows `in_file` with the name, if it is them."""
    values, email = row.client, folded(row.client.get("email") or "")
    same_address = on_file.by_email.get(email, ())
    same_number = on_file.by_phone.get(values.get("phone"), ())
    namesakes = on_file.by_name.get(_name_key(values), ())
    if len(same_number) > _MOST_OF_ONE_NUMBER:
        same_number = [client for client in namesakes if client.phone == values["phone"]]
    similar = list(islice((client for client in [*same_address, *same_number]
                           if has_similar_name(client, values["first_name"], values["last_name"])), 2))
    if same_address and same_address[0] not in similar:
        row.wrong.append(("This e-mail address belongs to another client, {name}.",
                          {"name": same_address[0].full_name}))
    elif len(similar) > 1 and not same_address:
        row.wrong.append((_SEVERAL, {}))
    elif similar:
        row.client = similar[0].id
    elif not _has_address(values):
        named = {client.id: client.id for client in namesakes} | in_file
        if len(named) > 1:
            row.wrong.append((_SEVERAL, {}))
        else:
            row.client = next(iter(named.values()), values)
    elif namesakes:
        row.notes.append(("Another client with this name is on file. This will be a second one.", {}))


def _check_addresses(rows):
    """Check that new clients with one e-mail address have one name."""
    first: dict[str, Any] = {}
    for row in rows:
        if isinstance(row.client, dict) and row.client.get("email"):
            before = first.setdefault(folded(row.client["email"]), row)
            if _name_key(before) != _name_key(row) and not has_similar_name(
                    Client(**before.client), row["first_name"], row["last_name"]):
                row.wrong.append(("Row {row} has this e-mail address with another name.", {"row": before.number}))


def identity(client):
    """Return what tells whether another row means the same client: the id, the address, or else names and number."""
    if isinstance(client, str):
        return client
    return folded(client.get("email") or "") or (
        folded(client["first_name"]), folded(client["last_name"]), client.get("phone"))


def _has_address(client):
    return bool(client.get("email") or client.get("phone"))


def _name_key(client):
    return name_order(client["last_name"], client["first_name"])


@cache
def _practice_areas():
    """Return {folded name: practice area}, in every language."""
    return {folded(name): area for area in PRACTICE_AREAS for english in [area.replace("_", " ").capitalize()]
            for name in (area, *(translator(code)(english) for code in LANGUAGES))}
