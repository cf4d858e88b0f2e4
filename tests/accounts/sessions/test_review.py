"""What an admin sees of the sessions of the firm's people, and ending them."""

from datetime import timedelta

from intake.accounts.access.caller import Caller
from intake.accounts.oauth.tokens import AccessToken
from intake.accounts.sessions import actions
from intake.accounts.sessions.models import SecondFactor, Session
from intake.core.clock import iso, now
from tests.builders import a_token, a_user
from tests.core.answers import data


def test_sessions_are_listed_and_ended(api, rival_api, firm):
    user, colleague = a_user(firm), a_user(firm)
    tokens = [actions.begin(each, "Firefox Linux", "203.0.113.9") for each in (user, user, colleague)]
    access = a_token(user, ["matters:read"])
    rows = data(api.get(f"/firms/users/{user.id}/sessions"))

    assert [(row["device"], row["address"]) for row in rows] == [("Firefox, Linux", "203.0.113.x")] * 2
    assert rival_api.get(f"/firms/users/{user.id}/sessions").status_code == 404
    assert rival_api.delete(f"/firms/users/{user.id}/sessions").status_code == 404
    assert data(api.delete(f"/firms/users/{user.id}/sessions")) == {"id": user.id, "sessions_ended": 2}
    assert [Session.by_token(token) is None for token in tokens] == [True, True, False]
    assert AccessToken.by_text(access) is None
    assert data(api.delete(f"/firms/users/{user.id}/sessions"))["sessions_ended"] == 0


def test_list_of_people_says_when_each_was_seen_and_who_has_a_second_factor(api, firm):
    user = a_user(firm)
    session = Session.by_token(actions.begin(user))
    session.change(seen_at=now() + timedelta(minutes=9))
    SecondFactor.prepare_for(user, "sealed")
    [row] = data(api.get("/firms/users"))
    assert (row["last_seen"], row["second_factor"]) == (iso(session.seen_at), False)
    SecondFactor.of_user(user).change(confirmed_at=now())
    actions.end_all(Caller.of_session(_with_records(session, firm, user)), user.id)
    [row] = data(api.get("/firms/users"))

    assert (row["last_seen"], row["second_factor"]) == (row["last_sign_in"], True)


def _with_records(session, firm, user):
    session.firm, session.user = firm, user
    return session
