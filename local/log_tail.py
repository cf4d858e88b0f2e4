"""Shows the logs of web server and worker in the terminal: requests and errors, in short lines."""

import json

_CHECKS = {"/healthz", "/readyz"}
_SAID = {"time", "level", "logger", "message", "exception"}


class LogTail:
    """Prints what a child has written to its log since the last call."""

    def __init__(self, child):
        self._name, self._log = child.name, child.log
        self._position = self._log.stat().st_size if self._log.exists() else 0

    def show(self):
        """Print the new complete lines."""
        size = self._log.stat().st_size if self._log.exists() else 0
        self._position = min(self._position, size)  # it may have been emptied
        if size == self._position:
            return
        with self._log.open("rb") as file:
            file.seek(self._position)
            whole, newline, _ = file.read().rpartition(b"\n")
        self._position += len(whole) + len(newline)
        for line in whole.decode(errors="replace").splitlines():
            if text := _short(line):
                print(f"{self._name}: {text}", flush=True)


def _short(line):
    """Return the part of a line to show, None for a line that stays in the log."""
    try:
        said = json.loads(line)
        level, message = said["level"], said["message"]
    except (ValueError, TypeError, KeyError):
        return line  # not a log line, such as the traceback of a failed start
    if level == "info" and said["logger"] == "intake.request" and said["route"] not in _CHECKS:
        return f"{said['method']} {said['route'] or 'no such page'} {said['status']}, {said['ms']:.0f} ms"
    if level in ("debug", "info"):
        return None
    more = ", ".join(f"{name} {value}" for name, value in said.items() if name not in _SAID and value is not None)
    return "\n".join(filter(None, [f"{level}: {message}{more and f' ({more})'}", said.get("exception")]))
