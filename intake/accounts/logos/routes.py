"""`/api/v1/firms/logo` (decisions.md 6)."""

from flask import Blueprint

from intake.accounts.access.guard import requires
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
def issue(caller, body):
    """Get an address to which a new logo is PUT, a PNG or JPEG of at most 2 MB; it works for 15 minutes."""
    return actions.issue(caller, **body)


@logo.post("/confirm")
@requires("firms:write")
@waits_on_network
@returns(FirmLogo)
@raises(FileNotFoundInStorage, LogoTooLarge, InvalidLogo, StorageUnavailable)
def confirm(caller):
    """Confirm that the picture was PUT; from now on it is the firm's logo."""
    return actions.confirm(caller)
