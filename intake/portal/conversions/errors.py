"""Errors of conversions."""

from intake.core.errors import ApiError


class ClientUncertain(ApiError):
    """`details.candidates` are the clients who may be the person: {id, first_name, last_name, email, phone}."""

    status, code = 409, "client_uncertain"
    message = ("Existing clients may be this person: name the right one with client_id, or set new_client if it is "
               "none of them.")
