"""Erasures in a bucket that keeps deleted and overwritten files as versions."""

import pytest

from config.settings import Settings
from intake.gateways.probe import ProbeFailed, check_versions_are_erased
from intake.gateways.storage import Storage, StorageUnavailable
from intake.listeners import TASKS
from intake.records.erasures import actions
from intake.records.erasures.models import Erasure
from intake.records.erasures.states import DONE, RUNNING
from intake.records.erasures.whole_firm import erase_files
from tests.builders import a_caller, an_upload
from tests.stand_ins.versioned_bucket import MARKER, VersionedBucket


@pytest.fixture
def bucket(services):
    with VersionedBucket() as bucket:
        yield bucket


@pytest.fixture
def erase(app, services, firm, put, monkeypatch, bucket):
    """Erase a document with a file, an overwritten one and a deleted one, beside another; return the erasure."""
    gone, other = an_upload(firm, put), an_upload(firm, put)
    for key, content in ((gone.storage_key, b"old"), (gone.storage_key, b"new"), (f"{gone.storage_key}/x", b"page"),
                         (f"{gone.storage_key}/x", MARKER), (other.storage_key, b"other")):
        bucket.add(key, content)
    caller = a_caller(firm)
    erasure = actions.confirm(caller, actions.propose(caller, reason="asked for", document_id=gone.document_id).id)
    used = Storage(Settings.load(services.env | {"S3_ENDPOINT_URL": bucket.url}))

    def call():
        monkeypatch.setitem(app.extensions, "storage", used)
        TASKS["erase"].function(firm.id, erasure.id)
        return Erasure.fetch(firm, erasure.id)

    call.erasure, call.kept, call.storage = erasure, other.storage_key, used
    return call


def test_versions_are_erased_too(erase, bucket):
    assert erase().status == DONE
    assert [(key, content) for key, _, content in bucket.versions] == [(erase.kept, b"other")]


def test_no_version_of_a_whole_firm_is_left(app, firm, monkeypatch, erase, bucket):
    bucket.add(f"logos/{firm.slug}/a", b"logo")
    monkeypatch.setitem(app.extensions, "storage", erase.storage)
    erase_files(firm)

    assert bucket.versions == []


def test_an_erasure_whose_files_are_locked_is_not_done(firm, erase, bucket):
    bucket.is_locked = True
    with pytest.raises(StorageUnavailable):
        erase()
    assert Erasure.fetch(firm, erase.erasure.id).status == RUNNING
    with pytest.raises(ProbeFailed):
        check_versions_are_erased(erase.storage)

    bucket.is_locked = False
    assert erase().status == DONE


def test_a_bucket_that_names_versions_but_keeps_none_is_enough(erase, bucket):
    bucket.lists_versions = False
    assert erase().status == DONE
