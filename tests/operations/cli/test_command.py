"""Every command: the result on standard output, the log separately, errors in one sentence."""

import json

import pytest

from intake.commands import create_app_of_commands


def test_process_migrates_a_new_database_and_logs_it_to_stderr(shell, empty_database, address):
    ran = shell("firm", "create", "First", "--email", address(), "--json", before=["env"], LOG_LEVEL="INFO",
                DATABASE_URL=empty_database)

    assert ran.code == 0
    assert ran.json["firm_id"].startswith("firm_")
    logged = [json.loads(line) for line in ran.err.splitlines()]
    assert "migration applied" in [line["message"] for line in logged]


def test_unreachable_database_is_an_error_with_advice(flask, closed_port):
    sentence = flask("firm", "create", "First", "--email", "a@example.com",
                     DATABASE_URL=f"postgresql://intake:secret-word@{closed_port}/intake").error

    assert sentence.startswith("The database cannot be used. Check DATABASE_URL")
    assert "secret-word" not in sentence


def test_process_names_all_wrong_settings(shell):
    ran = shell("doctor", DATABASE_URL="nonsense", PORT="x", SECRET_KEY="short")

    assert (ran.code, ran.out) == (1, "")
    assert all(name in ran.err for name in ("DATABASE_URL", "PORT", "SECRET_KEY"))


def test_without_settings_commands_have_help_and_make_keys(shell, tmp_path):
    def run(*words):
        return create_app_of_commands("These are missing").test_cli_runner().invoke(args=words)

    assert "Usage: " in shell("firm", "create", "--help", DATABASE_URL="nonsense").out
    assert run("version").stdout.startswith("Intake ")
    assert "age1" in run("backup", "keygen", str(tmp_path / "key.txt")).stdout


def test_every_command_has_help(flask):
    shown = flask("--help").out

    for command in ("firm", "key", "user", "doctor"):
        assert f"  {command} " in shown
        assert "--help" in flask(command, "--help").out


@pytest.mark.parametrize("command", [["version"], ["firm", "list", "--json"]])
def test_a_result_that_cannot_be_written_is_an_error(shell, command):
    assert shell(*command, out="/dev/full").error == "The result cannot be written: No space left on device."
