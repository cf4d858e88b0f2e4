"""Errors of erasures."""

from intake.core.errors import ApiError


class ErasurePending(ApiError):
    status, code = 409, "erasure_pending"
    message = "An erasure of this record has already been requested. Confirm or withdraw that one."


class LeadBecameClient(ApiError):
    status, code = 409, "lead_became_client"
    message = "This lead became a client, and is erased with that client or with its matter."


class NoLongerDue(ApiError):
    status, code = 409, "no_longer_due"
    message = "This record was due for destruction, but is in use again or kept longer now. Withdraw the erasure."


class ClientMerged(ApiError):
    status, code = 409, "client_merged"
    message = "This client was merged into another one meanwhile, which now has all their data. Withdraw the erasure."


class ErasureNotOpen(ApiError):
    status, code = 409, "erasure_not_open"
    message = "This erasure has already been confirmed."


class SecondPersonRequired(ApiError):
    status, code = 403, "second_person_required"
    message = "Your firm wants two people to erase a client: another admin has to confirm it, signed in as themselves."


class CertificateNotReady(ApiError):
    status, code = 409, "certificate_not_ready"
    message = "The certificate exists once the erasure is done."
