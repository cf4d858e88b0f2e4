"""The health check of the container: ends with 0 if the web server in it can serve requests."""

import os
import sys
import urllib.request


def is_ready(port):
    """Whether the web server on this machine answers `/readyz` with 200."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=4) as answer:
            return answer.status == 200
    except OSError:  # also an answer with 503, which is a urllib.error.HTTPError
        return False


if __name__ == "__main__":
    sys.exit(not is_ready(int(os.environ.get("PORT") or 8000)))
