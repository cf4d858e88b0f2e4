"""A mail server that forwards mails to the installation.

    with receiving_mail(app): post_mail(app, b"From: …")
"""

from contextlib import contextmanager
from dataclasses import replace

ADDRESS = "reply@in.example.org"
SECRET = "xK3vQ9rT2mW8nY5bL7cZ1dF4gH6jP0sA"
PATH = "/api/v1/communications/mail/inbound"


_BOUNCE = b"""From: MAILER-DAEMON@mx.example.com
To: %(to)s
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

It could not be delivered.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; person@example.com
Action: %(action)s
Status: %(status)s
--b--
"""


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


def post_bounce(app, to, action="failed", status="5.1.1"):
    """Report to the address `to`, as the mail server of a recipient, what became of a mail."""
    values = {b"to": to.encode(), b"action": action.encode(), b"status": status.encode()}
    post_mail(app, (_BOUNCE % values).replace(b"\n", b"\r\n"))
