"""PDF forms like those of courts, and malicious ones."""

import io
from functools import cache

from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    FloatObject,
    NameObject,
    NumberObject,
    TextStringObject,
)
from reportlab.pdfgen.canvas import Canvas


@cache
def court_form():
    """Return a petition with a field of every kind, named by the Assembly Line convention."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    canvas.drawString(50, 800, "Petition")
    form = canvas.acroForm
    form.textfield(name="users1_name_full", tooltip="Petitioner", x=50, y=750, width=200, height=18, fontSize=0)
    form.textfield(name="docket_number", x=300, y=750, width=150, height=18, maxlen=10, fieldFlags="comb")
    form.textfield(name="users1_birthdate", x=50, y=720, width=120, height=18)
    form.textfield(name="users1_address_city", x=200, y=720, width=120, height=18)
    form.textfield(name="about", tooltip="Facts", x=50, y=600, width=300, height=60, fieldFlags="multiline", fontSize=9,
                   maxlen=2000)
    for number in (1, 2):
        form.textfield(name=f"children{number}_name_full", x=50, y=580 - 20 * number, width=200, height=16)
    form.checkbox(name="has_children_yes", x=50, y=500, size=16, buttonStyle="check")
    form.checkbox(name="has_children_no", x=90, y=500, size=16)
    for number, role in enumerate(("Mother", "Father")):
        form.radio(name="relationship", value=role, x=50 + 40 * number, y=470, size=16, selected=False)
    form.choice(name="users1_address_state", value="NY", options=["NY", "CA", "TX"], x=50, y=440, width=80, height=20)
    form.textfield(name="users1_signature", x=50, y=400, width=200, height=18)
    canvas.save()
    return file.getvalue()


def awkward_form():
    """Return an unusual form: a repeated name, meaningless names, turned fields, checkboxes without an appearance."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    canvas.drawString(50, 800, "Cover sheet")
    form = canvas.acroForm
    for number in range(3):
        form.textfield(name="users1_name_full" + (f"__{number}" if number else ""), x=50, y=750 - 25 * number,
                       width=200, height=18)
    form.textfield(name="Text12", tooltip="Please enter what happened", x=50, y=660, width=400, height=18)
    form.textfield(name="page1[0].Field_7[0]", tooltip="Your date of birth:", x=50, y=630, width=120, height=18)
    form.textfield(name="Text13", tooltip="The colour of the car", x=200, y=630, width=120, height=18)
    form.checkbox(name="Check4", tooltip="Do you have any children?", x=50, y=600, size=16)
    form.choice(name="relationship", value="1", options=[("Father of the child", "2"), ("Mother", "1")], x=50, y=560,
                width=120, height=20)
    form.choice(name="users1_address_state", value="Texas", options=["New York", "Texas"], x=200, y=560, width=80,
                height=20)
    for number, degrees in enumerate((90, 180, 270)):
        form.textfield(name=f"turned{degrees}", x=50 + 170 * number, y=300, width=150 if degrees == 180 else 20,
                       height=20 if degrees == 180 else 150)
    canvas.save()

    def turn(writer, form):
        for reference in form["/Fields"]:
            field = reference.get_object()
            if field["/T"].startswith("turned"):
                field["/MK"][NameObject("/R")] = NumberObject(int(field["/T"][6:]))
            elif field["/T"] == "Check4":
                del field["/AP"]

    return changed(turn, file.getvalue())


def changed(change, pdf=None, **encryption):
    """Return the petition, or another form, after `change(writer, its AcroForm)`, optionally encrypted."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf or court_form())))
    change(writer, writer.root_object["/AcroForm"].get_object())
    if encryption:
        writer.encrypt(**encryption)
    return _written(writer)


def with_script():
    """Return the petition with JavaScript in every place where a viewer would run it."""
    def add(writer, form):
        action = DictionaryObject({NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): TextStringObject(
            "app.alert('AFDate')")})
        writer.root_object[NameObject("/OpenAction")] = action
        writer.root_object[NameObject("/Names")] = DictionaryObject({NameObject("/JavaScript"): DictionaryObject({
            NameObject("/Names"): ArrayObject([TextStringObject("first"), action])})})
        writer.root_object[NameObject("/AA")] = DictionaryObject({NameObject("/WC"): action})
        for field in form["/Fields"]:
            field.get_object()[NameObject("/AA")] = DictionaryObject({NameObject("/F"): action})
        writer.pages[0][NameObject("/AA")] = DictionaryObject({NameObject("/O"): action})

    return changed(add)


def with_hidden_actions():
    """Return the petition with actions and a file in unusual places: behind a link, in a bookmark, and attached to the
    page. It also has links to a web page and to a program.
    """
    def add(writer, form):
        def annotation(kind, **more):
            return writer._add_object(DictionaryObject({
                NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject(kind),
                NameObject("/Rect"): ArrayObject([FloatObject(edge) for edge in (10, 10, 60, 30)]),
                **{NameObject(f"/{name}"): value for name, value in more.items()}}))

        def script(text):
            return DictionaryObject({NameObject("/S"): NameObject("/JavaScript"), NameObject("/JS"): writer._add_object(
                TextStringObject(text))})

        def link(address, **more):
            return annotation("/Link", A=DictionaryObject({
                NameObject("/S"): writer._add_object(NameObject("/URI")),
                NameObject("/URI"): TextStringObject(address),
                **{NameObject(f"/{name}"): value for name, value in more.items()}}))

        program = DecodedStreamObject()
        program.set_data(b"MZ a program")
        attached = DictionaryObject({
            NameObject("/Type"): NameObject("/Filespec"), NameObject("/F"): TextStringObject("program.exe"),
            NameObject("/EF"): DictionaryObject({NameObject("/F"): writer._add_object(program)})})
        bookmark, outlines = DictionaryObject(), DictionaryObject()
        bookmark[NameObject("/Title")], bookmark[NameObject("/A")] = TextStringObject("Part 1"), script("of a bookmark")
        bookmark[NameObject("/Parent")] = writer._add_object(outlines)
        outlines[NameObject("/First")] = outlines[NameObject("/Last")] = writer._add_object(bookmark)
        writer.root_object[NameObject("/Outlines")] = bookmark[NameObject("/Parent")].indirect_reference
        writer.root_object[NameObject("/AF")] = ArrayObject([attached])
        annotations = ArrayObject(writer.pages[0].get("/Annots", ()))
        writer.pages[0][NameObject("/Annots")] = annotations
        annotations.extend((
            link("https://court.example/", Next=ArrayObject([script("behind a link")])),
            link("file://server/program.exe"), annotation("/FileAttachment", FS=attached)))

    return changed(add)


def named(names):
    """Return a form whose text fields have these names, text or bytes."""
    writer = PdfWriter()
    writer.add_blank_page(300, 300)
    fields = ArrayObject([writer._add_object(_text_field(name)) for name in names])
    writer.pages[0][NameObject("/Annots")] = fields
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject({NameObject("/Fields"): fields})
    return _written(writer)


def recursive():
    """Return a form whose fields contain each other."""
    def knot(writer, form):
        one, other = (writer._add_object(DictionaryObject({NameObject("/T"): TextStringObject(name)}))
                      for name in ("one", "other"))
        one.get_object()[NameObject("/Kids")] = ArrayObject([other, one])
        other.get_object()[NameObject("/Kids")] = ArrayObject([one])
        form[NameObject("/Fields")] = ArrayObject([one, *form["/Fields"]])

    return changed(knot)


def only_xfa():
    """Return a form of Adobe's XML kind, without fields that others can read."""
    def replace(writer, form):
        form[NameObject("/Fields")] = ArrayObject()
        form[NameObject("/XFA")] = TextStringObject("<xdp/>")

    return changed(replace)


def _text_field(name):
    return DictionaryObject({
        NameObject("/FT"): NameObject("/Tx"), NameObject("/T"): TextStringObject(name),
        NameObject("/Type"): NameObject("/Annot"), NameObject("/Subtype"): NameObject("/Widget"),
        NameObject("/Rect"): ArrayObject(map(FloatObject, (10, 10, 200, 30)))})


def _written(writer):
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
