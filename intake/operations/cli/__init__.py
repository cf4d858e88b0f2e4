"""Commands for the operator: `flask firm`, `key`, `user`, `oauth-client`, `secrets`, `doctor`."""

from .applications import oauth_client
from .doctor import doctor
from .firms import firm
from .keys import key
from .secrets import secrets
from .users import user

COMMANDS = (firm, key, user, oauth_client, secrets, doctor)
