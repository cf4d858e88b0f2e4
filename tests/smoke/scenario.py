"""A firm, a matter, a confirmed upload and its webhook, on a web server and a worker with this Python.

    python -m tests.smoke.scenario [FOLDER]

The web server is of the code in FOLDER, if one is given. The environment has the settings of an installation whose
services run. It needs `requirements.txt` only. It ends with 0 if everything worked, and prints the version of Python.
"""

import json
import os
import platform
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import requests

from tests.stand_ins.receiver import Receiver

ROOT = Path(__file__).resolve().parents[2]
FILE = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"
START_SECONDS, EVENT_SECONDS, STOP_SECONDS = 60, 60, 15


def main(web=ROOT):
    address = f"http://127.0.0.1:{os.environ['PORT']}"
    with (Receiver() as receiver,
          running("-m", "gunicorn", "--config", "config/gunicorn.py", "wsgi:app", cwd=web), running("worker.py")):
        wait_for(lambda: is_up(address), START_SECONDS)
        session = requests.Session()
        session.headers["X-Api-Key"] = create_firm()["api_key"]
        upload = hand_in_file(session, f"{address}/api/v1", receiver.url("/events"))
        wait_for(lambda: upload in uploaded(receiver), EVENT_SECONDS)
        session.close()
    print(f"smoke: {platform.python_implementation()} {platform.python_version()} passed", flush=True)


@contextmanager
def running(*arguments, cwd=ROOT):
    """Run a program of the installation with this Python until the block ends; it has to end with 0."""
    process = subprocess.Popen([sys.executable, *arguments], cwd=cwd)
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
    assert code == 0, f"{arguments} ended with {code}"


def create_firm():
    """Create a firm with the operator's command; return its result."""
    done = subprocess.run([sys.executable, "-m", "flask", "--app", "wsgi", "firm", "create", "Smoke Law", "--email",
                           f"smoke.{uuid4().hex}@example.com", "--json"], cwd=ROOT, check=True, capture_output=True)
    return json.loads(done.stdout.splitlines()[-1])


def hand_in_file(session, api, endpoint):
    """Open a matter, subscribe the endpoint, and upload a file; return the upload's id."""
    def post(path, body, status=201):
        answer = session.post(f"{api}{path}", json=body, timeout=20)
        assert answer.status_code == status, answer.text
        return answer.json()["data"]

    post("/webhooks", {"url": endpoint, "events": ["document.uploaded"]})
    matter = post("/matters", {"title": f"Smith v. Jones {uuid4().hex}", "practice_area": "other"})
    document = post(f"/matters/{matter['id']}/documents/request", {"name": "Police report"})
    upload = post("/uploads/signed-url", {"document_id": document["id"], "filename": "report.pdf",
                                          "content_type": "application/pdf", "file_size_bytes": len(FILE)}, 200)
    sent = requests.put(upload["upload_url"], FILE, headers={"Content-Type": "application/pdf"}, timeout=20)
    assert sent.status_code == 200, sent.text
    return post(f"/uploads/{upload['upload_id']}/confirm", {}, 200)["id"]


def uploaded(receiver):
    """Return the ids of the uploads that the received events are about."""
    return {request.event["data"]["upload"]["id"] for request in receiver.at("/events")}


def is_up(address):
    """Whether the web server answers."""
    try:
        return requests.get(f"{address}/healthz", timeout=20).ok
    except requests.ConnectionError:
        return False


def wait_for(holds, seconds):
    """Wait until the condition holds. Raises `TimeoutError`."""
    ends = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.05)


if __name__ == "__main__":
    main(*sys.argv[1:])
