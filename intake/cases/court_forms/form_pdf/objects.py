"""Reading objects of a stranger's PDF: what is not of the expected kind is taken as absent."""

from pypdf.generic import ArrayObject, FloatObject, IndirectObject


def text_of(value, longest):
    """Return a text of the form, at most this long, with spaces for unprintable characters."""
    text = resolved(value)
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    if not isinstance(text, str):
        return ""
    return "".join(each if each.isprintable() else " " for each in text[:longest]).strip()


def resolved(value):
    """Return the object behind a reference, anything else unchanged."""
    return value.get_object() if isinstance(value, IndirectObject) else value


def dictionary(value):
    """Return the value if it is a dictionary, else None."""
    value = resolved(value)
    return value if isinstance(value, dict) else None


def array(value):
    """Return the value if it is an array, else an empty one."""
    value = resolved(value)
    return value if isinstance(value, list) else ArrayObject()


def array_of(*numbers):
    """Return an array of numbers."""
    return ArrayObject([FloatObject(number) for number in numbers])


def as_number(value):
    """Return a number within reason, 0 for anything else."""
    try:
        return min(max(float(value), -1e5), 1e5)
    except (TypeError, ValueError):
        return 0


def as_numbers(value, count):
    """Return the numbers of an array with exactly `count` of them, else None."""
    found = [resolved(each) for each in array(value)]
    if len(found) != count or not all(isinstance(each, int | float) for each in found):
        return None
    return [float(each) for each in found]
