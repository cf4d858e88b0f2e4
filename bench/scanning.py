"""The peak memory and the time of processing an upload of 100 MB.

The files, the services and a stand-in for clamd are in this process; the processing runs in another one, as in the
worker: this file as a program. Its memory and that of its children are measured from here.
"""

import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from functools import partial

import psutil
import requests

from app import create_app
from bench.figures import at_most, plain
from config.settings import Settings
from intake.accounts.firms.actions import register
from intake.cases.documents.actions import request_document
from intake.cases.matters.actions import create_matter
from intake.cases.uploads import actions
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.gateways.storage import storage
from tests.stand_ins.clamd import Clamd
from tests.stand_ins.pdfs import padded, pdf

TITLE = "Scanning"
MEGABYTE = 1024 * 1024
SIZE = 100_000_000
LIMIT_MB = 60


def measure(target):
    with Clamd() as clamd:
        env = target.env | {"CLAMD_URL": clamd.url, "LOG_LEVEL": "WARNING"}
        app = create_app(Settings.load(env))
        with app.app_context():
            firm = register("Large Files LLP", "office@example.com", plan="enterprise")
            document = request_document(firm, create_matter(firm, title="Scans", practice_area="other").id,
                                        name="Everything", max_file_size_mb=200)
            files = {"zeros": bytes(SIZE), "a PDF": padded(pdf(300), SIZE), "a broken PDF": b"%PDF-1.7\n" + bytes(SIZE)}
            small = _uploaded(firm, document, pdf(1))
            return [figure for name, body in files.items()
                    for figure in _costs(name, env, small, _uploaded(firm, document, body))]


def _uploaded(firm, document, body):
    issued = actions.issue_upload_url(firm, document.id, "scan.pdf", "application/pdf", len(body))
    requests.put(issued.upload_url, body, headers={"Content-Type": "application/pdf"}, timeout=60).raise_for_status()
    return actions.confirm(firm, issued.id)


def _costs(name, env, small, large):
    began = time.perf_counter()
    with closing(storage.open(large.storage_key)) as stream:
        for _ in iter(partial(stream.read, MEGABYTE), b""):
            pass
    reading = time.perf_counter() - began
    with _Worker(env) as worker:
        worker.process(small.id)  # so that modules are loaded
        extra, seconds = worker.process(large.id)
    processed = Upload.fetch(large, large.id)
    assert processed.scan_status == "clean", processed.scan_status
    return [at_most(f"extra memory for 100 MB of {name}", extra / MEGABYTE, LIMIT_MB, " MB"),
            plain(f"time for 100 MB of {name}", seconds, " s"),
            plain("  of which reading it from storage", reading, " s")]


class _Worker:
    """A process that reads ids of uploads and processes them."""

    def __init__(self, env):
        self._process = subprocess.Popen([sys.executable, "-m", "bench.scanning"], env=env, text=True,
                                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.communicate()

    def process(self, upload_id):
        """Process the upload; return the peak growth of the process and its children in bytes, and the seconds."""
        before, peak, done = self._memory(), 0, threading.Event()

        def watch():
            nonlocal peak
            while not done.wait(0.002):
                peak = max(peak, self._memory())

        watcher = threading.Thread(target=watch)
        watcher.start()
        began = time.perf_counter()
        self._process.stdin.write(f"{upload_id}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        seconds = time.perf_counter() - began
        done.set()
        watcher.join()
        if answer != f"{upload_id}\n":
            raise RuntimeError(f"The worker answered: {answer or 'nothing'}")
        return peak - before, seconds

    def _memory(self):
        total = 0
        for each in [own := psutil.Process(self._process.pid), *own.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):  # the child that counts pages has just ended
                total += each.memory_info().rss
        return total


def _work():
    with create_app().app_context():
        for line in sys.stdin:
            process(line.strip())
            print(line.strip(), flush=True)


if __name__ == "__main__":
    _work()
