"""What is written about a record while it is erased: 404, as a moment later."""

from threading import Event

import pytest

from intake.cases.matters.models import Matter
from intake.core.db import db
from tests.accounts.access.waiting import is_waited_for, wait_until
from tests.builders import a_matter
from tests.core.answers import refusal


@pytest.mark.parametrize(("path", "body"), [
    ("documents/request", {"name": "Passport"}),
    ("deadlines", {"title": "Answer", "due_date": "2027-03-01"}),
    ("letters", {"text": "We will act for you.", "signers": [{"name": "Ana", "email": "ana@example.com"}]}),
])
def test_the_matter_is_not_found(api, firm, at_once, path, body):
    matter = a_matter(firm)
    is_locked = Event()

    def erase_or_write(index):
        if index:
            assert is_locked.wait(60)
            return api.post(f"/matters/{matter.id}/{path}", body)
        with db.atomic():
            Matter.delete().where(Matter.id == matter.id).execute()
            is_locked.set()
            return wait_until(is_waited_for, 60)

    _, answer = at_once(2, erase_or_write)
    assert refusal(answer) == (404, "matter_not_found")
    assert answer.json["error"]["details"] == {"id": matter.id, "resource": "matter"}
