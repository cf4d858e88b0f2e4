"""The parameters of OAuth requests (RFC 6749, section 3 and appendix A): each at most once, printable ASCII."""

import re
from collections import Counter
from urllib.parse import parse_qsl

from .errors import InvalidRequest

_MOST = 50
_PRINTABLE = re.compile(r"[\x20-\x7e]*")


class Parameters:
    """The parameters of a form or query string. One without a value counts as left out. Raises `InvalidRequest`."""

    def __init__(self, encoded):
        try:
            pairs = parse_qsl(encoded.decode("ascii"), keep_blank_values=True, max_num_fields=_MOST)
        except ValueError:
            raise InvalidRequest("The parameters cannot be read.") from None
        self._values = {name: value for name, value in pairs if value}
        self.repeated = {name for name, times in Counter(name for name, _ in pairs).items() if times > 1}

    def get(self, name):
        """The parameter's value, None if there is none. Raises `InvalidRequest` if it is repeated or not printable."""
        value = self._values.get(name)
        if name in self.repeated:
            raise InvalidRequest(f"{_shown(name)} may be given only once.")
        if value and not _PRINTABLE.fullmatch(value):
            raise InvalidRequest(f"{name} holds characters that it may not hold.")
        return value

    def require(self, name):
        """The parameter's value. Raises `InvalidRequest` if there is none."""
        value = self.get(name)
        if value is None:
            raise InvalidRequest(f"{name} is missing.")
        return value

    def refuse_repeated(self):
        """Raise `InvalidRequest` if any parameter is there twice, also one that has no meaning here."""
        if self.repeated:
            raise InvalidRequest(f"{_shown(min(self.repeated))} may be given only once.")


def _shown(name):
    """The name, if it is one that can be said: error_description may hold only printable ASCII without quotes."""
    return name if re.fullmatch(r"\w{1,40}", name, re.ASCII) else "A parameter"
