"""A client withdraws a file, until it is reviewed (docs/behaviour.md, "Documents and uploads")."""

import pytest

from intake.cases.documents.models import DocumentRequest
from intake.cases.uploads.actions import review
from intake.cases.uploads.jobs import process
from intake.cases.uploads.models import Upload
from intake.cases.uploads.withdrawal import withdraw
from intake.core.errors import ApiError, InvalidStatusTransition, NotFound
from tests.builders import a_document, a_matter, an_issued_upload, an_upload
from tests.stand_ins.clamd import EICAR, Clamd, scanning_at


@pytest.fixture
def document(firm):
    return a_document(firm, a_matter(firm))


@pytest.fixture
def hand_in(firm, put, document):
    """Upload a file for the document: `hand_in()`."""
    return lambda **values: an_upload(firm, put, document, **values)


@pytest.fixture
def take_back(firm, document):
    return lambda upload: withdraw(firm, document.matter_id, upload.id)


def current_state(document):
    shown = DocumentRequest.fetch(document, document.id)
    return shown.status, shown.upload_id


def test_withdrawing_the_only_file_makes_the_request_pending(document, hand_in, take_back, api):
    upload = hand_in()

    take_back(upload)

    assert current_state(document) == ("pending", None)
    assert api.get(f"/uploads/{upload.id}").status_code == 404
    assert api.delete(f"/documents/{document.id}").status_code == 200


@pytest.mark.parametrize(("reviewed", "status"), [(None, "uploaded"), ("rejected", "rejected")])
def test_withdrawing_the_current_file_restores_the_one_before(firm, document, hand_in, take_back, reviewed, status):
    first = hand_in()
    if reviewed:
        review(firm, first.id, reviewed, "Blurred.")
    second = hand_in()
    assert current_state(document) == ("uploaded", second.id)

    take_back(second)

    assert current_state(document) == (status, first.id)


def test_withdrawing_an_earlier_file_keeps_the_current_one(document, hand_in, take_back):
    first, second = hand_in(), hand_in()

    take_back(first)

    assert current_state(document) == ("uploaded", second.id)


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_a_reviewed_file_cannot_be_withdrawn(firm, document, hand_in, take_back, status):
    upload = hand_in()
    review(firm, upload.id, status)

    with pytest.raises(InvalidStatusTransition):
        take_back(upload)
    assert current_state(document) == (status, upload.id)


def test_a_file_beside_an_approved_one_cannot_be_withdrawn(firm, hand_in, take_back):
    first, second = hand_in(), hand_in()
    review(firm, second.id, "approved")

    with pytest.raises(InvalidStatusTransition):
        take_back(first)


def test_an_unconfirmed_upload_cannot_be_withdrawn(firm, document, take_back):
    with pytest.raises(InvalidStatusTransition):
        take_back(an_issued_upload(firm, document))


def test_uploads_of_other_matters_and_firms_are_not_found(firm, rival, put, document, take_back):
    for other in (an_upload(firm, put), an_upload(rival, put)):
        with pytest.raises(NotFound):
            take_back(other)
        assert Upload.fetch(other, other.id).status == "pending"


def test_the_stored_file_is_deleted(worker, services, hand_in, take_back):
    upload = hand_in()
    folder = services.s3.bucket / "files" / upload.firm_id / upload.id
    assert any(folder.rglob("*"))

    take_back(upload)
    worker.settle()

    assert not any(file.is_file() for file in folder.rglob("*"))


def test_a_later_scan_does_nothing(app, hand_in, take_back, announced):
    upload = hand_in(body=EICAR)
    take_back(upload)

    with Clamd() as clamd, scanning_at(app, clamd.url):
        process(upload.id)

    assert [type for type, _ in announced() if type.startswith("upload.")] == []


def _outcome(act):
    try:
        act()
    except ApiError as error:
        return type(error).__name__
    return "done"


def test_concurrent_withdrawals_succeed_once(firm, document, hand_in, take_back, at_once):
    upload = hand_in()

    outcomes = at_once(6, lambda _: _outcome(lambda: take_back(upload)))

    assert sorted(outcomes) == ["NotFound"] * 5 + ["done"]
    assert current_state(document) == ("pending", None)


def test_a_concurrent_review_wins_or_fails(firm, document, hand_in, take_back, at_once):
    for _ in range(5):
        upload = hand_in()
        acts = (lambda upload=upload: take_back(upload), lambda upload=upload: review(firm, upload.id, "rejected"))

        outcomes = at_once(2, lambda index, acts=acts: _outcome(acts[index]))

        assert sorted(outcomes) in (["InvalidStatusTransition", "done"], ["NotFound", "done"])
        expected = ("rejected", upload.id) if outcomes[1] == "done" else None
        assert current_state(document) == expected or outcomes[0] == "done"
        assert Upload.of(firm).where(Upload.id == upload.id).exists() == (outcomes[1] == "done")
