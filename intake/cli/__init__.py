"""Commands for the operator: `flask firm`, `flask key`, `flask user`, `flask doctor`."""

from .doctor import doctor
from .firms import firm
from .keys import key
from .users import user

COMMANDS = (firm, key, user, doctor)
