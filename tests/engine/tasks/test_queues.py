"""Tasks as RQ jobs: an operator sees them with RQ's own tools, and nothing depends on Redis's memory."""

from datetime import timedelta
from threading import Thread

import pytest
from rq import Queue, Worker
from rq.job import Job
from rq.registry import FailedJobRegistry
from rq.serializers import JSONSerializer
from rq.suspension import suspend

from intake.core.clock import now
from intake.core.db import db
from intake.core.ids import new_id
from intake.engine.tasks.actions import plan, plan_all, sweep
from intake.engine.tasks.models import Task
from intake.engine.tasks.states import DELAYS, JOBS_PER_FIRM, QUEUES
from intake.engine.worker.rq_worker import TaskWorker, ThreadTaskWorker, connection_to
from intake.listeners import TASKS
from tests.waiting import wait_until


@pytest.fixture
def connection(settings, no_pending_work):
    """A connection to an empty Redis."""
    with connection_to(settings.redis_url) as connection:
        connection.flushdb()
        yield connection


@pytest.fixture
def waiting(connection):
    """The ids of the jobs in a queue, the next one first: `waiting("files")`."""
    return lambda name="default": Queue(name, connection=connection, serializer=JSONSerializer).job_ids


@pytest.fixture
def work(app, settings, monkeypatch):
    """Let RQ perform the waiting jobs, with these functions for the tasks with these names: `work(greet=print)`."""
    def until_empty(**functions):
        worker = TaskWorker(settings.redis_url, QUEUES)
        for name, function in functions.items():
            monkeypatch.setitem(TASKS, name, TASKS[name].__class__(function, TASKS[name].queue))
        worker.perform_jobs(burst=True)

    return until_empty


def planned(firm, name="plan_reminders", *arguments, **options):
    """A task that was planned and committed."""
    with db.atomic():
        return plan(firm.id, name, *arguments, **options)


def test_a_job_is_named_after_its_task_its_function_and_its_record(firm, connection, waiting):
    upload_id = new_id("upl")
    task = planned(firm, "process_upload", upload_id)
    job = Job.fetch(task.id, connection, serializer=JSONSerializer)

    assert waiting("files") == [task.id]
    assert (job.func_name, job.args) == ("intake.cases.uploads.jobs.process", [upload_id])
    assert job.description == f"process_upload {upload_id}"
    assert job.get_status() == "queued"


@pytest.mark.parametrize("name", TASKS)
def test_every_task_is_found_under_the_name_that_rq_shows(name, firm, connection, waiting):
    task = planned(firm, name)

    assert Job.fetch(task.id, connection, serializer=JSONSerializer).func is TASKS[name].function
    assert waiting(TASKS[name].queue) == [task.id]


def test_mails_that_a_person_waits_for_are_urgent_and_reading_files_is_not():
    assert {name for name, type in TASKS.items() if type.queue == "urgent"} == {
        "send_communication", "send_invitation", "send_password_reset", "send_account_notice",
        "apply_held_review", "renew_link", "send_portal_code"}
    assert {name for name, type in TASKS.items() if type.queue == "files"} == {
        "process_upload", "remove_files", "render_preview", "read_court_form", "fill_court_form", "send_letter",
        "invite_signer", "seal_letter"}


def test_a_task_enters_its_queue_only_with_the_commit(firm, waiting):
    with db.atomic() as transaction:
        plan(firm.id, "plan_reminders")
        assert waiting() == []
        transaction.rollback()

    assert waiting() == []


def test_urgent_comes_first_then_default_then_files(firm, rival, connection, work):
    called = []
    for name in ("process_upload", "plan_reminders", "send_invitation"):
        planned(firm, name)
    work(**{name: lambda name=name: called.append(name)
            for name in ("process_upload", "plan_reminders", "send_invitation")})

    assert called == ["send_invitation", "plan_reminders", "process_upload"]


def test_a_task_is_done_and_gone_from_redis(firm, connection, work, waiting):
    called, matter_id = [], new_id("mat")
    task = planned(firm, "plan_reminders", matter_id)
    work(plan_reminders=called.append)

    assert called == [matter_id]
    assert Task.fetch(firm, task.id).done_at
    assert not Job.exists(task.id, connection)


def test_a_failed_task_is_shown_as_failed_without_the_words_of_its_error(firm, connection, work, waiting):
    def fail():
        raise ValueError("ana.silva@example.com")

    task = planned(firm)
    work(plan_reminders=fail)
    row, failed = Task.fetch(firm, task.id), FailedJobRegistry("default", connection, serializer=JSONSerializer)

    assert (row.error, row.attempts, row.queued_at, row.done_at) == ("ValueError", 1, None, None)
    assert failed.get_job_ids() == [task.id]
    trace = Job.fetch(task.id, connection, serializer=JSONSerializer).latest_result().exc_string
    assert "TaskFailed: ValueError < test_queues.py" in trace
    assert "ana.silva" not in trace
    assert waiting() == []


def test_a_failed_task_comes_back_when_it_is_due(firm, connection, work, waiting):
    outcomes = iter((ValueError, None))

    def fail_once():
        if error := next(outcomes):
            raise error

    task = planned(firm)
    work(plan_reminders=fail_once)
    sweep()
    assert waiting() == []
    Task.fetch(firm, task.id).change(due_at=now())
    sweep()
    assert waiting() == [task.id]
    assert FailedJobRegistry("default", connection, serializer=JSONSerializer).get_job_ids() == []
    work()

    assert Task.fetch(firm, task.id).done_at


def test_an_operator_can_requeue_a_failed_job(firm, connection, work):
    called = []

    def fail_once():
        called.append(1)
        if len(called) == 1:
            raise ValueError

    task = planned(firm)
    work(plan_reminders=fail_once)
    FailedJobRegistry("default", connection, serializer=JSONSerializer).requeue(task.id)
    work()

    assert Task.fetch(firm, task.id).done_at


def test_a_task_that_failed_for_good_begins_again_when_an_operator_requeues_it(firm, connection, work):
    def fail():
        raise ValueError

    task = planned(firm)
    task.change(attempts=len(DELAYS))
    work(plan_reminders=fail)
    assert Task.fetch(firm, task.id).failed_at
    FailedJobRegistry("default", connection, serializer=JSONSerializer).requeue(task.id)
    work(plan_reminders=fail)

    row = Task.fetch(firm, task.id)
    assert (row.attempts, row.failed_at) == (1, None)
    assert row.due_at > now()


def test_what_redis_lost_is_put_back(firm, connection, waiting):
    task = planned(firm)
    later = planned(firm, due_at=now() + timedelta(hours=1))
    connection.flushdb()
    sweep()
    assert waiting() == []  # it may be on its way to a worker
    Task.fetch(firm, task.id).change(queued_at=now() - timedelta(seconds=3))
    sweep()
    sweep()

    assert waiting() == [task.id]
    assert Task.fetch(firm, later.id).queued_at is None


def test_what_a_killed_worker_held_is_put_back_when_its_lease_ends(firm, connection, waiting):
    task = planned(firm)
    connection.flushdb()
    Task.claim(task.id, "killed")
    Task.fetch(firm, task.id).change(queued_at=now() - timedelta(seconds=3))
    sweep()
    assert waiting() == []
    Task.fetch(firm, task.id).change(leased_until=now() - timedelta(seconds=1))
    sweep()

    assert waiting() == [task.id]


def test_a_job_that_waits_twice_is_performed_once(firm, connection, work):
    called = []
    task = planned(firm)
    connection.rpush("rq:queue:default", task.id)
    work(plan_reminders=lambda: called.append(1))

    assert called == [1]


def test_a_firm_has_only_a_few_jobs_in_a_queue_at_once(firm, rival, connection, waiting, work):
    with db.atomic():
        backlog = plan_all([(firm.id, "plan_reminders", [number]) for number in range(10)])
    other = planned(rival)

    assert waiting() == [task.id for task in backlog[:JOBS_PER_FIRM]] + [other.id]
    called = []
    work(plan_reminders=lambda number=None: called.append(number))
    assert called == [0, 1, 2, None, *range(3, 10)]  # the rival's comes after the first few, not after all
    assert not Task.of(firm).where(Task.done_at.is_null()).exists()


def test_unknown_tasks_do_not_keep_the_places_of_a_firm(firm, connection, work):
    unknown = [planned(firm, "abandoned") for _ in range(JOBS_PER_FIRM)]
    known, called = planned(firm), []
    work(plan_reminders=lambda: called.append(1))

    assert called == [1]
    assert Task.fetch(firm, known.id).done_at
    assert {Task.fetch(firm, task.id).error for task in unknown} == {"UnknownTask"}


def test_the_others_enter_in_turn_and_at_the_latest_with_a_sweep(firm, rival, connection, waiting):
    with db.atomic():
        backlog = plan_all([(firm.id, "plan_reminders", [number]) for number in range(5)], now() + timedelta(hours=1))
    assert waiting() == []
    for task in backlog:
        task.change(due_at=now())
    sweep()

    assert waiting() == [task.id for task in backlog[:JOBS_PER_FIRM]]


def test_a_long_backlog_costs_a_sweep_little(firm, rival, connection, waiting, statements):
    with db.atomic():
        plan_all([(firm.id, "sync", [new_id("sync")]) for _ in range(2000)])
    task = planned(rival, due_at=now() + timedelta(hours=1))
    Task.fetch(rival, task.id).change(due_at=now())
    with statements() as seen:
        sweep()

    assert len(seen) <= 4
    assert task.id in waiting()


def test_rq_knows_the_worker_again_after_redis_was_wiped(settings, app, connection):
    worker = TaskWorker(settings.redis_url, QUEUES)
    worker.register_birth()
    connection.flushdb()
    worker.next_job(None)

    assert Worker.all_keys(connection=connection) == [worker.key]
    assert connection.hget(worker.key, "queues") == b"urgent,default,files,long"
    worker.register_death()


def test_a_suspended_worker_performs_nothing(settings, firm, connection, waiting, app):
    task = planned(firm)
    suspend(connection)
    worker = ThreadTaskWorker(settings.redis_url, QUEUES)
    thread = Thread(target=worker.perform_jobs)
    thread.start()
    wait_until(lambda: connection.exists(worker.key))
    assert waiting() == [task.id]
    worker.leave()
    thread.join(60)

    assert not thread.is_alive()
    assert waiting() == [task.id]


def test_rq_lists_every_queue_before_its_first_job(settings, app, connection):
    TaskWorker(settings.redis_url, QUEUES).perform_jobs(burst=True)

    assert {queue.name for queue in Queue.all(connection)} == {*QUEUES}


def test_the_worker_takes_no_commands_through_redis(settings, app, connection):
    worker = TaskWorker(settings.redis_url, QUEUES)
    worker.perform_jobs(burst=True)

    assert worker.pubsub_thread is None
