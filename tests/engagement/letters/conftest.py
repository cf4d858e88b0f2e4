"""What the tests of letters begin with."""

import pytest

from intake.engagement.letters.actions import countersign, create, send
from intake.engagement.letters.jobs import invite_signer
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
def sent(firm, matter):
    """Make a letter that was sent, its pages rendered: `sent()`, `sent(signers=[…])`."""
    def make(**values):
        letter = create(firm, matter.id, **{"text": TEXT, "values": {"fee": "$ 300 an hour"}} | values)
        letter = send(firm, matter.id, letter.id)
        invite_signer(firm.id, letter.signers[0].id)
        return letter

    return make


@pytest.fixture
def signed(app, firm, matter, sent):
    """Make a letter that the client and the firm have signed, and which waits for its seal."""
    def make(**values):
        letter = sent(**values)
        for place in range(1, len(letter.signers) + 1):
            Signer(app, letter, place).agree().read().sign(f"Signer {place}")
        assert all(each.status == "signed" for each in LetterSigner.of_letter(letter))
        return countersign(firm, a_user(firm), matter.id, letter.id, "Maya Ünal", "203.0.113.9")

    return make
