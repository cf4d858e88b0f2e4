"""Windows of the browser, kept for the next tests: opening one takes as much processor time as opening two pages.

Of what earlier tests did, only the browser's cache, what it has compiled, and axe-core are left in a window. One in
which a test sets what cannot be taken back, such as a route or a handler of events, is closed instead.
"""

from playwright.sync_api import Error

PATIENCE = 20_000
"""Milliseconds until something must have happened, even on a slow and busy machine."""

_KEPT = 4
"""The most windows that wait for a test; each takes a process of its own."""

_EXPECTED = ("net::ERR_", "the server responded with a status of")
_MEDIA = {"color_scheme": "light", "reduced_motion": "no-preference", "forced_colors": "none"}
_LASTING = ("add_init_script", "add_script_tag", "expose_binding", "expose_function", "grant_permissions",
            "new_cdp_session", "new_page", "on", "once", "route", "route_from_har", "route_web_socket",
            "set_default_navigation_timeout", "set_default_timeout", "set_extra_http_headers", "set_geolocation",
            "set_offline")
"""What a test calls of a page or its context to set what stays."""


class Windows:
    """`windows.open(locale="es-ES", …)` returns a `Window` with these options of Playwright's contexts, and
    `windows.put_back(window)` ends its use.
    """

    def __init__(self, chromium, origin):
        self._chromium, self._origin, self._kept = chromium, origin, []

    def open(self, **options):
        window = next((each for each in self._kept if each.options == options), None)
        if window is None:
            return Window(self._chromium, self._origin, options)
        self._kept.remove(window)
        window.complaints = []
        return window

    def put_back(self, window):
        if window.clear():
            self._kept.append(window)
        else:
            window.context.close()
        if len(self._kept) > _KEPT:
            self._kept.pop(0).context.close()

    def close(self):
        for window in self._kept:
            window.context.close()


class Window:
    """A browser `context` with a `page`, whose errors of scripts and in the console are in `complaints`."""

    def __init__(self, chromium, origin, options):
        self.options, self._lasts = options, False
        self.context = chromium.new_context(base_url=origin, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.devtools = self.context.new_cdp_session(self.page)
        self.complaints = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._heard)
        for each in (self.context, self.page):
            for name in set(_LASTING) & set(dir(each)):
                setattr(each, name, self._noting(getattr(each, name)))

    def _noting(self, method):
        def note(*given, **named):
            self._lasts = True
            return method(*given, **named)

        return note

    def evaluate(self, script):
        """Return the script's value, also where the page forbids scripts of this kind."""
        return self.devtools.send("Runtime.evaluate", {"expression": script})["result"].get("value")

    def clear(self):
        """Let the window be as a new one; returns whether it is."""
        if self._lasts or self.context.pages != [self.page]:
            return False
        try:
            self.page.goto("/healthz")
        except Error:  # the last page goes elsewhere by itself at this moment
            return False
        self.evaluate("""sessionStorage.clear(), window.name = "",
            Object.keys(localStorage).filter((key) => key !== "axe").forEach((key) => localStorage.removeItem(key))""")
        self.devtools.send("Page.resetNavigationHistory")
        self.context.clear_cookies()
        self.page.mouse.move(-1, -1)
        self.page.emulate_media(media="null", **{name: self.options.get(name, usual) for name, usual in _MEDIA.items()})
        if self.page.viewport_size != self.options["viewport"]:
            self.page.set_viewport_size(self.options["viewport"])
        return True

    def _heard(self, message):
        # Failed requests log errors by themselves; tests that cut the line expect them.
        if message.type == "error" and not any(known in message.text for known in _EXPECTED):
            self.complaints.append(message.text)
