"""Turns a client's answer about how to reach them in private into contact preferences."""

from intake.cases.clients.actions import set_contact_preferences

SAFE_CONTACT = "safe_contact"
"""The id of the question, in built-in templates and in those that are made of them."""

_WAYS = {"voicemail": "Phone call", "sms": "Text message", "email": "E-mail"}
"""The option that allows each way."""


def apply_safe_contact(form, before, answers):
    """Set the client's preferences if the answer is another one than before. Call it inside a transaction."""
    chosen = answers.get(SAFE_CONTACT)
    if isinstance(chosen, list) and chosen != (before or {}).get(SAFE_CONTACT):
        set_contact_preferences(form, form.client_id, {way: option in chosen for way, option in _WAYS.items()})
