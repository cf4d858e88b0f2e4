"""What is written about a record while it is erased: 404, as a moment later."""


import pytest

from intake.cases.matters.models import Matter
from tests.builders import a_matter
from tests.core.answers import refusal


@pytest.mark.parametrize(("path", "body"), [
    ("documents/request", {"name": "Passport"}),
    ("deadlines", {"title": "Answer", "due_date": "2027-03-01"}),
    ("letters", {"text": "We will act for you.", "signers": [{"name": "Ana", "email": "ana@example.com"}]}),
])
def test_the_matter_is_not_found(api, firm, while_locked, path, body):
    matter = a_matter(firm)
    answer, _ = while_locked(lambda: Matter.delete().where(Matter.id == matter.id).execute(),
                             lambda: api.post(f"/matters/{matter.id}/{path}", body))
    assert refusal(answer) == (404, "matter_not_found")
    assert answer.json["error"]["details"] == {"id": matter.id, "resource": "matter"}
