"""A client takes a file back (decisions.md 7: until it is reviewed)."""

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
    """Hand in a file for the document: `hand_in()`."""
    return lambda **values: an_upload(firm, put, document, **values)


@pytest.fixture
def take_back(firm, document):
    return lambda upload: withdraw(firm, document.matter_id, upload.id)


def now_there(document):
    shown = DocumentRequest.fetch(document, document.id)
    return shown.status, shown.upload_id


def test_the_only_file_leaves_the_request_as_it_was(document, hand_in, take_back, api):
    upload = hand_in()

    take_back(upload)

    assert now_there(document) == ("pending", None)
    assert api.get(f"/uploads/{upload.id}").status_code == 404
    assert api.delete(f"/documents/{document.id}").status_code == 200


@pytest.mark.parametrize(("reviewed", "status"), [(None, "uploaded"), ("rejected", "rejected")])
def test_the_file_before_it_takes_its_place(firm, document, hand_in, take_back, reviewed, status):
    first = hand_in()
    if reviewed:
        review(firm, first.id, reviewed, "Blurred.")
    second = hand_in()
    assert now_there(document) == ("uploaded", second.id)

    take_back(second)

    assert now_there(document) == (status, first.id)


def test_an_earlier_file_leaves_the_current_one(document, hand_in, take_back):
    first, second = hand_in(), hand_in()

    take_back(first)

    assert now_there(document) == ("uploaded", second.id)


@pytest.mark.parametrize("status", ["approved", "rejected"])
def test_what_was_reviewed_stays(firm, document, hand_in, take_back, status):
    upload = hand_in()
    review(firm, upload.id, status)

    with pytest.raises(InvalidStatusTransition):
        take_back(upload)
    assert now_there(document) == (status, upload.id)


def test_beside_an_approved_file_nothing_is_taken_away(firm, hand_in, take_back):
    first, second = hand_in(), hand_in()
    review(firm, second.id, "approved")

    with pytest.raises(InvalidStatusTransition):
        take_back(first)


def test_what_was_never_handed_in_cannot_be_taken_back(firm, document, take_back):
    with pytest.raises(InvalidStatusTransition):
        take_back(an_issued_upload(firm, document))


def test_uploads_of_other_matters_and_firms_are_not_found(firm, rival, put, document, take_back):
    for other in (an_upload(firm, put), an_upload(rival, put)):
        with pytest.raises(NotFound):
            take_back(other)
        assert Upload.fetch(other, other.id).status == "pending"


def test_the_file_goes_too(worker, services, hand_in, take_back):
    upload = hand_in()
    folder = services.s3.bucket / "files" / upload.firm_id / upload.id
    assert any(folder.rglob("*"))

    take_back(upload)
    worker.relay()
    worker.perform_tasks()

    assert not any(file.is_file() for file in folder.rglob("*"))


def test_a_scan_that_comes_later_finds_nothing_to_do(app, hand_in, take_back, announced):
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


def test_of_many_who_take_it_back_at_once_one_does(firm, document, hand_in, take_back, at_once):
    upload = hand_in()

    outcomes = at_once(6, lambda _: _outcome(lambda: take_back(upload)))

    assert sorted(outcomes) == ["NotFound"] * 5 + ["done"]
    assert now_there(document) == ("pending", None)


def test_a_review_at_the_same_moment_wins_or_comes_too_late(firm, document, hand_in, take_back, at_once):
    for _ in range(5):
        upload = hand_in()
        acts = (lambda upload=upload: take_back(upload), lambda upload=upload: review(firm, upload.id, "rejected"))

        outcomes = at_once(2, lambda index, acts=acts: _outcome(acts[index]))

        assert sorted(outcomes) in (["InvalidStatusTransition", "done"], ["NotFound", "done"])
        expected = ("rejected", upload.id) if outcomes[1] == "done" else None
        assert now_there(document) == expected or outcomes[0] == "done"
        assert Upload.of(firm).where(Upload.id == upload.id).exists() == (outcomes[1] == "done")
