"""Stand-ins for Clio and Lawmatics as child processes, started if DEMO_PLATFORMS is set."""

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
}


class PlatformProcess(Child):
    """A stand-in for one platform. Its data is lost when it stops."""

    def __init__(self, segment, directory, port):
        super().__init__(segment, [sys.executable, "-m", "tests.stand_ins.demo", segment, port], directory)
        self.port, self.address = port, f"http://127.0.0.1:{port}"
        self.settings = {name: Template(text).substitute(address=self.address)
                         for name, text in SETTINGS[segment].items()}

    def is_ready(self):
        return ports.answers(self.port, b"GET / HTTP/1.0\r\n\r\n", b" 200 ")


@contextmanager
def demo_platforms(services, settings):
    """Run the stand-ins until the block ends, with Intake registered at them; none unless they are asked for."""
    if settings.get("DEMO_PLATFORMS", "").lower() not in ("1", "true", "yes"):
        yield []
        return
    with ports.reserved(len(SETTINGS)) as chosen:
        platforms = [PlatformProcess(segment, services.directory, port)
                     for segment, port in zip(SETTINGS, chosen, strict=True)]
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
