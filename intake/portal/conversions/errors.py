"""Errors of conversions."""

from intake.core.errors import ApiError


class ClientUncertain(ApiError):
    """`details.candidates` are the clients who may be the person: {id, first_name, last_name, email, phone}."""

    status, code = 409, "client_uncertain"
    message = ("Clients of the firm may be the same person: say who it is with client_id, or that it is somebody else "
               "with new_client.")
