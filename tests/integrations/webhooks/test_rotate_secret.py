"""POST /webhooks/:id/rotate-secret: for a day both secrets sign."""

from datetime import timedelta

import pytest
from standardwebhooks.webhooks import WebhookVerificationError

from intake.core.clock import iso, now
from tests.core.answers import data

from .conftest import verified


@pytest.fixture
def rotate(api):
    """Return the new secret of an endpoint: `rotate(endpoint)`."""
    return lambda endpoint: data(api.post(f"/webhooks/{endpoint.id}/rotate-secret"))["signing_secret"]


def _signatures(request):
    return request.headers["webhook-signature"].split()


def test_the_new_secret_is_shown_with_the_end_of_the_old_one(api, endpoint):
    rotated = data(api.post(f"/webhooks/{endpoint.id}/rotate-secret"))

    assert set(rotated) == {"id", "signing_secret", "previous_secret_expires_at"}
    assert rotated["id"] == endpoint.id
    assert rotated["signing_secret"] != endpoint.secret
    day = timedelta(hours=24)
    assert iso(now() + day - timedelta(seconds=5)) < rotated["previous_secret_expires_at"] <= iso(now() + day)


def test_both_secrets_verify_what_arrives_within_a_day(endpoint, rotate, worker, record_events, receiver):
    new = rotate(endpoint)
    record_events()
    worker.deliver()
    [request] = receiver.requests

    assert len(_signatures(request)) == 2
    assert verified(request, endpoint.secret, new)["id"] == request.id


def test_after_a_day_only_the_new_one_does(endpoint, rotate, worker, record_events, receiver):
    new = rotate(endpoint)
    endpoint.change(previous_secret_until=now() - timedelta(seconds=1))
    record_events()
    worker.deliver()
    [request] = receiver.requests

    assert len(_signatures(request)) == 1
    assert verified(request, new)
    with pytest.raises(WebhookVerificationError):
        verified(request, endpoint.secret)


def test_of_two_rotations_the_last_two_secrets_verify(endpoint, rotate, worker, record_events, receiver):
    second, third = rotate(endpoint), rotate(endpoint)
    record_events()
    worker.deliver()
    [request] = receiver.requests

    assert verified(request, second, third)
    with pytest.raises(WebhookVerificationError):
        verified(request, endpoint.secret)


def test_a_retry_is_signed_with_the_secrets_of_its_own_time(endpoint, rotate, worker, record_events, receiver, api):
    record_events()
    worker.relay()
    [dispatch] = worker.claim()
    new = rotate(endpoint)
    worker.record(worker.send([dispatch]))
    assert not data(api.get(f"/webhooks/{endpoint.id}/deliveries?status=pending"))
    record_events()
    worker.deliver()

    before, after = receiver.requests
    assert verified(before, endpoint.secret)
    assert verified(after, new)


def test_the_test_operation_is_signed_by_both_too(api, endpoint, rotate, receiver):
    new = rotate(endpoint)
    api.post(f"/webhooks/{endpoint.id}/test")

    assert verified(receiver.requests[0], endpoint.secret, new)


def test_two_rotations_at_once_leave_both_new_secrets_valid(endpoint, rotate, at_once, worker, record_events, receiver):
    one, other = at_once(2, lambda _: rotate(endpoint))
    record_events()
    worker.deliver()

    assert verified(receiver.requests[0], one, other)
