"""A browser without JavaScript that keeps cookies and submits the forms of pages."""

import re
from html.parser import HTMLParser

from .callers import new_address

_TAG = re.compile(r"""<(?:main|form|input|button)\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
"""The tags of which `_Forms` makes something: parsing all of a page takes five times as long."""


class Browser:
    """A browser session: `browser.get("/account")`, `browser.submit("/login", email=…, password=…)`."""

    def __init__(self, app, base_url="http://localhost", **headers):
        self.app, self.headers, self._base_url = app, headers, base_url
        self._client = app.test_client()
        self._client.environ_base["REMOTE_ADDR"] = self.address = new_address()

    def get(self, path, **options):
        return self.open("GET", path, **options)

    def post(self, path, form=None, **options):
        return self.open("POST", path, data=form or {}, **options)

    def open(self, method, path, headers=None, **options):
        with self.app.app_context():  # a new `g` for every request, as on a server
            return self._client.open(path, self._base_url, method=method, headers=self.headers | (headers or {}),
                                     **options)

    def form(self, path, action=None):
        """Return a form of the page: the first one in `<main>`, or the one with this action.

        Its `fields` are the values that it would send unchanged.
        """
        page = self.get(path)
        forms = [form for form in self.forms_of(page.text)
                 if action == form.action or (action is None and form.is_main)]
        assert forms, f"{path} has no such form: {page.status_code} {page.text}"
        return forms[0]

    def forms_of(self, text):
        """Return the POST forms of a page."""
        return _Forms.of(text)

    def submit(self, path, action=None, **answers):
        """Open the page, fill in the form found by `form`, and submit it. None unticks a box."""
        form = self.form(path, action)
        given = {name: value for name, value in (form.fields | answers).items() if value is not None}
        return self.post(form.action or path, given)

    def cookie(self, name):
        """Return the value of a cookie, or None."""
        found = self._client.get_cookie(name)
        return found.value if found else None

    def set_cookie(self, name, value):
        self._client.set_cookie(name, value)


class _Forms(HTMLParser):
    """Parses the POST forms of a page."""

    @classmethod
    def of(cls, text):
        parser = cls()
        parser.forms, parser.in_main = [], False
        parser.feed("".join(_TAG.findall(text)))
        return parser.forms

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.in_main = self.in_main or tag == "main"
        if tag == "form" and given.get("method") == "post":
            self.forms.append(_Form(given.get("action"), self.in_main))
        unticked = given.get("type") in ("checkbox", "radio") and "checked" not in given
        if tag in ("input", "button") and self.forms and "name" in given and "form" not in given and not unticked:
            self.forms[-1].fields[given["name"]] = given.get("value") or ""


class _Form:
    def __init__(self, action, is_main):
        self.action, self.is_main, self.fields = action, is_main, {}
