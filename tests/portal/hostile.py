"""Hostile bodies and query strings, for the pages that need no account."""

from io import BytesIO

from tests.browsing import Browser

_FORM = "application/x-www-form-urlencoded"


def _bodies():
    return {
        "10 MB": {"data": b"first_name=" + b"x" * 10_000_000, "content_type": _FORM},
        "10,000 names": {"data": b"party_name=a&" * 10_000, "content_type": _FORM},
        "10,000 parts": {"data": b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n\r\n' * 10_000 + b"--x--",
                         "content_type": "multipart/form-data; boundary=x"},
        "parts without a boundary": {"data": b"--x\r\n\r\n", "content_type": "multipart/form-data"},
        "parts that end early": {"data": b"--x\r\nContent-Disposition: form-data; name=",
                                 "content_type": "multipart/form-data; boundary=x"},
        "a file for a name": {"data": {"first_name": (BytesIO(b"Ana"), "name.txt"), "name": (BytesIO(b"Ana"), "\0")}},
        "JSON": {"json": {"first_name": ["Ana"], "name": {"a": None}, "csrf": 7}},
        "another charset": {"data": "first_name=Ana".encode("utf-16"), "content_type": f"{_FORM}; charset=utf-16"},
        "NUL": {"data": b"%00=a&first_name%00=b&csrf=%00&altcha=%00&name=%00", "content_type": _FORM},
        "no UTF-8": {"data": b"first_name=%ff%fe&csrf=%80&altcha=%c3%28&name=%ed%a0%80", "content_type": _FORM},
        "nothing": {"data": b""},
    }


_QUERIES = ("lang=%00", "lang=%ff%fe", "lang=es&lang=en", "lang[]=es", f"embed={'x' * 4_000}", "embed=%00&page=%00",
            "utm_source=%ed%a0%80", "show=%F0%9F%92%A9")
_HEADERS = {"Accept-Language": "\xff;q=x,es;q=99999," + "a-" * 500, "User-Agent": "\x80" * 2_000,
            "Cookie": "intake_csrf=\xff;=;"}


def answers_to(app, *paths):
    """Send all of them to these paths, each from another address; return the statuses of the forms by name."""
    seen: dict[str, set[int]] = {}
    for path in paths:
        for query in _QUERIES:
            assert Browser(app).get(f"{path}?{query}", headers=_HEADERS).status_code < 500, (path, query)
        for name, body in _bodies().items():
            seen.setdefault(name, set()).add(Browser(app).open("POST", path, **body).status_code)
    return seen
