"""Mailing the certificate of an erased firm, whose people cannot sign in any more to read it."""

from intake.accounts.firms.models import Firm
from intake.core.content_types import PDF
from intake.core.db import db
from intake.gateways.mail import mail
from intake.gateways.send_errors import Refused, Uncertain
from intake.messaging.communications.carriers import SECONDS_IN_WORKER
from intake.messaging.communications.message_texts import email_layout, render_message
from intake.messaging.communications.states import EMAIL

from .certificate import certificate_pdf, sha256_of


def mail_certificate(erasure):
    """Mail the certificate to each address that waits for it, and forget the address. Raises `Unavailable`."""
    while erasure.mail_to:
        (address, language), *others = erasure.mail_to
        _mail(erasure, address, language)
        with db.atomic():
            erasure.change(mail_to=others)


def _mail(erasure, address, language):
    certificate = erasure.certificate
    firm = Firm.fetch(erasure.firm_id)
    firm.name = certificate["firm"]["name"]  # its row no longer has one
    words = render_message("firm_erased", EMAIL, language, firm=firm, digest=sha256_of(certificate))
    layout = email_layout(firm, language, "footer_erased")
    try:
        mail.send(address, words.subject, layout.text(words.message), layout.html(words.message), name="Intake",
                  key=f"{erasure.id}.{len(erasure.mail_to)}", automatic=True, timeout=SECONDS_IN_WORKER,
                  attachment=(f"{erasure.id}.pdf", PDF, certificate_pdf(certificate, language)))
    except (Refused, Uncertain):
        return  # mailing it once more would not help, or could be the second time
