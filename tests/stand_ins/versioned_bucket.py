"""A stand-in for a bucket that keeps every version of its files, as one of Backblaze or Amazon can.

    with VersionedBucket() as bucket: Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": bucket.url}))
"""

from http.server import BaseHTTPRequestHandler
from itertools import count
from urllib.parse import parse_qs, unquote, urlsplit

from tests.stand_ins.http_server import HttpServer

MARKER = None
"""What a file is that was deleted without naming a version."""


class VersionedBucket(HttpServer):
    """`versions` holds (key, version, bytes or `MARKER`), the newest last; a locked bucket refuses to delete one."""

    def __init__(self):
        self.versions, self.is_locked, self.lists_versions = [], False, True
        self._numbers = count(1)
        super().__init__(type("Handler", (_Handler,), {"bucket": self}))

    def add(self, key, content):
        version = f"v{next(self._numbers)}"
        self.versions.append((key, version, content))
        return version

    def delete(self, key, version):
        """Delete a version; return the status."""
        if self.is_locked:
            return 403
        self.versions = [each for each in self.versions if each[:2] != (key, version)]
        return 204

    def current(self, prefix):
        newest = {key: content for key, _, content in self.versions}
        return [key for key, content in newest.items() if key.startswith(prefix) and content is not MARKER]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bucket: VersionedBucket

    def log_message(self, *_):
        pass

    def do_PUT(self):
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(200, **{"ETag": '"e"', "x-amz-version-id": self.bucket.add(self._key, content)})

    def do_DELETE(self):
        [version] = self._query.get("versionId", [None])
        if version is None:
            self.bucket.add(self._key, MARKER)
        self._answer(204 if version is None else self.bucket.delete(self._key, version))

    def do_GET(self):
        [prefix] = self._query.get("prefix", [""])
        if "versions" not in self._query:
            contents = "".join(f"<Contents><Key>{key}</Key><Size>1</Size></Contents>"
                               for key in self.bucket.current(prefix))
            self._answer(200, f"<ListBucketResult>{contents}</ListBucketResult>")
        elif self.bucket.lists_versions:
            contents = "".join(
                f"<{tag}><Key>{key}</Key><VersionId>{version}</VersionId></{tag}>"
                for key, version, content in self.bucket.versions if key.startswith(prefix)
                for tag in ["DeleteMarker" if content is MARKER else "Version"])
            self._answer(200, f"<ListVersionsResult>{contents}</ListVersionsResult>")
        else:
            self._answer(501, "<Error><Code>NotImplemented</Code></Error>")

    @property
    def _key(self):
        return unquote(urlsplit(self.path).path).split("/", 2)[2]

    @property
    def _query(self):
        return parse_qs(urlsplit(self.path).query, keep_blank_values=True)

    def _answer(self, status, text="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())
