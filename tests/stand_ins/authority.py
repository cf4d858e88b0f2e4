"""A certificate authority."""

import ssl
from datetime import UTC, datetime, timedelta

import trustme


class Authority:
    """A certificate authority; `file` has its certificate for clients."""

    def __init__(self, folder):
        self._ca = trustme.CA()
        self.file = str(folder / "ca.pem")
        self._ca.cert_pem.write_to_path(self.file)

    def server(self, *names, days=1):
        """Return a server's TLS context for these names, with a certificate for `days`. It records `names_asked`."""
        now = datetime.now(UTC)
        certificate = self._ca.issue_cert(
            *names, not_before=now - timedelta(days=9), not_after=now + timedelta(days=days))
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        certificate.configure_cert(context)
        context.names_asked = []
        context.sni_callback = lambda sock, name, _: context.names_asked.append(name)
        return context

    def sealing_file(self, file, **validity):
        """Write a private key and its certificate chain, with which PDFs can be sealed, and return the path as text."""
        file.write_bytes(self._ca.issue_cert("letters.example.com", **validity).private_key_and_cert_chain_pem.bytes())
        return str(file)
