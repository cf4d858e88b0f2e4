"""What holds for every command: clean answers, log lines beside them, and a sentence when nothing works."""

import json

import psycopg2
import pytest


@pytest.fixture
def empty_database(settings):
    """A database that has no tables yet."""
    connection = psycopg2.connect(settings.database_url)
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE empty_for_cli")
        yield settings.database_url.rpartition("/")[0] + "/empty_for_cli"
        cursor.execute("DROP DATABASE empty_for_cli")
    connection.close()


def test_a_command_brings_a_new_database_up_to_date_and_logs_it_beside_its_answer(shell, empty_database, address):
    ran = shell("firm", "create", "First", "--email", address(), "--json", LOG_LEVEL="INFO",
                DATABASE_URL=empty_database)

    assert ran.code == 0
    assert ran.json["firm_id"].startswith("firm_")
    logged = [json.loads(line) for line in ran.err.splitlines()]
    assert "migration applied" in [line["message"] for line in logged]


def test_without_a_database_the_error_gives_advice(shell, nobody):
    sentence = shell("firm", "create", "First", "--email", "a@example.com",
                     DATABASE_URL=f"postgresql://intake:secret-word@{nobody}/intake").refusal

    assert sentence.startswith("The database cannot be used. Check DATABASE_URL")
    assert "secret-word" not in sentence


@pytest.mark.parametrize("command", [["doctor"], ["firm", "suspend", "firm_x"]])
def test_wrong_settings_are_all_named(shell, command):
    ran = shell(*command, DATABASE_URL="nonsense", PORT="x", SECRET_KEY="short")

    assert (ran.code, ran.out) == (1, "")
    assert all(name in ran.err for name in ("DATABASE_URL", "PORT", "SECRET_KEY"))


def test_every_command_explains_itself(flask):
    shown = flask("--help").out

    for command in ("firm", "key", "user", "doctor"):
        assert f"  {command} " in shown
        assert "--help" in flask(command, "--help").out
