"""A person who signs a letter in a browser without scripts."""

import io
import re

import pypdf

from intake.engagement.letters.models import Letter, LetterSigner
from intake.engagement.letters.signing_tokens import signing_path
from tests.browsing import Browser


class Signer:
    """`Signer(app, letter).agree().read().sign("Ana Silva")`; the steps return this, with the last `answer`."""

    def __init__(self, app, letter, place=1, **headers):
        self.browser = Browser(app, **headers)
        self.record = LetterSigner.of_letter(letter).where(LetterSigner.place == place).get()
        self.path = signing_path(self.record)

    @property
    def letter(self):
        """The letter's present state."""
        return Letter.fetch(self.record, self.record.letter_id)

    @property
    def now(self):
        """The signer's present state."""
        return LetterSigner.fetch(self.record, self.record.id)

    def get(self, place=""):
        return self.browser.get(f"{self.path}{place}")

    def number(self):
        """Return the number in the sample PDF."""
        pdf = self.get("/sample.pdf")
        return re.search(r"\b\d{4}\b", pypdf.PdfReader(io.BytesIO(pdf.data)).pages[0].extract_text())[0]

    def send(self, place, **fields):
        self.answer = self.browser.submit(self.path, f"{self.path}{place}", **fields)
        return self

    def agree(self):
        return self.send("/agree", number=self.number(), agree="yes")

    def read(self):
        return self.send("/read")

    def decline(self, reason):
        self.answer = self.browser.submit(f"{self.path}/decline", f"{self.path}/decline", reason=reason)
        return self

    def sign(self, name, **fields):
        return self.send("/sign", name=name, kind="typed", **fields)
