"""Stand-ins for Clio, Lawmatics and Stripe as child processes, if DEMO_PLATFORMS or DEMO_BILLING is set."""

import sys
from contextlib import contextmanager
from string import Template

from local import ports
from local.processes import Child, stop_all

STOP_SECONDS = 1.5

SETTINGS = {
    "clio": {
        "CLIO_API_URL": "$address/api/v4",
        "CLIO_AUTHORIZE_URL": "$address/oauth/authorize",
        "CLIO_TOKEN_URL": "$address/oauth/token",
        "CLIO_DEAUTHORIZE_URL": "$address/oauth/deauthorize",
        "CLIO_CLIENT_ID": "the-client-id",
        "CLIO_CLIENT_SECRET": "the-client-secret",
    },
    "lawmatics": {
        "LAWMATICS_API_URL": "$address/v1",
        "LAWMATICS_AUTHORIZE_URL": "$address/oauth/authorize",
        "LAWMATICS_TOKEN_URL": "$address/oauth/token",
        "LAWMATICS_CLIENT_ID": "the-client-id",
        "LAWMATICS_CLIENT_SECRET": "the-client-secret",
    },
    "stripe": {
        "STRIPE_API_URL": "$address",
        "STRIPE_SECRET_KEY": "sk_test_the-secret-key",
        "STRIPE_WEBHOOK_SECRET": "whsec_the-signing-secret",
    } | {f"STRIPE_PRICE_{plan}_{interval}": f"price_{plan}_{interval}".lower()
         for plan in ("STANDARD", "PRO", "ENTERPRISE") for interval in ("MONTHLY", "YEARLY")},
}

ASKED_BY = {"stripe": "DEMO_BILLING"}
"""The setting that asks for a stand-in, if it is not DEMO_PLATFORMS."""


class PlatformProcess(Child):
    """A stand-in for one platform or for Stripe. Its data is lost when it stops."""

    def __init__(self, segment, directory, port, app_url=""):
        super().__init__(segment, [sys.executable, "-m", "tests.stand_ins.demo", segment, port, app_url], directory)
        self.port, self.address = port, f"http://127.0.0.1:{port}"
        self.page = "billing" if segment == "stripe" else "integrations"
        self.settings = {name: Template(text).substitute(address=self.address)
                         for name, text in SETTINGS[segment].items()}

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b" 200 ")


@contextmanager
def demo_platforms(services, settings):
    """Run the stand-ins until the block ends, with Intake registered at them; only the requested ones."""
    segments = [segment for segment in SETTINGS
                if settings.get(ASKED_BY.get(segment, "DEMO_PLATFORMS"), "").lower() in ("1", "true", "yes")]
    with ports.reserved(len(segments)) as chosen:
        platforms = [PlatformProcess(segment, services.directory, port, services.env["APP_URL"])
                     for segment, port in zip(segments, chosen, strict=True)]
        try:
            for platform in platforms:
                platform.spawn()
            for platform in platforms:
                platform.wait_until_ready()
                services.env.update(platform.settings)
            services.publish()
            yield platforms
        finally:
            stop_all(platforms, STOP_SECONDS)
