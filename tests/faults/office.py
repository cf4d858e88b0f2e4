"""A program of a firm that works through the API while servers fail, and keeps its own books of what was confirmed.

It sends a request again, with the same Idempotency-Key, until there is an answer below 500.
"""

import hashlib
import random
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from uuid import uuid4

import requests

from tests.builders import PDF

_AGAIN_AFTER = 0.2
_SECONDS_PER_REQUEST = 30


class Stopped(Exception):
    """The run has ended while something was not confirmed yet."""


@dataclass(frozen=True)
class Fact:
    """What was confirmed: something of this kind, under this id, with these values."""

    kind: str
    id: str
    values: dict


class Office(threading.Thread):
    """Works until `stop`. `facts` has what was confirmed, `refusals` the answers that no working Intake gives."""

    def __init__(self, url, key, seed):
        super().__init__(name=f"office {seed}")
        self._url, self._key, self._chance = url, key, random.Random(seed)
        self._stopping = threading.Event()
        self.facts, self.refusals = [], []

    def stop(self):
        """Begin nothing further, and give up what is not confirmed."""
        self._stopping.set()

    def run(self):
        acts = [self.hand_in, self.hand_in, self.write, self.merge, self.change, self.erase, self.engage, self.engage,
                self.export]
        with suppress(Stopped):
            while not self._stopping.is_set():
                self._chance.choice(acts)()

    # What it does -----------------------------------------------------------------------------------------------------

    def open_matter(self, stays=True):
        """Return a new matter with a client of its own."""
        client = self._post("/clients", first_name="Ana", last_name=_new("Silva"))
        matter = self._post("/matters", title=_new("Matter"), practice_area="other", client_id=client["id"])
        if stays:
            self._confirm("matter", matter["id"], title=matter["title"], client_id=client["id"])
        return matter

    def hand_in(self, matter=None):
        """Hand a file in, and review it perhaps."""
        kept = matter is None
        matter, body = matter or self.open_matter(), PDF + self._chance.randbytes(self._chance.randint(10, 50_000))
        document = self._post(f"/matters/{matter['id']}/documents/request", name=_new("Report"))
        upload = self._post("/uploads/signed-url", document_id=document["id"], filename="report.pdf",
                            content_type="application/pdf", file_size_bytes=len(body))
        self._insist(lambda: requests.put(upload["upload_url"], body, headers={"Content-Type": "application/pdf"},
                                          timeout=_SECONDS_PER_REQUEST))
        id = upload["upload_id"]
        # Confirmed while the answer was lost: an operation that waits for the storage may run again.
        self._post(f"/uploads/{id}/confirm", but=409)
        status = self._chance.choice(["pending", "approved", "rejected"])
        if status != "pending":
            self._call("PATCH", f"/uploads/{id}/status", {"status": status}, but=422)
        if kept:
            self._confirm("upload", id, sha256=hashlib.sha256(body).hexdigest(), status=status)
        return id

    def write(self):
        """Write a note about a matter."""
        text = _new("Called back.")
        note = self._post(f"/matters/{self.open_matter()['id']}/notes", text=text)
        self._confirm("note", note["id"], text=text)

    def merge(self):
        """Merge a client into another one, and undo it perhaps."""
        gone, stays = self.open_matter(stays=False), self.open_matter(stays=False)
        self._post(f"/clients/{gone['client_id']}/merge", into=stays["client_id"])
        is_undone = self._chance.random() < 0.5
        if is_undone:
            self._post(f"/clients/{gone['client_id']}/merge/undo")
        self._confirm("matter", gone["id"], title=gone["title"],
                      client_id=(gone if is_undone else stays)["client_id"])
        self._confirm("matter", stays["id"], title=stays["title"], client_id=stays["client_id"])

    def change(self):
        """Archive a matter, and restore it perhaps."""
        matter = self.open_matter()
        self._post(f"/matters/{matter['id']}/archive", but=422)
        is_restored = self._chance.random() < 0.5
        if is_restored:
            self._call("PATCH", f"/matters/{matter['id']}", {"status": "active"})
        self._confirm("status", matter["id"], status="active" if is_restored else "archived")

    def erase(self):
        """Erase a matter with its file."""
        matter = self.open_matter(stays=False)
        upload = self.hand_in(matter)
        erasure = self._post("/erasures", matter_id=matter["id"], reason="The client asked for it.")
        self._post(f"/erasures/{erasure['id']}/confirm")
        self._confirm("erasure", erasure["id"], matter_id=matter["id"], upload_id=upload)

    def engage(self):
        """Make a lead a client, and send an engagement letter, which is withdrawn perhaps."""
        name = _new("Souza")
        email = f"{name.replace(' ', '.').lower()}@example.com"
        lead = self._post("/leads", contact={"first_name": "Eva", "last_name": name, "email": email},
                          practice_area="other")
        self._call("PATCH", f"/leads/{lead['id']}", {"status": "cleared"})
        made = self._post(f"/leads/{lead['id']}/convert", title=_new("Matter"))
        path = f"/matters/{made['matter']['id']}/letters"
        letter = self._post(path, text="We represent you.", signers=[{"name": name, "email": email}])
        self._post(f"{path}/{letter['id']}/send", but=422)
        is_voided = self._chance.random() < 0.5
        if is_voided:
            self._post(f"{path}/{letter['id']}/void", but=422)
        self._confirm("lead", lead["id"], status="engaged", matter_id=made["matter"]["id"])
        self._confirm("letter", letter["id"], status="voided" if is_voided else "sent", signer=email)

    def export(self):
        """Ask for an export of a client, unless others are being made."""
        client = self.open_matter()["client_id"]
        export = self._call("POST", "/exports", {"client_id": client}, but=409, at_first=True)
        if export:
            self._confirm("export", export["id"], status="ready")

    # How it does it ---------------------------------------------------------------------------------------------------

    def _confirm(self, kind, id, **values):
        self.facts.append(Fact(kind, id, values))

    def _post(self, path, but=None, **body):
        return self._call("POST", path, body, but)

    def _call(self, method, path, body, but=None, at_first=False):
        """Return the data of the answer. `but` is the status of a repetition that was done before, or `at_first`."""
        headers = {"X-Api-Key": self._key, "Idempotency-Key": uuid4().hex}
        answer, tries = self._insist(lambda: requests.request(
            method, f"{self._url}/api/v1{path}", json=body, headers=headers, timeout=_SECONDS_PER_REQUEST))
        if answer.ok:
            return answer.json()["data"]
        if answer.status_code != but or not (tries > 1 or at_first):
            self.refusals.append(f"{method} {path}: {answer.status_code} {answer.text}")
            raise Stopped
        return None

    def _insist(self, send):
        """Send until there is an answer that counts. Return it and the number of tries."""
        tries = 0
        while True:
            tries += 1
            with suppress(requests.RequestException):
                answer = send()
                if answer.status_code < 500 and not _is_unfinished(answer):
                    return answer, tries
            if self._stopping.is_set():
                raise Stopped
            time.sleep(_AGAIN_AFTER)


def _is_unfinished(answer):
    return answer.status_code == 429 or (answer.status_code == 409 and "idempotency_key_in_use" in answer.text)


def _new(text):
    return f"{text} {uuid4().hex}"
