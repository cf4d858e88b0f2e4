"""The few calls of the S3 protocol that Intake needs, signed with botocore.

A client of boto3 loads the description of every call of S3, 15 MB in each process, and takes almost three times the CPU
for a call.
"""

import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import quote, urlencode, urlsplit, urlunsplit

from botocore.auth import S3SigV4Auth, S3SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.exceptions import BotoCoreError, HTTPClientError, NoCredentialsError
from botocore.exceptions import ConnectionError as NoConnection
from botocore.httpsession import URLLib3Session
from botocore.session import Session
from botocore.utils import get_environ_proxies

_MAX_CONNECTIONS = 16
_CONNECT_SECONDS = 3
_PAUSE_SECONDS = 0.3


class RefusedByStorage(Exception):
    """The storage answered with an error; `status` is that of HTTP."""

    def __init__(self, status: int) -> None:
        super().__init__(f"The storage answered {status}.")
        self.status = status


@dataclass(frozen=True)
class BucketAddress:
    """Where the bucket is: without an `endpoint` at Amazon's, its name in the host or, by `style`, in the path."""

    bucket: str
    region: str
    endpoint: str | None
    style: str

    def url(self, key: str = "") -> str:
        """Return the address of the object with this key, or that of the bucket."""
        return f"{self._base}/{quote(key, safe='/~')}"

    @cached_property
    def _base(self) -> str:
        endpoint = (self.endpoint or self._amazon).rstrip("/")
        # No certificate covers a bucket's name with a dot as a part of the host.
        in_path = bool(self.endpoint) or "." in self.bucket if self.style == "auto" else self.style == "path"
        if in_path:
            return f"{endpoint}/{self.bucket}"
        parts = urlsplit(endpoint)
        return urlunsplit(parts._replace(netloc=f"{self.bucket}.{parts.netloc}"))

    @property
    def _amazon(self) -> str:
        if self.region == "us-east-1":
            return "https://s3.amazonaws.com"
        return f"https://s3.{self.region}.amazonaws.com{'.cn' if self.region.startswith('cn-') else ''}"


class Keys:
    """The keys that sign: those that are given, else those of the instance's or container's role, renewed in time."""

    def __init__(self, id: str | None, secret: str | None) -> None:
        self._found: Any = Credentials(id, secret) if id else None

    def current(self) -> Any:
        """Return the keys. Raises `BotoCoreError` if there are none, or the role's cannot be read."""
        if self._found is None:
            self._found = Session().get_credentials()
        if self._found is None:
            raise NoCredentialsError
        return self._found.get_frozen_credentials()


class S3:
    """Requests to a bucket. `timeout` is how many seconds the storage may be silent.

    Methods raise `BotoCoreError` if it cannot be reached, `RefusedByStorage` for any other answer than success.
    """

    def __init__(self, address: BucketAddress, keys: Keys, ca_file: str | None = None, timeout: int = 10) -> None:
        self._address, self._keys = address, keys
        self._session = URLLib3Session(
            verify=ca_file or True, proxies=get_environ_proxies(address.url()), timeout=(_CONNECT_SECONDS, timeout),
            max_pool_connections=_MAX_CONNECTIONS)

    def signed_url(self, method: str, key: str, seconds: int, headers: dict[str, str],
                   query: dict[str, str]) -> str:
        """Return an address under which the request can be sent for so many seconds, with the same headers."""
        request = AWSRequest(method, self._address.url(key), dict(headers), params=dict(query))
        S3SigV4QueryAuth(self._keys.current(), "s3", self._address.region, seconds).add_auth(request)
        return request.url

    def send(self, method: str, key: str = "", headers: dict[str, str] | None = None,
             query: dict[str, str] | None = None, body: Any = b"", stream: bool = False) -> Any:
        """Send a request and return its answer. With `stream` the answer's body is still to be read.

        A request that fails on the way, or by an error of the storage, is sent a second time.
        """
        url = self._address.url(key) + (f"?{urlencode(query, quote_via=quote)}" if query else "")
        for is_last in (False, True):
            request = AWSRequest(method, url, dict(headers or {}), body, stream_output=stream)
            S3SigV4Auth(self._keys.current(), "s3", self._address.region).add_auth(request)
            try:
                answer = self._session.send(request.prepare())
            except (NoConnection, HTTPClientError):
                if is_last:
                    raise
            else:
                if answer.status_code < 300:
                    return answer
                answer.raw.drain_conn()
                if is_last or answer.status_code < 500:
                    break
            time.sleep(_PAUSE_SECONDS)
            if hasattr(body, "seek"):
                body.seek(0)
        raise RefusedByStorage(answer.status_code)


STORAGE_ERRORS = (BotoCoreError, RefusedByStorage)
"""What the methods of `S3` raise."""
