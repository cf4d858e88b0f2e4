"""The rows of a question's form for the fields of a list's entries; their fields have names such as `row.0.label.en`.
"""

from intake.cases.templates.question_types.entry_fields import FIELD_TYPES, MAX_FIELDS

from .texts import problems_of, sent_texts, typed_texts, values_of

FIELD_TYPE_NAMES = tuple(FIELD_TYPES)
ROWS = "rows"
"""The name of the buttons that add, move and remove rows; their values are `add`, `up 1`, `down 1` and `remove 1`."""

_NAMES = {"label": 500, "options": 25_000}
_EMPTY = {"id": "", "type": "text", "when": "", "required": True}


def shown_rows(fields, own):
    """Return what the form shows for these fields: `rows`, each a dictionary of its values, and the texts by name."""
    return _numbered([_shown_row(field, own) for field in fields])


def sent_rows(fields):
    """Return the same from the `fields` of a submitted form, after the button that was pressed."""
    rows = [_sent_row(f"row.{number}.", fields) for number in range(len(fields.getlist("row")[:MAX_FIELDS]))]
    action, _, number = fields.get(ROWS, "").partition(" ")
    index = int(number) if number.isdecimal() and len(number) < 3 else len(rows)
    if action == "add":
        rows.append(_EMPTY | {"texts": {}})
    elif index < len(rows):
        row, to = rows.pop(index), {"up": index - 1, "down": index + 1}.get(action)
        if to is not None:
            rows.insert(max(to, 0), row)
    return _numbered(rows)


def fields_of(typed, own):
    """Return the fields as the schema takes them, and the numbers of their rows; empty rows are left out."""
    numbers = [row["number"] for row in typed["rows"]
               if row["id"] or any(typed[name] for name in typed if name.startswith(f"row.{row['number']}."))]
    return [_field(typed["rows"][number], typed, own) for number in numbers], numbers


def problems_of_rows(messages, numbers, own):
    """Return {field: problem}; `messages` are the schema's by the index of a field, `numbers` those of the rows."""
    return {f"row.{numbers[index]}.{name}": problem for index, wrong in messages.items()
            for name, problem in problems_of(wrong, _NAMES, own).items()}


def _numbered(rows):
    rows = rows or [_EMPTY | {"texts": {}}]
    empty = sent_texts({}, _NAMES)
    texts = {f"row.{number}.{name}": text for number, row in enumerate(rows)
             for name, text in (empty | row["texts"]).items()}
    return {"rows": [{name: value for name, value in row.items() if name != "texts"} | {"number": number}
                     for number, row in enumerate(rows)]} | texts


def _shown_row(field, own):
    return {"id": field.get("id") or "", "type": field.get("type") or "", "when": field.get("when") or "",
            "required": field["required"], "texts": typed_texts(field, _NAMES, own)}


def _sent_row(prefix, fields):
    own = {name.removeprefix(prefix): fields[name] for name in fields if name.startswith(prefix)}
    return {"id": own.get("id", "")[:64], "type": own.get("type", "")[:20], "when": own.get("when", "")[:10],
            "required": "required" in own, "texts": sent_texts(own, _NAMES)}


def _field(row, typed, own):
    prefix = f"row.{row['number']}."
    names = [name for name in _NAMES if name != "options" or row["type"] == "choice"]
    texts = {name.removeprefix(prefix): text for name, text in typed.items() if name.startswith(prefix)}
    return values_of(texts, names, own, ("options",)) | {
        "type": row["type"], "required": row["required"],
        "when": (row["when"] or None) if row["type"] == "date" else None, **({"id": row["id"]} if row["id"] else {})}
