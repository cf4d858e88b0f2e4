"""A mail server that forwards mails to the installation.

    with receiving_mail(app): post_mail(app, b"From: …")
"""

from contextlib import contextmanager
from dataclasses import replace

ADDRESS = "reply@in.example.org"
SECRET = "xK3vQ9rT2mW8nY5bL7cZ1dF4gH6jP0sA"
PATH = "/api/v1/communications/mail/inbound"


@contextmanager
def receiving_mail(app):
    """Let the application receive replies by mail until the block ends."""
    before = app.extensions["settings"]
    app.extensions["settings"] = replace(before, values=before.values | {
        "REPLY_ADDRESS": ADDRESS, "INBOUND_MAIL_SECRET": SECRET})
    try:
        yield
    finally:
        app.extensions["settings"] = before


def post_mail(app, raw, **options):
    """Return the application's answer to a mail."""
    with app.app_context():
        return app.test_client().post(PATH, **{
            "data": raw, "content_type": "message/rfc822", "headers": {"Authorization": f"Bearer {SECRET}"}} | options)
