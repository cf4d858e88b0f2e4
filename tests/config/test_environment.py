"""The sources of settings: the environment overrides the file that `make run` wrote, `$LOCAL_DIR/env`."""

import pytest

from config.environment import environment
from config.settings import Settings, SettingsError

from .test_settings import ENOUGH


@pytest.fixture
def local(tmp_path, monkeypatch):
    """Empty the environment but for LOCAL_DIR: `local("NAME=value\\n…")` writes its file `env`."""
    for name in ENOUGH:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOCAL_DIR", str(tmp_path))
    return (tmp_path / "env").write_text


def _lines(values):
    return "".join(f"{name}={value}\n" for name, value in values.items())


def test_local_dir_contains_the_file(local):
    local(_lines(ENOUGH))

    assert Settings.load().database_url == ENOUGH["DATABASE_URL"]


def test_default_directory_is_dot_local_in_the_working_directory(local, tmp_path, monkeypatch):
    monkeypatch.delenv("LOCAL_DIR")
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "env").write_text(_lines(ENOUGH))

    assert Settings.load().s3_bucket == "intake-files"


def test_environment_overrides_the_file(local, monkeypatch):
    local(_lines(ENOUGH))
    monkeypatch.setenv("S3_BUCKET", "another-bucket")

    settings = Settings.load()

    assert (settings.s3_bucket, settings.redis_url) == ("another-bucket", ENOUGH["REDIS_URL"])


def test_without_a_file_only_the_environment_is_read(local, monkeypatch):
    with pytest.raises(SettingsError):
        Settings.load()

    for name, value in ENOUGH.items():
        monkeypatch.setenv(name, value)

    assert Settings.load().s3_bucket == "intake-files"


def test_value_may_contain_an_equals_sign(local):
    local(_lines(ENOUGH | {"S3_ACCESS_KEY_ID": "access", "S3_SECRET_ACCESS_KEY": "a=b=c====="}))

    assert Settings.load().s3_secret_access_key == "a=b=c====="


def test_lines_without_an_equals_sign_are_ignored(local):
    local("\nnonsense\n# remark\n" + _lines(ENOUGH))

    assert environment()["S3_BUCKET"] == "intake-files"


def test_blanks_and_export_before_a_name_are_no_part_of_it(local):
    first, *others = ENOUGH
    local("\ufeff" + _lines({first: ENOUGH[first]} | {f"export {name} ": ENOUGH[name] for name in others}))

    assert Settings.load().values == Settings.load(ENOUGH).values


@pytest.mark.parametrize("write", [
    lambda file: file.write_bytes(b"# caf\xe9\n"), lambda file: file.symlink_to("/proc/self/mem")])
def test_file_that_cannot_be_read_is_named(local, tmp_path, write):
    write(tmp_path / "env")

    with pytest.raises(SettingsError) as refused:
        Settings.load()
    assert refused.value.problems.keys() == {"LOCAL_DIR"}


def test_given_environment_is_used_alone(local):
    local(_lines(ENOUGH))

    with pytest.raises(SettingsError):
        Settings.load({})
