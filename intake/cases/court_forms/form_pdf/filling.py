"""Writes values and their looks into a form, without what a viewer would execute."""

import io

from pypdf import PdfReader, PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, TextStringObject

from .disarming import disarm
from .fields import fields_of, on_state, open_form
from .flattening import flatten
from .objects import array, array_of, as_number, as_numbers, dictionary


def fill(plan, drawn, addendum, form_file):
    """Return the form as a PDF with the plan's values and appearances, and the pages of the addendum, if any."""
    reader, _ = open_form(form_file)
    # Cloned objects must be readable as a whole; unreadable ones are dropped with their page.
    writer = PdfWriter(clone_from=reader)
    form = dictionary(writer.root_object["/AcroForm"])
    disarm(writer, form)
    looks = PdfReader(drawn).pages if drawn.getbuffer() else ()
    for name, field in fields_of(form).items():
        chosen = plan["fields"].get(name)
        if chosen is not None:
            _set(writer, field, chosen, looks)
    form.pop("/NeedAppearances", None)
    if plan["flatten"]:
        flatten(writer)
    for page in PdfReader(addendum).pages if addendum.getbuffer() else ():
        writer.add_page(page)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def _set(writer, field, chosen, looks):
    value, kind = chosen["value"], field.kind
    if kind in ("check", "radio"):
        field.node[NameObject("/V")] = NameObject(f"/{value or 'Off'}")
        for widget in field.widgets:
            widget[NameObject("/AS")] = NameObject(f"/{value if value and on_state(widget) == value else 'Off'}")
    else:
        field.node[NameObject("/V")] = TextStringObject(value)
        for key in ("/RV", "/I"):
            field.node.pop(key, None)
    for widget, look in zip(field.widgets, chosen["looks"], strict=False):
        if look is not None:
            drawn = _look(writer, looks[look], widget)
            if kind in ("check", "radio"):
                drawn = DictionaryObject({NameObject(f"/{on_state(widget)}"): drawn})
            widget[NameObject("/AP")] = DictionaryObject({NameObject("/N"): drawn})


def _look(writer, page, widget):
    """Return a form XObject of the page, as large as it, turned as the widget is, in the widget's own frame."""
    width, height = (float(page.mediabox.width), float(page.mediabox.height))
    style = dictionary(widget.get("/MK")) or {}
    content = b"/Tx BMC\n" + _frame(widget, style, width, height) + page.get_contents().get_data() + b"\nEMC\n"
    stream = DecodedStreamObject()
    stream.set_data(content)
    turned = {90: (0, 1, -1, 0, height, 0), 180: (-1, 0, 0, -1, width, height), 270: (0, -1, 1, 0, 0, width)}
    stream.update({
        NameObject("/Type"): NameObject("/XObject"), NameObject("/Subtype"): NameObject("/Form"),
        NameObject("/BBox"): array_of(0, 0, width, height),
        NameObject("/Resources"): page["/Resources"].clone(writer)})
    if style.get("/R") in turned:
        stream[NameObject("/Matrix")] = array_of(*turned[style["/R"]])
    return writer._add_object(stream.flate_encode())


def _frame(widget, style, width, height):
    """Return the operators that draw the widget's own background and border."""
    drawn = ""
    if background := _color(style.get("/BG"), ("g", "rg", "k")):
        drawn += f"{background} 0 0 {width} {height} re f "
    if border := _color(style.get("/BC"), ("G", "RG", "K")):
        wide = as_number((dictionary(widget.get("/BS")) or {}).get("/W", 1))
        if 0 < wide < min(width, height) / 2:
            inner = f"{wide / 2} {wide / 2} {width - wide} {height - wide}"
            drawn += f"{border} {wide} w {inner} re S "
    return f"q {drawn}Q\n".encode() if drawn else b""


def _color(value, operators):
    operator = dict(zip((1, 3, 4), operators, strict=True)).get(len(array(value)))
    numbers = as_numbers(value, len(array(value))) if operator else None
    return f"{' '.join(map(str, numbers))} {operator}" if numbers else ""
