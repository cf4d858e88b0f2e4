"""Clio Manage, integration A: how a firm connects to it, and what it takes."""

from intake.integrations.platforms.platform import Platform

from .client import ClioClient

_LARGEST_DOCUMENT = 100 * 1024 * 1024
"""Above this Clio wants a file in several parts."""


class Clio(Platform):
    """Clio Manage."""

    segment, name, setting = "clio", "Clio", "CLIO"
    scope = "matters:read matters:write contacts:read contacts:write documents:read documents:write"
    consent_query = {"redirect_on_decline": "true"}
    deauthorize_path = "/oauth/deauthorize"
    matter_key, user_key = "clioMatterId", "clio_user"
    largest_document = _LARGEST_DOCUMENT
    subscribes = ("matter", "contact", "document")

    def revoke(self, access_token):
        self.web.request("POST", self.account.deauthorize_url, form={"token": access_token}, token=access_token)

    def client(self, line):
        return ClioClient(line)
