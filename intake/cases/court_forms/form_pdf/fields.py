"""The fields of a PDF form (ISO 32000-2, 12.7): found, limited and described."""

import re

from pypdf import PdfReader
from pypdf.constants import UserAccessPermissions
from pypdf.generic import IndirectObject, StreamObject

from .limits import MAX_DEPTH, MAX_FIELDS, MAX_LABEL, MAX_NAME, MAX_OPTIONS, MAX_PAGES, MAX_WIDGETS, NotFillable
from .objects import array, as_number, as_numbers, dictionary, resolved, text_of

MULTILINE, RADIO, PUSHBUTTON, COMB = 1 << 12, 1 << 15, 1 << 16, 1 << 24
READ_ONLY, REQUIRED = 1, 2
INHERITED = ("/FT", "/Ff", "/MaxLen", "/Opt", "/DA", "/Q", "/TU")

_FONT_SIZE = re.compile(r"([0-9.]+)\s+Tf")


def open_form(file):
    """Return the reader of a form that may be filled in, and its dictionary of fields. Raises `NotFillable`."""
    reader = PdfReader(file)
    if not reader.is_encrypted:
        file.seek(0)
        if b"/Encrypt" in file.read():  # the damaged end of an encrypted file was left out
            raise NotFillable("encrypted")
    else:
        if not reader.decrypt(""):
            raise NotFillable("encrypted")
        allowed = reader.user_access_permissions
        if allowed is not None and not allowed & (
                UserAccessPermissions.FILL_FORM_FIELDS | UserAccessPermissions.ADD_OR_MODIFY):
            raise NotFillable("locked")
    if len(reader.pages) > MAX_PAGES:
        raise NotFillable("too_complex")
    form = dictionary(reader.root_object.get("/AcroForm"))
    if form is None or not array(form.get("/Fields")):
        raise NotFillable("xfa" if form is not None and "/XFA" in form else "no_fields")
    return reader, form


class Field:
    """A terminal field: its dictionary, what it inherits, and its widgets."""

    def __init__(self, name, node, inherited):
        self.name, self.node, self.inherited = name, node, inherited
        self.widgets = []

    @property
    def flags(self):
        flags = self.inherited.get("/Ff", 0)
        return int(flags) if isinstance(flags, int | float) else 0

    @property
    def kind(self):
        """`text`, `check`, `radio`, `choice` or `signature`; None for a push button or an unknown type."""
        found = {"/Tx": "text", "/Ch": "choice", "/Sig": "signature"}.get(str(self.inherited.get("/FT")))
        if self.inherited.get("/FT") != "/Btn":
            return found
        if self.flags & PUSHBUTTON:
            return None
        states = {on_state(widget) for widget in self.widgets}
        return "radio" if self.flags & RADIO or len(states) > 1 else "check"


def fields_of(form):
    """Return every terminal field by its full name, in the form's order. Raises `NotFillable` beyond the limits."""
    found: dict[str, Field] = {}
    seen: set[int] = set()
    widgets = 0
    stack: list[tuple] = [(node, "", {}, 0) for node in reversed(array(form.get("/Fields")))]
    while stack:
        reference, parent, inherited, depth = stack.pop()
        if isinstance(reference, IndirectObject):
            if reference.idnum in seen:  # a tree that contains itself
                continue
            seen.add(reference.idnum)
        node = dictionary(reference)
        if node is None:
            continue
        if depth > MAX_DEPTH or len(seen) > 4 * MAX_WIDGETS:
            raise NotFillable("too_complex")
        own = inherited | {key: resolved(node[key]) for key in INHERITED if key in node}
        name = ".".join(filter(None, (parent, text_of(node.get("/T"), MAX_NAME + 1))))
        kids = [kid for kid in array(node.get("/Kids")) if dictionary(kid) is not None]
        if kids and any("/T" in dictionary(kid) for kid in kids):
            stack += [(kid, name, own, depth + 1) for kid in reversed(kids)]
            continue
        if not name or len(name) > MAX_NAME:
            continue
        field = found.setdefault(name, Field(name, node, own))
        field.widgets += [dictionary(kid) for kid in kids] or [node]
        widgets += len(kids) or 1
        if len(found) > MAX_FIELDS or widgets > MAX_WIDGETS:
            raise NotFillable("too_complex")
    return found


def on_state(widget):
    """Return the name of a checked box's appearance, without its slash; `Yes` where it has none."""
    names = _looks(widget)
    return text_of(names[0][1:], MAX_NAME) if names else "Yes"


def describe(file):
    """Return the number of `pages` and the `fields` of a form, as `_FormFieldOut` has them. Raises `NotFillable`."""
    reader, form = open_form(file)
    fields = fields_of(form)
    pages = {}
    for number, page in enumerate(reader.pages):
        for annotation in array(page.get("/Annots"))[:MAX_WIDGETS]:
            if isinstance(annotation, IndirectObject):
                pages[annotation.idnum] = number
    described = list(filter(None, (_described(field, pages, form) for field in fields.values())))
    if not described:
        raise NotFillable("no_fields")
    return {"pages": len(reader.pages), "fields": described}


def _described(field, pages, form):
    kind = field.kind
    widgets = list(filter(None, (_widget(widget, field, pages, form) for widget in field.widgets)))
    if kind is None or not widgets:
        return None
    longest = field.inherited.get("/MaxLen")
    return {
        "name": field.name, "label": text_of(field.inherited.get("/TU"), MAX_LABEL), "type": kind,
        "required": bool(field.flags & REQUIRED), "read_only": bool(field.flags & READ_ONLY),
        "multiline": kind == "text" and bool(field.flags & MULTILINE),
        "comb": kind == "text" and bool(field.flags & COMB) and isinstance(longest, int) and longest > 0,
        "max_length": int(longest) if isinstance(longest, int) and 0 < longest < 100_000 else None,
        "is_date": kind == "text" and _formats_dates(field.node), "options": _options(field, kind),
        "widgets": widgets}


def _widget(widget, field, pages, form):
    rect = as_numbers(widget.get("/Rect"), 4)
    if rect is None:
        return None
    width, height = abs(rect[2] - rect[0]), abs(rect[3] - rect[1])
    look = dictionary(widget.get("/MK")) or {}
    turned = look.get("/R", 0)
    turned = int(turned) % 360 if isinstance(turned, int) else 0
    written = text_of(widget.get("/DA") or field.inherited.get("/DA") or form.get("/DA"), MAX_LABEL)
    size = _FONT_SIZE.search(written)
    align = widget.get("/Q", field.inherited.get("/Q", 0))
    reference = widget.indirect_reference
    return {"page": pages.get(reference.idnum, 0) if reference else 0, "width": min(width, 5000),
            "height": min(height, 5000), "rotation": turned,
            "font_size": as_number(size[1]) if size else 0, "align": align if align in (0, 1, 2) else 0,
            "on": on_state(widget), "has_look": bool(_looks(widget))}


def _looks(widget):
    """Return the names of the looks of a checked box: none of a widget that has a single look."""
    looks = dictionary((dictionary(widget.get("/AP")) or {}).get("/N"))
    if looks is None or isinstance(looks, StreamObject):
        return []
    return [name for name in looks if name != "/Off"]


def _options(field, kind):
    given = array(field.inherited.get("/Opt"))[:MAX_OPTIONS]
    if kind == "choice":
        pairs = [(array(each) or [each, each])[:2] for each in map(resolved, given)]
        return [[text_of(pair[0], MAX_LABEL), text_of(pair[-1], MAX_LABEL)] for pair in pairs]
    if kind == "radio":
        labels = [text_of(each, MAX_LABEL) for each in given] + [""] * len(field.widgets)
        states = [on_state(widget) for widget in field.widgets[:MAX_OPTIONS]]
        named = [text_of(widget.get("/TU"), MAX_LABEL) for widget in field.widgets]
        by_state = {state: label or own or state for state, label, own in zip(states, labels, named, strict=False)}
        return [[state, label] for state, label in by_state.items()]
    return []


def _formats_dates(node):
    actions = dictionary(node.get("/AA")) or {}
    scripts = [(dictionary(actions.get(key)) or {}).get("/JS") for key in ("/F", "/K")]
    return any("AFDate" in text_of(script, 2000) for script in scripts)
