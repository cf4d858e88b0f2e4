"""The addresses of intake links, which end with a `SignedToken`.

Messages are stored with a placeholder in place of the address, which is computed when they are sent.
"""

import re

from intake.core.addresses import public_url
from intake.core.crypto import SignedToken, random_token

_TOKENS = SignedToken("intake link")
token_of, public_part_of = _TOKENS.of, _TOKENS.public_part
PLACEHOLDER = "[intake link]"
# Scanners of mail put an address, encoded, into one of theirs, and mail programs break long lines when they quote.
_SLASH = "(?:/|[%=](?:25)*2[Ff]|&#(?:47|[xX]2[Ff]);)"
_COLON = "(?::|[%=](?:25)*3[Aa]|&#(?:58|[xX]3[Aa]);)"
_BREAK = r"(?:=?\r?\n[> ]{0,20})"
# Phones write Https:// at the beginning of a sentence, and people leave it out.
_BEFORE = (rf"(?:(?:(?i:https?){_COLON}{_SLASH}{{2}}\S{{1,200}}?|(?<![\w.-])[\w.-]{{1,200}}(?::\d{{1,5}})?)"
           rf"{_SLASH}p{_SLASH}{_BREAK}?)?")
_TOKEN = rf"[A-Za-z0-9](?:{_BREAK}?[A-Za-z0-9]){{11}}(?:{_BREAK}?[a-z2-7]){{26}}"
_IN_TEXT = re.compile(rf"{_BEFORE}(?:(?<![A-Za-z0-9])|(?<=2[Ff]))(?P<token>{_TOKEN})(?![A-Za-z0-9])")


def new_public_part():
    """Return a new random public part."""
    return random_token(12)


def link_url(public_part):
    """Return the address of the link with this public part. It opens a client's file, so it must not be logged."""
    return public_url(f"/p/{token_of(public_part)}")


def conceal_links(text):
    """Return the text with a placeholder for every intake link, and the set of their public parts."""
    found = set()

    def concealed(match):
        public_part = public_part_of(re.sub(_BREAK, "", match["token"]))
        if public_part is None:
            return match[0]
        found.add(public_part)
        return PLACEHOLDER

    return _IN_TEXT.sub(concealed, text), found


def reveal_link(text, public_part):
    """Return the text with the address of the link with this public part in place of each placeholder."""
    return text.replace(PLACEHOLDER, link_url(public_part)) if text and public_part else text
