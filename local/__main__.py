"""Runs the whole of Intake on this machine: `make run`.

    PORT            the port of the web server, 8000 unless given
    LOCAL_DIR       the folder for all state, .local unless given
    DEMO_PLATFORMS  1 to have Clio and Lawmatics stand by, as stand-ins to try the integrations with

It ends on Ctrl-C or SIGTERM, and with --with-parent also when whoever started it is gone.
"""

import os
import sys

from local import LocalError, demo, interruption, ports
from local.application import Web, Worker
from local.directory import claimed
from local.leftovers import stop_leftovers
from local.platforms import demo_platforms
from local.processes import stop_all
from local.services import embedded
from local.supervision import keep_at_work, say

STOP_SECONDS = 8.2  # gunicorn gives its requests 8; the services get what is left of 10


def run(port, directory):
    """Intake is at work on this port with its state in this directory, until it is interrupted."""
    with claimed(directory) as claim:
        stop_leftovers(claim)
        demand_free(port)
        given = os.environ | {"PORT": str(port)}
        with (embedded(claim, durable=True, origin=f"http://127.0.0.1:{port}", given=given) as services,
              demo_platforms(services, given) as platforms):
            credentials = demo.credentials(services)
            web, worker = Web(services), Worker(services)
            try:
                worker.spawn()
                web.start()
                welcome(port, claim, **credentials)
                introduce(port, platforms)
                keep_at_work([web, worker, *platforms, *services.children])
            finally:
                services.withdraw()
                stop_all([web, worker], STOP_SECONDS)


def demand_free(port):
    """Raises `LocalError` if another program listens on this port."""
    if not ports.is_free(port):
        raise LocalError(f"Port {port} is taken by another program. Choose another one: PORT={port + 1} make run")


def welcome(port, directory, api_key=None, password=None, **_):
    """Whoever started this knows where it is and how to try it."""
    address = f"http://127.0.0.1:{port}"
    say(f"Intake is at {address}, its state in {directory}. Ctrl-C stops it.")
    if password:
        say(f"Sign in at {address}/login as {demo.EMAIL} with the password {password}")
    if api_key:
        say(f"The API key of the demo firm: {api_key}")
        say(f'Try: curl -H "X-Api-Key: {api_key}" {address}/api/v1/matters')
    else:
        say("This database has firms of its own. Make a key with: .venv/bin/flask key create FIRM_ID --scope SCOPE")


def introduce(port, platforms):
    """Whoever asked for the platforms knows where they are."""
    for platform in platforms:
        say(f"A stand-in for {platform.name.capitalize()} is at {platform.address}")
    if platforms:
        say(f"Connect the firm to them at http://127.0.0.1:{port}/account/integrations")


def chosen_port(text):
    """The port this text means. Raises `LocalError` if it means none."""
    if not (text.isdecimal() and 1 <= int(text) <= 65535):
        raise LocalError(f"PORT is {text!r}, but it must be a number between 1 and 65535.")
    return int(text)


def main():
    interruption.listen(with_parent="--with-parent" in sys.argv)
    try:
        run(chosen_port(os.environ.get("PORT") or "8000"), os.environ.get("LOCAL_DIR") or ".local")
    except LocalError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
