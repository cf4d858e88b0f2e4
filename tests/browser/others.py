"""Debian's browsers that Playwright cannot drive: WebKit by its WebDriver, Firefox by Marionette.

Debian: `apt-get install webkit2gtk-driver xvfb firefox-esr`.
"""

import json
import os
import re
import shutil
import socket
import time
from contextlib import ExitStack, suppress
from pathlib import Path

import requests

from local import ports
from local.processes import Child

PATIENCE = 60


class Other:
    """`other.open(address)`, then `other.fill("#name", text)`, `other.click("button")`, until `other.close()`."""

    def __init__(self, directory):
        self._directory, self._left = directory, ExitStack()
        for name in ("logs", "run"):
            (directory / name).mkdir()

    def close(self):
        self._left.close()

    def _run(self, name, *command, **env):
        child = Child(name, command, self._directory, env=os.environ | env)
        self._left.callback(child.stop)
        child.spawn()
        return child

    def open(self, address):
        self.command("url", "Navigate", url=address)

    def evaluate(self, script):
        """Return what the script returns."""
        return self.command("execute/sync", "ExecuteScript", script=script, args=[])

    def fill(self, place, text):
        """Type into the field, or choose the file at this path."""
        found = self.command("element", "FindElement", using="css selector", value=place)
        [element] = found.get("value", found).values()
        self.command(f"element/{element}/value", "ElementSendKeys", id=element, text=text)

    def click(self, place):
        """Click the element, once it exists."""
        found = f"document.querySelector({json.dumps(place)})"
        until(lambda: self.evaluate(f"return Boolean({found}?.checkVisibility())"), place)
        self.evaluate(f"{found}.click()")

    def sees(self, text):
        """Wait until the page contains this text."""
        # Firefox may answer None while one page replaces another.
        until(lambda: text in (self.evaluate("return document.body ? document.body.innerText : ''") or ""), text)


def until(condition, wanted):
    """Wait until the condition holds, even while one page replaces another."""
    ends = time.monotonic() + PATIENCE
    while True:
        with suppress(RuntimeError):
            if condition():
                return
        assert time.monotonic() < ends, f"this did not come: {wanted}"
        time.sleep(0.1)


class WebKit(Other):
    """WebKitGTK's MiniBrowser on a virtual screen."""

    @staticmethod
    def installed():
        """Return the paths of the driver, the virtual screen and the browser; None if one is missing."""
        browser = next(iter(sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
        found = shutil.which("WebKitWebDriver"), shutil.which("Xvfb"), browser
        return found if all(found) else None

    def __init__(self, directory):
        super().__init__(directory)
        driver, screen, browser = self.installed()
        log = self._run("screen", screen, "-displayfd", "1", "-screen", "0", "800x900x24", "-nolisten", "tcp").log
        until(lambda: re.search(r"^\d+$", log.read_text(), re.MULTILINE), "a screen")
        display = re.search(r"^\d+$", log.read_text(), re.MULTILINE)[0]
        with ports.reserved(1) as [port]:
            self._run("webkit", driver, f"--port={port}", DISPLAY=f":{display}", GDK_BACKEND="x11")
            until(lambda: ports.answers(port, b"GET /status HTTP/1.0\r\n\r\n", b"HTTP/1."), "the driver")
        self._address = f"http://127.0.0.1:{port}/session"
        found = self.command("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": {
            "binary": str(browser), "args": ["--automation"]}}})
        self._address += f"/{found['sessionId']}"
        self._left.callback(requests.delete, self._address, timeout=PATIENCE)

    def command(self, path, _name=None, **values):
        answer = requests.post(f"{self._address}/{path}".rstrip("/"), json=values, timeout=PATIENCE)
        if not answer.ok:
            raise RuntimeError(answer.text)
        return answer.json()["value"]


class Firefox(Other):
    """Headless Firefox."""

    @staticmethod
    def installed():
        """Return the path of the browser, None if there is none."""
        return shutil.which("firefox-esr") or shutil.which("firefox")

    def __init__(self, directory):
        super().__init__(directory)
        with ports.reserved(1) as [port]:
            profile = directory / "firefox"
            profile.mkdir()
            (profile / "user.js").write_text(
                f'user_pref("marionette.port", {port});\nuser_pref("intl.accept_languages", "en-US");\n')
            self._run("firefox", self.installed(), "--headless", "--no-remote", "--marionette", "--profile", profile,
                      HOME=str(directory))
            until(lambda: ports.answers(port, b"", b""), "Firefox")
        self._line = self._left.enter_context(socket.create_connection(("127.0.0.1", port), PATIENCE))
        self._stream, self._number = self._left.enter_context(self._line.makefile("rb")), 0
        self._receive()
        self.command("", "NewSession")

    def command(self, _path, name, **values):
        self._number += 1
        body = json.dumps([0, self._number, f"WebDriver:{name}", values]).encode()
        self._line.sendall(b"%d:%s" % (len(body), body))
        _, _, error, value = self._receive()
        if error:
            raise RuntimeError(error)
        return value["value"] if name == "ExecuteScript" else value

    def _receive(self):
        length = b""
        while (each := self._stream.read(1)) != b":":
            length += each
        return json.loads(self._stream.read(int(length)))
