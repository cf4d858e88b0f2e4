"""Commands for operators: `flask firm`, `key`, `user`, `oauth-client`, `audit`, `court-forms`, `secrets`, `db`,
`backup`, `doctor` and `version`.
"""

from .audit import audit
from .backup import backup
from .court_forms import court_forms
from .database import database
from .doctor import doctor
from .firms import firm
from .keys import key
from .oauth_clients import oauth_client
from .secrets import secrets
from .users import user
from .version import version

COMMANDS = (firm, key, user, oauth_client, audit, court_forms, secrets, database, backup, doctor, version)
