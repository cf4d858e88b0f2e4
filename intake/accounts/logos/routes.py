"""`/api/v1/firms/logo`."""

from typing import Any

from flask import Blueprint

from intake.accounts.access.caller import Caller
from intake.accounts.access.guard import requires
from intake.accounts.firms.models import Firm
from intake.core.http import accepts, raises, returns, waits_on_network
from intake.gateways.storage import FileNotFoundInStorage, StorageUnavailable

from . import actions
from .errors import InvalidLogo, LogoTooLarge
from .schemas import FirmLogo, FirmLogoIn, FirmLogoUrl

logo = Blueprint("logo", __name__)


@logo.post("")
@requires("firms:write")
@waits_on_network
@accepts(FirmLogoIn)
@returns(FirmLogoUrl)
@raises(StorageUnavailable)
def issue(caller: Caller, body: dict[str, Any]) -> dict[str, Any]:
    """Get a storage address to PUT a new logo to, a PNG or JPEG of at most 2 MB; it works for 15 minutes."""
    return actions.issue_upload_url(caller, **body)


@logo.post("/confirm")
@requires("firms:write")
@waits_on_network
@returns(FirmLogo)
@raises(FileNotFoundInStorage, LogoTooLarge, InvalidLogo, StorageUnavailable)
def confirm(caller: Caller) -> Firm:
    """Confirm that the picture was PUT; it becomes the firm's logo at once."""
    return actions.confirm(caller)


@logo.delete("")
@requires("firms:write")
@returns(FirmLogo)
def remove(caller: Caller) -> Firm:
    """Remove the firm's logo; pages and e-mails then show its name."""
    return actions.remove(caller)
