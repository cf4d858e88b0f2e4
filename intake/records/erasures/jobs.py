"""The jobs of erasures; every job may run twice."""

from intake.cases.holds.errors import OnHold
from intake.core.db import db

from . import mailing, work
from .errors import ClientMerged, LeadBecameClient, NoLongerDue
from .models import Erasure
from .states import FAILED, RUNNING


def erase(firm_id, erasure_id):
    """Erase a record for good, or continue erasing it. One that must not be erased any more fails at once."""
    if erasure := Erasure.in_firm(firm_id, erasure_id):
        try:
            work.erase(erasure)
        except (ClientMerged, LeadBecameClient, NoLongerDue, OnHold):  # so that the erasure can be withdrawn
            erase_failed(firm_id, erasure_id)


def erase_failed(firm_id, erasure_id):
    """Mark an erasure as failed. Called after the last attempt."""
    if erasure := Erasure.in_firm(firm_id, erasure_id):
        with db.atomic():
            erasure.change(Erasure.status == RUNNING, status=FAILED)


def sweep_erasure(firm_id, erasure_id):
    """Search again for data that arrived after an erasure."""
    if erasure := Erasure.in_firm(firm_id, erasure_id):
        work.sweep(erasure)


def mail_certificate(firm_id, erasure_id):
    """Mail the certificate of an erased firm to those who wait for it. Raises `Unavailable`, to be called again."""
    if erasure := Erasure.in_firm(firm_id, erasure_id):
        mailing.mail_certificate(erasure)


def mail_certificate_failed(firm_id, erasure_id):
    """Forget who waits for the certificate. Called after the last attempt."""
    if erasure := Erasure.in_firm(firm_id, erasure_id):
        with db.atomic():
            erasure.change(mail_to=[])
