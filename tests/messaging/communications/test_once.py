"""Nobody gets a message twice, whoever sends it, however often, and whoever dies of it (communications/delivery.py)."""

import os
import subprocess
import sys
import time
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
from intake.messaging.communications.delivery import CLAIM, InOtherHands
from intake.messaging.communications.models import Communication
from local import ROOT
from tests.stand_ins.smtp import CUT, HANG, Smtp
from tests.stand_ins.twilio import Twilio, cutting, refusing, slow

CHANNELS = pytest.mark.parametrize("channel", ["email", "sms"])


@pytest.fixture
def queued(firm, matter):
    """Make a communication that waits for the worker."""

    def make(channel):
        with db.atomic():
            return actions.record(matter, matter.client, channel, "Hello")

    return make


@pytest.fixture
def arrived(queued, twilio, mailing):
    """How many messages the carriers took: `arrived()`."""
    server = mailing()
    return lambda: len(twilio.messages) + len(server.mails)


@dataclass
class Hanging:
    """Carriers that take a message and never say so, for a worker with this environment."""

    env: dict
    taken: Callable
    """How many messages they took."""
    later: Callable
    """How many the carriers of this process took, which do say so."""


@pytest.fixture
def hanging(app, twilio, mailing):
    later, silent = mailing(), Smtp(END=HANG)
    with silent, Twilio() as mute:
        mute.fault = slow(20)
        settings = mute.settings(app.extensions["settings"]).values
        env = {name: settings[name] for name in settings if name.startswith("TWILIO_")} | {"SMTP_URL": silent.url()}
        yield Hanging(env, taken=lambda: len(silent.mails) + len(mute.messages),
                      later=lambda: len(later.mails) + len(twilio.messages))


def start_worker(settings, env):
    """A worker as a process of its own."""
    known = {name: str(value) for name, value in settings.values.items() if value is not None}
    return subprocess.Popen([sys.executable, "worker.py"], cwd=ROOT, env=os.environ | known | env,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_until(holds, seconds=15):
    ends = time.monotonic() + seconds
    while not holds() and time.monotonic() < ends:
        time.sleep(0.05)
    return holds()


def status(communication):
    row = Communication.for_job(communication.id)
    return row.status, row.error


def let_time_pass(communication):
    Communication.for_job(communication.id).change(sending_since=now() - CLAIM - timedelta(seconds=1))


@CHANNELS
def test_the_worker_sends_what_is_queued(queued, arrived, worker, channel):
    communication = queued(channel)
    worker.perform_tasks()
    assert (status(communication), arrived()) == (("sent", None), 1)


@CHANNELS
def test_a_job_that_is_run_twice_sends_once(queued, arrived, channel):
    communication = queued(channel)
    for _ in range(3):
        jobs.send(communication.id)
    assert arrived() == 1


@CHANNELS
def test_of_many_at_once_one_sends(queued, arrived, at_once, channel):
    communication = queued(channel)

    def send(_):
        with suppress(InOtherHands):
            jobs.send(communication.id)

    at_once(8, send)
    assert (status(communication), arrived()) == (("sent", None), 1)


@CHANNELS
def test_a_worker_that_is_killed_while_it_sends_repeats_nothing(queued, hanging, worker, settings, channel):
    """A worker of its own is killed after the carrier took the message and before it said so."""
    communication, other = queued(channel), queued(channel)
    process = start_worker(settings, hanging.env)
    try:
        assert wait_until(lambda: hanging.taken() == 1)
    finally:
        process.kill()
        process.wait()
    assert status(communication) == ("queued", None)

    jobs.send(other.id)
    with pytest.raises(InOtherHands):  # it may still be at work
        jobs.send(communication.id)
    let_time_pass(communication)
    Task.update(leased_until=now() - CLAIM).where(Task.firm_id == communication.firm_id).execute()
    worker.perform_tasks()

    assert (status(communication), status(other)) == (("failed", "unknown"), ("sent", None))
    assert (hanging.taken(), hanging.later()) == (1, 1)


@CHANNELS
def test_what_was_not_taken_is_tried_again(queued, twilio, mailing, channel):
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
def test_what_may_have_been_taken_is_not(queued, twilio, mailing, channel):
    communication, server = queued(channel), mailing(END=CUT)
    twilio.fault = cutting
    for _ in range(2):
        jobs.send(communication.id)
    assert status(communication) == ("failed", "unknown")
    assert len(twilio.messages) + len(server.mails) == 1


def test_after_the_last_attempt_it_failed(queued, mailing):
    communication = queued("email")
    mailing(RCPT="451 Later")
    with pytest.raises(Unavailable):
        jobs.send(communication.id)
    jobs.send_failed(communication.id)
    assert status(communication) == ("failed", "gave_up")


def test_the_last_attempt_takes_nothing_back(queued, arrived):
    communication = queued("email")
    jobs.send(communication.id)
    jobs.send_failed(communication.id)
    assert status(communication) == ("sent", None)


def test_the_worker_leaves_the_request_a_head_start(write, mailing, worker):
    server = mailing(RCPT="451 Later")
    write("email")
    worker.perform_tasks()
    assert len([verb for verb, _ in server.said if verb == "RCPT"]) == 1


def test_a_message_of_nobody_is_no_task(app):
    jobs.send("comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
    jobs.send_failed("comm_01JD0Q8Z4W6V9XK3M5N7P2R4T6")
