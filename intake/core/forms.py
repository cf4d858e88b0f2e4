"""Forms that browsers send, with limits that keep the cost of one small."""

from datetime import timedelta
from typing import IO, Any
from urllib.parse import parse_qsl

from flask import Request
from werkzeug.formparser import FormDataParser

from .errors import PayloadTooLarge

MAX_FIELDS = 25_000
"""A page of 200 questions with 100 options each has fewer."""

MAX_FIELD_BYTES = 256 * 1024
"""An answer of 20,000 characters has fewer, in any alphabet. Decoding takes 60 times as much memory."""

PRESSED_TWICE = timedelta(seconds=30)
"""A form that is sent again this soon was sent by a second press of its button."""


class _FormParser(FormDataParser):
    """Limits URL-encoded forms; Werkzeug limits the others itself (`MAX_FORM_PARTS`, `MAX_FORM_MEMORY_SIZE`)."""

    def parse(self, stream: IO[bytes], mimetype: str, *args: Any, **options: Any) -> Any:
        """Parse the form. Raises `PayloadTooLarge` if it has too many fields or too long a one."""
        if mimetype != "application/x-www-form-urlencoded":
            return super().parse(stream, mimetype, *args, **options)
        body = stream.read()
        fields = body.split(b"&", MAX_FIELDS)
        if len(fields) > MAX_FIELDS or max(map(len, fields)) > MAX_FIELD_BYTES:
            raise PayloadTooLarge("The form has too many fields, or too long a one.")
        return stream, self.cls(parse_qsl(body.decode(errors="replace"), keep_blank_values=True)), self.cls()


class FormRequest(Request):
    """A request whose form is limited, and whose path has no NUL, which Postgres takes in no text.

    A NUL becomes the replacement character: no record has either in its id.
    """

    form_data_parser_class = _FormParser

    def __init__(self, environ: dict[str, Any], *args: Any, **options: Any) -> None:
        path = environ.get("PATH_INFO", "")
        if "\0" in path:
            environ["PATH_INFO"] = path.replace("\0", "\ufffd".encode().decode("latin-1"))
        super().__init__(environ, *args, **options)
