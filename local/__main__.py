"""Runs a complete local installation: `make run`.

    PORT            the port of the web server, 8000 unless given
    LOCAL_DIR       the folder for all state, .local unless given
    DEMO_FIRM       empty for a demo firm without records
    DEMO_PLATFORMS  1 to run stand-ins for Clio and Lawmatics, to try the integrations with
    DEMO_BILLING    1 to run a stand-in for Stripe, to try billing with

It ends on Ctrl-C or SIGTERM, and with --with-parent also when its parent process ends.
"""

import os
import sys

from local import LocalError, demo, interruption, ports
from local.application import Web, Worker
from local.directory import claimed
from local.install import STEPS
from local.leftovers import stop_leftovers
from local.log_tail import LogTail
from local.platforms import demo_platforms
from local.processes import stop_all
from local.services import embedded
from local.supervision import announce, supervise

STOP_SECONDS = 8.2  # gunicorn waits 8 s for its requests; the services get the rest of 10 s


def run(port, directory):
    """Run Intake on this port, with its state in this directory, until it is interrupted."""
    with claimed(directory) as claim:
        stop_leftovers(claim)
        require_free_port(port)
        given = os.environ | {"PORT": str(port)}
        announce(f"Step 3 of {STEPS}: starting Postgres, Redis, storage and mail")
        with (embedded(claim, durable=True, origin=f"http://127.0.0.1:{port}", given=given) as services,
              demo_platforms(services, given) as platforms):
            announce(f"Step 4 of {STEPS}: bringing the database up to date, with a demo firm if it is new")
            credentials = demo.credentials(services, is_empty=given.get("DEMO_FIRM") == "empty")
            web, worker = Web(services), Worker(services)
            tails = [LogTail(web), LogTail(worker)]
            announce(f"Step 5 of {STEPS}: starting web server and worker")
            try:
                worker.spawn()
                web.start()
                announce_start(port, claim, **credentials)
                announce_platforms(port, platforms)
                supervise([web, worker, *platforms, *services.children], tails)
            finally:
                services.withdraw()
                stop_all([web, worker], STOP_SECONDS)


def require_free_port(port):
    """Raise `LocalError` if another program listens on this port."""
    if not ports.is_free(port):
        raise LocalError(f"Port {port} is taken by another program. Choose another one: PORT={port + 1} make run")


def announce_start(port, directory, api_key=None, password=None, paralegal=None, **_):
    """Print the address and how to try Intake."""
    address = f"http://127.0.0.1:{port}"
    announce(f"Intake is at {address}, its state in {directory}, its logs in {directory / 'logs'}. Ctrl-C stops it.")
    if password:
        announce(f"Sign in at {address}/login as {demo.EMAIL} with the password {password}")
    if paralegal:
        announce(f"or, with the same password, as the paralegal {paralegal}")
    if api_key:
        announce(f"The API key of the demo firm: {api_key}")
        announce(f'Try: curl -H "X-Api-Key: {api_key}" {address}/api/v1/matters')
    else:
        announce("This database has firms of its own. Make a key with: "
                 f"LOCAL_DIR={directory} .venv/bin/flask key create FIRM_ID --scope SCOPE")


def announce_platforms(port, platforms):
    """Print the addresses of the stand-ins for platforms."""
    for platform in platforms:
        announce(f"A stand-in for {platform.name.capitalize()} is at {platform.address}")
    for page in sorted({platform.page for platform in platforms}):
        announce(f"Try it at http://127.0.0.1:{port}/settings/{page}")


def parse_port(text):
    """Return the port as a number. Raises `LocalError` if it is not valid."""
    if not (text.isdecimal() and 1 <= int(text) <= 65535):
        raise LocalError(f"PORT is {text!r}, but it must be a number between 1 and 65535.")
    return int(text)


def main():
    interruption.install_handlers(with_parent="--with-parent" in sys.argv)
    try:
        run(parse_port(os.environ.get("PORT") or "8000"), os.environ.get("LOCAL_DIR") or ".local")
    except LocalError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
