"""The web server's use of the folder for temporary files, which may be full."""

import os
import shutil
import tempfile
from pathlib import Path

import psutil
import pytest
import requests

from local.leftovers import is_alive, process_tree
from server.numbers_folder import make_folder
from tests.waiting import wait_until
from tests.web_server import serving


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this system has no memory for shared files")
def test_what_is_counted_is_not_in_the_folder_for_temporary_files(services, tmp_path):
    token = "vR8kTq2LwZy5NcXh7PbJd0GfUsAe3MoIi9QnEx4C"
    with serving(services, TMPDIR=str(tmp_path), METRICS_TOKEN=token) as server:
        for _ in range(2):  # the first is counted after its answer
            shown = requests.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {token}"}, timeout=30).text

        assert 'intake_requests_total{method="GET",route="/metrics",status="200"} 1.0' in shown
        assert not list(tmp_path.glob("intake-metrics-*"))


def test_numbers_are_on_a_disk_where_memory_has_no_room(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert Path(make_folder(room=2 ** 62)).parent == tmp_path


def test_what_a_killed_web_server_has_counted_is_removed_by_the_next(services, server):
    def folder_of(process):
        [lock] = [file.path for file in psutil.Process(process.pid).open_files() if "intake-metrics-" in file.path]
        return Path(lock).parent

    with serving(services) as killed:
        processes, left = process_tree(killed.pid), folder_of(killed)
        killed.kill()
        wait_until(lambda: not any(map(is_alive, processes)))
    assert left.exists()
    with serving(services):
        assert not left.exists()
        assert folder_of(server).exists(), "that of a server that runs"


def test_a_body_without_room_is_refused_with_an_answer(services, api, tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    with serving(services, TMPDIR=str(folder)) as server:
        def send(size):
            return requests.post(f"{server.url}/api/v1/matters", data=b"{}".ljust(size), timeout=30,
                                 headers={"X-Api-Key": api.key, "Content-Type": "application/json"})

        assert send(300_000).status_code == 400
        shutil.rmtree(folder)
        refused = send(300_000)

        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "no_room")
        assert refused.headers["Retry-After"] == "10"
        assert send(100).status_code == 400
