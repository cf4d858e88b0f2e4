"""The health check is answered even while all threads of a process wait."""

import threading
import time

import requests

from tests.operations.metrics.test_metrics import TOKEN
from tests.web_server import serving


def test_health_is_answered_while_every_thread_waits_for_a_postgres_that_hangs(services, api):
    with serving(services, WEB_THREADS="1", METRICS_TOKEN=TOKEN) as server:
        def ask(path):
            key = {"Authorization": f"Bearer {TOKEN}"} if path == "/metrics" else {"X-Api-Key": api.key}
            return requests.get(server.url + path, headers=key, timeout=60)

        assert ask("/api/v1/matters").status_code == 200
        services.postgres.pause()
        try:
            waiting = threading.Thread(target=ask, args=("/api/v1/matters",))
            waiting.start()
            time.sleep(0.5)  # until it occupies the thread, which cannot be observed
            began = time.monotonic()
            alive, ready, figures = map(ask, ("/healthz", "/readyz", "/metrics"))
            waited = time.monotonic() - began
            assert waiting.is_alive()
        finally:
            services.postgres.resume()
            waiting.join()

    assert (alive.status_code, ready.status_code) == (200, 503)
    assert ready.json()["checks"]["database"] != "ok"
    assert 'intake_service_up{service="database"} 0.0' in figures.text
    assert waited < 8  # Prometheus itself waits ten seconds for the figures
