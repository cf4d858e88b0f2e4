"""Fixtures of the tests of letters."""

import pytest

from intake.core.clock import now
from intake.engagement.letters.actions import countersign, create, send
from intake.engagement.letters.models import LetterSigner
from tests.builders import a_client, a_matter, a_user
from tests.stand_ins.signer import Signer

TEXT = "# What we do\n\nDear {{client.name}},\n\nwe represent you. The fee:\n\n{{fee}}\n\n- We write — “Zoë”.\n- Ünal"


@pytest.fixture
def matter(firm):
    """A matter whose client has an e-mail address."""
    client = a_client(firm, first_name="Zoë", last_name="Novák", email=f"zoe.{firm.slug}@example.com")
    return a_matter(firm, client_id=client.id)


@pytest.fixture
def at_hour(firm):
    """Move the firm to a time zone where it is this hour: `at_hour(3)`."""
    def move(hour):
        firm.change(timezone=f"Etc/GMT{-((hour - now().hour + 11) % 24 - 11):+}")

    return move


@pytest.fixture
def by_day(at_hour):
    """It is noon for the firm."""
    at_hour(12)


@pytest.fixture
def sent(firm, matter):
    """Create a letter that was sent, without rendered pages: `sent()`, `sent(signers=[…])`."""
    def make(**values):
        zoe = {"name": "Zoë Novák", "email": matter.client.email}
        letter = create(firm, matter.id, **{"signers": [zoe], "text": TEXT, "values": {"fee": "$ 300"}} | values)
        return send(firm, matter.id, letter.id)

    return make


@pytest.fixture
def signed(app, firm, matter, sent):
    """Create a letter that the client and the firm have signed and that waits for its seal."""
    def make(**values):
        letter = sent(**values)
        for place in range(1, len(letter.signers) + 1):
            Signer(app, letter, place).agree().read().sign(f"Signer {place}")
        assert all(each.status == "signed" for each in LetterSigner.of_letter(letter))
        return countersign(firm, a_user(firm), matter.id, letter.id, "Maya Ünal", "203.0.113.9")

    return make
