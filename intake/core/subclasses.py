"""All subclasses of a class."""

from collections.abc import Iterator
from typing import TypeVar

T = TypeVar("T")


def subclasses(cls: type[T]) -> Iterator[type[T]]:
    """Yield all subclasses of the class, the indirect ones too."""
    for child in cls.__subclasses__():
        yield child
        yield from subclasses(child)
