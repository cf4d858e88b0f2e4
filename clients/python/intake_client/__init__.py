"""A typed client of Intake's API.

    from intake_client import Intake

    intake = Intake("https://intake.example.com", "ik_live_…")
    matter = intake.matters_create({"title": "Delgado v. Northern Freight", "practice_area": "personal_injury"})

There is a method for each operation of the API, under its operationId; `iterate` reads lists to their end, and
`upload_file` sends a file.
"""

from .operations import Operations
from .transport import ApiError, Transport
from .uploads import upload_file
from .walking import iterate

__all__ = ["ApiError", "Intake", "iterate", "upload_file"]


class Intake(Operations):
    """The API of the installation at an address, as the owner of a key or of an access token may use it."""

    def __init__(self, url: str, api_key: str | None = None, access_token: str | None = None, *,
                 timeout: float = 30, attempts: int = 4) -> None:
        super().__init__(Transport(url, api_key, access_token, timeout=timeout, attempts=attempts))
