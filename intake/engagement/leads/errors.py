"""Errors of lead actions."""

from intake.core.errors import ApiError


class LeadQuarantined(ApiError):
    status, code = 422, "lead_quarantined"
    message = "The lead is in quarantine; it has to be released first."
