"""A message is sent at most once, even by concurrent and killed workers (communications/delivery.py)."""

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

import pytest

from intake.core.clock import now
from intake.core.db import db
from intake.engine.tasks.models import Task
from intake.gateways.send_errors import Unavailable
from intake.messaging.communications import actions, jobs
from intake.messaging.communications.delivery import CLAIM_LIFETIME, DeliveryInProgress
from intake.messaging.communications.models import Communication
from tests.preloaded import start
from tests.stand_ins.smtp import CUT, HANG, Smtp
from tests.stand_ins.twilio import Twilio, cutting, refusing, slow
from tests.waiting import wait_until

CHANNELS = pytest.mark.parametrize("channel", ["email", "sms"])


@pytest.fixture
def queued(firm, matter):
    """Create a queued communication: `queued("sms")`."""

    def make(channel):
        with db.atomic():
            return actions.queue_communication(matter, matter.client, channel, "Hello")

    return make


@pytest.fixture
def arrived(queued, twilio, mailing):
    """Return how many messages the carriers have accepted."""
    server = mailing()
    return lambda: len(twilio.messages) + len(server.mails)


@dataclass
class Hanging:
    """Carriers that accept a message and never respond, for a worker with this environment."""

    env: dict
    accepted: Callable
    """Return how many messages they have accepted."""
    accepted_here: Callable
    """Return how many messages the carriers of this process, which do respond, have accepted."""


@pytest.fixture
def hanging(app, twilio, mailing):
    working, silent = mailing(), Smtp(END=HANG)
    with silent, Twilio() as hanging_twilio:
        hanging_twilio.fault = slow(20)
        settings = hanging_twilio.settings(app.extensions["settings"]).values
        env = {name: settings[name] for name in settings if name.startswith("TWILIO_")} | {"SMTP_URL": silent.url()}
        yield Hanging(env, accepted=lambda: len(silent.mails) + len(hanging_twilio.messages),
                      accepted_here=lambda: len(working.mails) + len(twilio.messages))


def start_worker(settings, env):
    """Start a worker process."""
    known = {name: str(value) for name, value in settings.values.items() if value is not None}
    return start(["worker.py"], env=os.environ | known | env, stderr=subprocess.DEVNULL)


def status(communication):
    row = Communication.for_job(communication.id)
    return row.status, row.error


def expire_claim(communication):
    Communication.for_job(communication.id).change(sending_since=now() - CLAIM_LIFETIME - timedelta(seconds=1))


@CHANNELS
def test_worker_sends_queued_message(queued, arrived, worker, channel):
    communication = queued(channel)
    worker.perform_tasks()
    assert (status(communication), arrived()) == (("sent", None), 1)


@CHANNELS
def test_job_run_twice_sends_once(queued, arrived, channel):
    communication = queued(channel)
    for _ in range(3):
        jobs.send(communication.id)
    assert arrived() == 1


def test_claim_whose_answer_is_lost_is_still_that_of_its_process(queued, arrived, lose_answer):
    communication = queued("email")
    lost = lose_answer('SET "sending_since"')
    jobs.send(communication.id)

    assert (len(lost), status(communication), arrived()) == (1, ("sent", None), 1)


def test_outcome_is_recorded_although_postgres_takes_no_change_for_a_moment(queued, arrived, breaking):
    communication = queued("email")
    until = now() + timedelta(seconds=1)
    with breaking("communications", f"IF NEW.status <> 'queued' AND clock_timestamp() < timestamptz '{until}' THEN "
                                    "RAISE EXCEPTION 'no room' USING ERRCODE = '53100'; END IF", on="UPDATE"):
        jobs.send(communication.id)

    assert (status(communication), arrived()) == (("sent", None), 1)


@CHANNELS
def test_one_of_concurrent_jobs_sends(queued, arrived, at_once, channel):
    communication = queued(channel)

    def send(_):
        with suppress(DeliveryInProgress):
            jobs.send(communication.id)

    at_once(8, send)
    assert (status(communication), arrived()) == (("sent", None), 1)


@CHANNELS
def test_message_of_killed_worker_is_not_repeated(queued, hanging, worker, settings, channel):
    """The worker process is killed after the carrier accepted the message and before it responded."""
    communication = queued(channel)
    process = start_worker(settings, hanging.env)
    try:
        wait_until(lambda: hanging.accepted() == 1)
    finally:
        process.kill()
        process.wait()
    assert status(communication) == ("queued", None)

    other = queued(channel)  # not before, as a worker performs two urgent tasks at once
    jobs.send(other.id)
    with pytest.raises(DeliveryInProgress):  # it may still be in progress
        jobs.send(communication.id)
    if channel == "sms":
        expire_claim(communication)
    else:  # by a clock that was far ahead
        Communication.for_job(communication.id).change(sending_since=now() + timedelta(days=1))
    Task.update(leased_until=now() - CLAIM_LIFETIME).where(Task.firm_id == communication.firm_id).execute()
    worker.perform_tasks()

    assert (status(communication), status(other)) == (("failed", "unknown"), ("sent", None))
    assert (hanging.accepted(), hanging.accepted_here()) == (1, 1)


@CHANNELS
def test_message_is_retried_after_carrier_was_unavailable(queued, twilio, mailing, channel):
    communication, server = queued(channel), mailing(DATA="451 Later")
    twilio.fault = refusing(429, 20429)
    with pytest.raises(Unavailable):
        jobs.send(communication.id)
    assert status(communication) == ("queued", None)

    server, twilio.fault = mailing(), None
    jobs.send(communication.id)

    assert status(communication) == ("sent", None)
    assert len(twilio.messages) + len(server.mails) == 1


@CHANNELS
def test_message_with_unknown_outcome_is_not_retried(queued, twilio, mailing, channel):
    communication, server = queued(channel), mailing(END=CUT)
    twilio.fault = cutting
    for _ in range(2):
        jobs.send(communication.id)
    assert status(communication) == ("failed", "unknown")
    assert len(twilio.messages) + len(server.mails) == 1


def test_last_attempt_marks_message_failed(queued, mailing):
    communication = queued("email")
    mailing(RCPT="451 Later")
    with pytest.raises(Unavailable):
        jobs.send(communication.id)
    jobs.send_failed(communication.id)
    assert status(communication) == ("failed", "gave_up")


def test_last_attempt_leaves_sent_message_unchanged(queued, arrived):
    communication = queued("email")
    jobs.send(communication.id)
    jobs.send_failed(communication.id)
    assert status(communication) == ("sent", None)


def test_worker_waits_for_attempt_of_request(write, mailing, worker):
    server = mailing(RCPT="451 Later")
    write("email")
    worker.perform_tasks()
    assert len([verb for verb, _ in server.commands if verb == "RCPT"]) == 1


def test_jobs_ignore_unknown_ids(app):
    jobs.send("comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
    jobs.send_failed("comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
    assert not Communication.select().where(Communication.id == "comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6").exists()
