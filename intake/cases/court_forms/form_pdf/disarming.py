"""Removes from a form whatever a viewer would execute, open or verify."""

from pypdf.generic import DictionaryObject, StreamObject

from .fields import fields_of
from .objects import array, dictionary, resolved, text_of

_EXECUTED = ("/GoToR", "/GoToE", "/GoToDp", "/Launch", "/Thread", "/Sound", "/Movie", "/Hide", "/Named", "/SubmitForm",
             "/ResetForm", "/ImportData", "/JavaScript", "/SetOCGState", "/Rendition", "/Trans", "/GoTo3DView",
             "/RichMediaExecute")
_LINKS = ("/URI", "/GoTo")
"""Kinds of actions (ISO 32000-2, 12.6): those that are removed, and those that lead somewhere, which stay."""

_ADDRESSES = ("https://", "http://", "mailto:")
"""The schemes that a link may have; others lead to files and programs on the reader's machine."""

_WITH_FILES = ("/FileAttachment", "/Sound", "/Movie", "/Screen", "/3D", "/RichMedia")
"""Kinds of annotations that hold a file, or play one."""


def disarm(writer, form):
    """Remove scripts, actions, files inside, XFA and usage rights from every part of the document.

    Links to web pages and within the form stay. Anything may refer to an action, such as a bookmark or another action,
    and to a file; hence every object is looked at.
    """
    root = writer.root_object
    for key in ("/OpenAction", "/Perms", "/Extensions", "/Collection", "/URI"):
        root.pop(key, None)
    for key in ("/XFA", "/CO", "/SigFlags"):
        form.pop(key, None)
    names = dictionary(root.get("/Names")) or {}
    for key in ("/JavaScript", "/EmbeddedFiles"):
        names.pop(key, None)
    for field in fields_of(form).values():
        for node in (field.node, *field.widgets):
            node.pop("/A", None)
    for page in writer.pages:
        annotations = array(page.get("/Annots"))
        annotations[:] = [each for each in annotations if not _holds_a_file(dictionary(each))]
    for each in _dictionaries(writer):
        _disarm(each)


def _holds_a_file(annotation):
    return annotation is not None and annotation.get("/Subtype") in _WITH_FILES


def _dictionaries(writer):
    """Yield every dictionary of the document, each once, streams and what is inside others included."""
    waiting = [each for each in writer._objects if each is not None]
    while waiting:
        each = waiting.pop()
        if isinstance(each, DictionaryObject):
            yield each
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each


def _disarm(found):
    for key in ("/AA", "/AF"):
        found.pop(key, None)
    kind = resolved(found.get("/S"))
    if kind in _EXECUTED or (kind == "/URI" and not _is_address(found.get("/URI"))):
        found.clear()
    elif kind in _LINKS:
        found.pop("/Next", None)  # the actions that follow it
    for file in map(resolved, (dictionary(found.pop("/EF", None)) or {}).values()):
        if isinstance(file, StreamObject):
            file.clear()
            file._data = b""


def _is_address(value):
    return text_of(value, 20).lower().startswith(_ADDRESSES)
