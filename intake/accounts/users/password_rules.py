"""The rules for a password that a user chooses."""

import re

from intake.core.text_search import folded

MIN_LENGTH, MAX_LENGTH = 12, 200
_MIN_DIFFERENT = 5
"""A password with fewer different characters is as weak as a short one."""

_SEQUENCES = (
    "1234567890" * 2, "abcdefghijklmnopqrstuvwxyz", "qwertyuiopasdfghjklzxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm")
_COMMON = re.compile(
    r"(password|passwort|contrase[nñ]a|qwerty(uiop)?|asdfgh(jkl)?|letmein|welcome|admin|administrator|iloveyou|teamo|"
    r"changeme|abc|intake|lawyer|abogad[oa]|[0-9]|[!@#$%.?*_-])+")


def password_errors(password: str, repeated: str, email: str) -> dict[str, str]:
    """Return a message for each of the fields `password` and `repeated` that is wrong, for the user with this email."""
    messages = {"password": _password_error(password, email),
                "repeated": "" if repeated == password else "The two passwords are not the same."}
    return {name: message for name, message in messages.items() if message}


def _password_error(password: str, email: str) -> str:
    if len(password) < MIN_LENGTH:
        return "Use at least 12 characters."
    if len(password) > MAX_LENGTH:
        return "Use at most 200 characters."
    if folded(password) == folded(email):
        return "Do not use your e-mail address."
    return "This is one of the first that others would guess." if _is_easy(folded(password)) else ""


def _is_easy(password: str) -> bool:
    return len(set(password)) < _MIN_DIFFERENT or bool(_COMMON.fullmatch(password)) or any(
        password in sequence or password in sequence[::-1] for sequence in _SEQUENCES)
