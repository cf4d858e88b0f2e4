"""Answers that are compressed (gzip) for clients that accept it: those that never change, and long JSON.

A page with secrets is not compressed: a site that lets a browser request it with a text of its choice would
learn them from its length (BREACH). So JSON is compressed only for clients without cookies, which send their
credentials themselves, and HTML only where it is the same for all.
"""

import gzip
import hashlib

from flask import Response, request

MIN_BYTES = 1024
_FAST, _SMALL = 5, 9


class ConstantAnswer:
    """An answer that stays the same as long as the process runs, and is compressed once."""

    def __init__(self, answer: Response) -> None:
        self._headers = {name: value for name, value in answer.headers.items() if name != "Content-Length"}
        self._plain = answer.get_data()
        self._compressed = gzip.compress(self._plain, _SMALL, mtime=0)
        self._digest = hashlib.sha256(self._plain).hexdigest()[:24]

    def response(self, cache_control: str) -> Response:
        """Return the answer to this request, with an ETag; 304 if the client has it already."""
        compressed = _accepts_gzip()
        response = Response(self._compressed if compressed else self._plain, headers=self._headers)
        response.headers["Cache-Control"] = cache_control
        response.headers["Vary"] = "Accept-Encoding"
        if compressed:
            response.headers["Content-Encoding"] = "gzip"
        response.set_etag(f"{self._digest}-gzip" if compressed else self._digest)
        response.make_conditional(request)
        return response


def compress(response: Response) -> Response:
    """Compress a long JSON answer if the client accepts that. To be called after each request."""
    if response.mimetype != "application/json" or "Cookie" in request.headers or response.is_streamed:
        return response
    if "Content-Encoding" in response.headers or (response.content_length or 0) <= MIN_BYTES:
        return response
    if "ETag" not in response.headers:
        response.headers.add("Vary", "Accept-Encoding")
        if _accepts_gzip():
            response.set_data(gzip.compress(response.get_data(), _FAST, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
    return response


def _accepts_gzip() -> bool:
    # The text first: parsing it takes ten times as long, and many clients send none.
    return "gzip" in request.environ.get("HTTP_ACCEPT_ENCODING", "") and request.accept_encodings["gzip"] > 0
