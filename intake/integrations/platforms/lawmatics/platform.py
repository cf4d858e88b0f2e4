"""Lawmatics, integration B: how a firm connects to it, and what it takes."""

from intake.integrations.platforms.platform import Platform

from .client import LawmaticsClient


class Lawmatics(Platform):
    """Its tokens know no end, unless an answer names one."""

    segment, name, setting = "lawmatics", "Lawmatics", "LAWMATICS"
    scope = "read write"
    matter_key = "lawmatics_matter_id"
    takes_note = True

    def revoke(self, access_token):
        # Lawmatics documents no revocation; where the operator names an address it is asked as RFC 7009 says.
        if self.account.deauthorize_url:
            form = {"token": access_token} | self._credentials()
            self.web.request("POST", self.account.deauthorize_url, form=form, token=access_token)

    def client(self, line):
        return LawmaticsClient(line)
