"""The page of a list that the address asks for."""

import re

from flask import request

_NUMBER = re.compile("[1-9][0-9]{0,5}")


def page_number():
    """Return the number of the page in the address, 1 for anything else than a number below a million."""
    text = request.args.get("page", "")
    return int(text) if _NUMBER.fullmatch(text) else 1
