"""Whether a process serves is answered even while all its threads wait."""

import threading
import time

import requests

from .conftest import serving


def test_health_is_answered_while_every_thread_waits_for_a_postgres_that_hangs(services, api):
    with serving(services, WEB_THREADS="1") as server:
        def ask(path):
            return requests.get(server.url + path, headers={"X-Api-Key": api.key}, timeout=60)

        assert ask("/api/v1/matters").status_code == 200
        services.postgres.pause()
        try:
            waiting = threading.Thread(target=ask, args=("/api/v1/matters",))
            waiting.start()
            time.sleep(0.5)  # until it has the thread: nothing shows that
            began = time.monotonic()
            alive, ready = ask("/healthz"), ask("/readyz")
            waited = time.monotonic() - began
            assert waiting.is_alive()
        finally:
            services.postgres.resume()
            waiting.join()

    assert (alive.status_code, ready.status_code) == (200, 503)
    assert ready.json()["checks"]["database"] != "ok"
    assert waited < 5
