"""The rules for a password that a user chooses (OWASP ASVS 5.0, 6.2.1 to 6.2.12; docs/decisions/0022)."""

import re

from .common_passwords import common_passwords, fold, without_padding

MIN_LENGTH, MAX_LENGTH = 12, 200
_MIN_DIFFERENT = 5
"""A password with fewer different characters is as weak as a short one."""

_MIN_REST = 4
"""The minimum length of a password without its words and padding."""

_SEQUENCES = ("1234567890" * 2, "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm")
_FIRST_GUESSES = (
    "password", "passwort", "contrasena", "qwerty", "asdfgh", "letmein", "welcome", "bienvenido", "bienvenida", "admin",
    "iloveyou", "teamo", "changeme", "abc", "intake", "legal", "lawyer", "attorney", "abogado", "abogada",
)  # fmt: skip
"""Words that are also strung together, and those of this service."""

_WORDS = re.compile(r"[^\W\d_]{3,}"), re.compile(r"[^\W_]{3,}")
_PADDED_END = re.compile(r"[\W\d_]+$")
_LOOKALIKES = str.maketrans("013457@$!", "oieastasi"), str.maketrans("013457@$!", "oleastasi")
_REPEATED = re.compile(r"(.+?)\1+")


def password_errors(password: str, repeated: str, *names: str | None) -> dict[str, str]:
    """Return a message for the field `password` if it is wrong or repeated differently; `names` as `password_error`.

    No page shows a typed password again, so that both fields are empty, and the first is where to begin.
    """
    wrong = password_error(password, *names) or ("" if repeated == password else "The two passwords are not the same.")
    return {"password": wrong} if wrong else {}


def password_error(password: str, *names: str | None) -> str:
    """Return what is wrong with a new password, or an empty text.

    `names` are those of the user and of the firm, and the e-mail address: the password must not be made of them.
    """
    if len(password) < MIN_LENGTH:
        return "Use at least 12 characters."
    if len(password) > MAX_LENGTH:
        return "Use at most 200 characters."
    readings = _readings(fold(password))
    if len(set(fold(password))) < _MIN_DIFFERENT or any(_is_guessable(text, _FIRST_GUESSES) for text in readings):
        return "This is one of the first passwords that others would try."
    words = {word for name in names if name for pattern in _WORDS for word in pattern.findall(fold(name))}
    if any(_is_guessable(text, (*_FIRST_GUESSES, *words)) for text in readings):
        return "Do not use your name, your e-mail address or your firm's name in it."
    return ""


def _readings(password: str) -> set[str]:
    """Return the password with and without padding, each also with letters for the signs that look like them."""
    texts = {text for text in (password, _PADDED_END.sub("", password), without_padding(password))
             if len(text) >= _MIN_REST}
    return texts | {text.translate(letters) for text in texts for letters in _LOOKALIKES}


def _is_guessable(text: str, words: tuple[str, ...]) -> bool:
    """Whether the text is common, repetitive, a sequence of keys, or little more than some of the words."""
    rest = without_padding(re.sub("|".join(sorted(words, key=len, reverse=True)), "", text))
    repeated = _REPEATED.fullmatch(text)
    return (
        text in common_passwords()
        or (repeated is not None and len(repeated[1]) < MIN_LENGTH)
        or any(text in sequence or text in sequence[::-1] for sequence in _SEQUENCES)
        or (rest != without_padding(text) and (len(rest) < _MIN_REST or rest in common_passwords())))
