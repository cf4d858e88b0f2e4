"""Draws what the fields of a form show onto its pages, and removes the fields."""

from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

from .limits import MAX_DEPTH
from .objects import array, as_numbers, dictionary

HIDDEN = 2 | 32  # Hidden, NoView


def flatten(writer):
    """Draw every widget's look onto its page, and remove the fields."""
    for page in writer.pages:
        drawn, kept, objects = [], ArrayObject(), DictionaryObject()
        for reference in array(page.get("/Annots")):
            annotation = dictionary(reference)
            if annotation is None or annotation.get("/Subtype") != "/Widget":
                kept.append(reference)
            elif (look := _shown(annotation)) is not None:
                name = NameObject(f"/IntakeField{len(objects)}")
                objects[name] = look.indirect_reference or writer._add_object(look)
                drawn.append(f"q {_placed(annotation, look)} cm {name} Do Q")
        if "/Annots" in page:
            page[NameObject("/Annots")] = kept
        if drawn:
            _draw(writer, page, "\n".join(drawn), objects)
    writer.root_object.pop("/AcroForm", None)


def _shown(widget):
    """Return the look that the widget shows, None if it shows nothing."""
    flags = widget.get("/F", 0)
    look = dictionary((dictionary(widget.get("/AP")) or {}).get("/N"))
    if look is None or (isinstance(flags, int) and flags & HIDDEN) or as_numbers(widget.get("/Rect"), 4) is None:
        return None
    if "/BBox" not in look:
        look = dictionary(look.get(widget.get("/AS", "/Off")))
    return look if look is not None and as_numbers(look.get("/BBox"), 4) else None


def _placed(widget, look):
    """Return the transformation that puts a look into the widget's rectangle (ISO 32000, 12.5.5)."""
    left, bottom, right, top = as_numbers(look["/BBox"], 4)
    a, b, c, d, e, f = as_numbers(look.get("/Matrix"), 6) or (1, 0, 0, 1, 0, 0)
    xs, ys = zip(*((a * x + c * y + e, b * x + d * y + f) for x in (left, right) for y in (bottom, top)), strict=True)
    x1, y1, x2, y2 = as_numbers(widget["/Rect"], 4)
    wide, high = (max(xs) - min(xs)) or 1, (max(ys) - min(ys)) or 1
    scale_x, scale_y = abs(x2 - x1) / wide, abs(y2 - y1) / high
    return (f"{scale_x:.5f} 0 0 {scale_y:.5f} {min(x1, x2) - min(xs) * scale_x:.3f} "
            f"{min(y1, y2) - min(ys) * scale_y:.3f}")


def _draw(writer, page, operators, objects):
    before, after = DecodedStreamObject(), DecodedStreamObject()
    before.set_data(b"q\n")
    after.set_data(f"\nQ\n{operators}\n".encode())
    content = page.get("/Contents")
    parts = array(content) or ([content] if content is not None else [])
    page[NameObject("/Contents")] = ArrayObject([writer._add_object(before), *parts, writer._add_object(after)])
    resources = DictionaryObject(_inherited_resources(page))
    resources[NameObject("/XObject")] = DictionaryObject((dictionary(resources.get("/XObject")) or {}) | objects)
    page[NameObject("/Resources")] = resources


def _inherited_resources(page):
    node, steps = page, 0
    while node is not None and "/Resources" not in node and steps < MAX_DEPTH:
        node, steps = dictionary(node.get("/Parent")), steps + 1
    return dictionary(node.get("/Resources")) or {} if node is not None else {}
