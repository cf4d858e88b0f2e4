"""The page of API keys."""

import re
from datetime import timedelta

import pytest

from intake.accounts.access.actions import create_key
from intake.accounts.access.models import ApiKey
from intake.core.clock import now
from tests.builders import a_user
from tests.conftest import Api

PAGE = "/settings/developers"
SHOWN_ONCE = re.compile(r"ik_live_[A-Za-z0-9]{12}_[A-Za-z0-9]{40}")


def make(desk, **changes):
    given = {"name": "Website form", "days": "90", "scopes": ["matters:read", "clients:read"]} | changes
    return desk.post(f"{PAGE}/keys", desk.form(PAGE, f"{PAGE}/keys").fields | given)


def test_key_is_made_shown_once_used_and_revoked(app, firm, desk):
    made = make(desk)
    text = SHOWN_ONCE.search(made.text)[0]
    key = ApiKey.of(firm).get()
    client = Api(app, text)

    assert (key.scopes, key.created_by is not None) == (["matters:read", "clients:read"], True)
    assert timedelta(days=89) < key.expires_at - now() <= timedelta(days=90)
    assert client.get("/matters").status_code == 200
    assert client.get("/webhooks").status_code == 403
    page = desk.get(PAGE).text
    assert (SHOWN_ONCE.search(page), f"ik_live_{key.public_part}_…" in page) == (None, True)
    spanish = desk.get(PAGE, headers={"Accept-Language": "es"}).text
    assert ("2 of 1,000" in page, "2 de 1,000" in spanish, "<dd>1,000 <" in spanish) == (True, True, True)

    replaced = SHOWN_ONCE.search(desk.submit(PAGE, f"{PAGE}/keys/{key.id}/regenerate").text)[0]
    assert (client.get("/matters").status_code, Api(app, replaced).get("/matters").status_code) == (401, 200)
    answer = desk.submit(PAGE, f"{PAGE}/keys/{key.id}/revoke")
    assert answer.headers["Location"] == f"{PAGE}?done=revoked"
    assert Api(app, replaced).get("/matters").status_code == 401
    assert f'id="{key.id}"' not in desk.get(PAGE).text
    assert f'id="{key.id}"' in desk.get(f"{PAGE}?show=ended").text


@pytest.mark.parametrize(("changes", "said"), [
    ({"name": " "}, "Enter a name"), ({"name": "x" * 101}, "Enter a name"), ({"name": "\0"}, "Enter a name"),
    ({"scopes": []}, "Choose at least one"), ({"scopes": ["everything"]}, "Choose at least one"),
    ({"days": "1"}, "Choose one of these"),
], ids=["blank", "long", "nul", "none", "unknown", "days"])
def test_what_is_wrong_is_said_and_nothing_is_made(firm, desk, changes, said):
    answer = make(desk, **changes)

    assert (answer.status_code, said in answer.text, ApiKey.of(firm).count()) == (422, True, 0)


def test_other_roles_and_firms_find_nothing(firm, rival, desk, signed_in_as):
    other = create_key(rival, "Theirs", ["matters:read"])[0]
    form = desk.form(PAGE, f"{PAGE}/keys").fields

    assert signed_in_as(a_user(firm, "attorney")).get(PAGE).status_code == 404
    for act in ("revoke", "regenerate"):
        assert desk.post(f"{PAGE}/keys/{other.id}/{act}", form).status_code == 404
    assert ("Theirs" in desk.get(PAGE).text, ApiKey.fetch(rival, other.id).revoked_at) == (False, None)


def test_revoked_meanwhile_is_said(firm, desk):
    key = create_key(firm, "Old", ["matters:read"])[0]
    form = desk.form(PAGE, f"{PAGE}/keys/{key.id}/regenerate").fields
    desk.submit(PAGE, f"{PAGE}/keys/{key.id}/revoke")
    answer = desk.post(f"{PAGE}/keys/{key.id}/regenerate", form)

    assert "Make another one" in desk.get(answer.headers["Location"]).text
