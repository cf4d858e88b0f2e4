"""What a web server needs of the folder for temporary files, which others may fill."""

import os

import pytest
import requests

from .conftest import serving


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="this system has no memory for shared files")
def test_what_is_counted_is_not_in_the_folder_for_temporary_files(services, tmp_path):
    token = "vR8kTq2LwZy5NcXh7PbJd0GfUsAe3MoIi9QnEx4C"
    with serving(services, TMPDIR=str(tmp_path), METRICS_TOKEN=token) as server:
        for _ in range(2):  # the first one is counted when it is answered
            shown = requests.get(f"{server.url}/metrics", headers={"Authorization": f"Bearer {token}"}, timeout=30).text

        assert 'intake_requests_total{method="GET",route="/metrics",status="200"} 1.0' in shown
        assert not list(tmp_path.glob("intake-metrics-*"))
