"""The OAuth server of the stand-ins: consent, codes, and tokens that are refreshed, expire and are revoked."""

import html
import secrets
import time
from dataclasses import dataclass
from urllib.parse import urlencode
from urllib.request import HTTPRedirectHandler, build_opener

from .platform_server import Answer, route

CLIENT_ID, CLIENT_SECRET = "the-client-id", "the-client-secret"
_CODE_SECONDS = 600
_PAGE = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>{name}</title>
<h1>{name}</h1><p>This is a stand-in on this machine.</p><p>Intake asks for access to this account.</p>
<form method="post" action="/oauth/authorize?{query}">
<button name="decision" value="allow">Allow</button> <button name="decision" value="decline">Decline</button></form>"""


@dataclass
class Grant:
    """The tokens of one consent."""

    access_token: str
    refresh_token: str | None
    expires_at: float | None
    revoked: bool = False


class OAuthMixin:
    """Mixed into a `PlatformServer`, whose `lifetime` is that of its tokens; None means unlimited.

    `decision` is the user's; None means that a page asks the user. `refresh_returns_token`: the response to a refresh
    repeats the refresh token. `declines_on_own_page`: only `redirect_on_decline` redirects a refusal.
    """

    decision: str | None = "allow"
    lifetime: int | None = None
    refresh_returns_token = False
    declines_on_own_page = False

    def init_oauth(self):
        """Begin without grants."""
        self.grants, self._codes = [], {}

    def follow_consent(self, authorize_url):
        """Consent at this address; return where the browser is redirected."""
        with build_opener(_Staying).open(authorize_url, timeout=10) as answer:
            return answer.headers["Location"]

    def expire_tokens(self):
        """Expire every access token."""
        for grant in self.grants:
            grant.expires_at = time.time() - 1

    def remove_app(self):
        """Remove Intake from the account, which revokes all tokens."""
        for grant in self.grants:
            grant.revoked = True

    def bearer(self, call):
        """The grant of the call's bearer token; None if it has no valid one."""
        kind, _, token = call.headers.get("authorization", "").partition(" ")
        for grant in self.grants:
            if kind == "Bearer" and grant.access_token == token and not grant.revoked:
                return None if grant.expires_at and grant.expires_at < time.time() else grant
        return None

    @route("GET", "/oauth/authorize")
    def _ask(self, call):
        if call.query.get("client_id") != CLIENT_ID or call.query.get("response_type") != "code" or (
                "redirect_uri" not in call.query):
            return self._refused("invalid_request", "The client or the redirect_uri is not known.")
        if self.decision is None:
            page = _PAGE.format(name=self.name, query=html.escape(urlencode(call.query)))
            return Answer(200, page.encode(), {"Content-Type": "text/html; charset=utf-8"})
        return self._decided(call, self.decision)

    @route("POST", "/oauth/authorize")
    def _submit(self, call):
        return self._decided(call, call.form.get("decision"))

    def _decided(self, call, decision):
        parameters = {"state": call.query["state"]} if "state" in call.query else {}
        if decision == "allow":
            code = secrets.token_urlsafe(24)
            self._codes[code] = call.query["redirect_uri"], time.time() + _CODE_SECONDS
            parameters["code"] = code
        elif self.declines_on_own_page and call.query.get("redirect_on_decline") != "true":
            return Answer(200, b"<h1>Declined</h1>", {"Content-Type": "text/html"})
        else:
            parameters["error"] = "access_denied"
        return Answer(302, b"", {"Location": f"{call.query['redirect_uri']}?{urlencode(parameters)}"})

    @route("POST", "/oauth/token")
    def _token(self, call):
        form = call.form
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return self._refused("invalid_client", "The client is not known.", 401)
        if form.get("grant_type") == "authorization_code":
            redirect_uri, expires_at = self._codes.pop(form.get("code"), (None, 0))
            if not redirect_uri or redirect_uri != form.get("redirect_uri") or expires_at < time.time():
                return self._refused("invalid_grant", "The code is not valid any more.")
            grant = Grant("", f"refresh-{secrets.token_urlsafe(24)}" if self.lifetime else None, None)
            self.grants.append(grant)
            return self._renewed(grant, with_refresh_token=True)
        if form.get("grant_type") == "refresh_token":
            for grant in self.grants:
                if grant.refresh_token and grant.refresh_token == form.get("refresh_token") and not grant.revoked:
                    return self._renewed(grant, with_refresh_token=self.refresh_returns_token)
            return self._refused("invalid_grant", "The refresh token is not valid.")
        return self._refused("unsupported_grant_type", "This grant is not known.")

    def _renewed(self, grant, with_refresh_token):
        grant.access_token = f"access-{secrets.token_urlsafe(24)}"
        grant.expires_at = time.time() + self.lifetime if self.lifetime else None
        payload = {"token_type": "bearer", "access_token": grant.access_token}
        if self.lifetime:
            payload["expires_in"] = self.lifetime
        else:
            payload["created_at"] = int(time.time())
        if grant.refresh_token and with_refresh_token:
            payload["refresh_token"] = grant.refresh_token
        return Answer(200, payload)

    def _refused(self, error, sentence, status=400):
        return Answer(status, {"error": error, "error_description": sentence})


class _Staying(HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None

    def http_error_302(self, _request, answer, *_):
        return answer
