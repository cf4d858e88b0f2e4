"""Resending and withdrawing invitations."""

from datetime import datetime, timedelta

from intake.accounts.users.actions import accept
from intake.accounts.users.models import Invitation, User
from tests.core.answers import data, ids, refusal


def test_resend_replaces_the_link_for_seven_days(api, invited, token_of):
    first = invited()
    old = token_of(first["id"])
    Invitation.update(expires_at=datetime.fromisoformat(first["invite_sent_at"])).where(
        Invitation.id == first["id"]).execute()

    again = data(api.post(f"/firms/invitations/{first['id']}/resend"))

    assert {name: again[name] for name in ("id", "email", "role", "status")} == {
        name: first[name] for name in ("id", "email", "role", "status")}
    sent, expires = (datetime.fromisoformat(again[name]) for name in ("invite_sent_at", "expires_at"))
    assert sent > datetime.fromisoformat(first["invite_sent_at"])
    assert expires - sent == timedelta(days=7)
    assert Invitation.by_token(old) is None
    assert Invitation.by_token(token_of(first["id"])).id == first["id"]


def test_replaced_link_cannot_be_submitted(api, firm, invited, token_of):
    opened = Invitation.by_token(token_of(invited()["id"]))
    data(api.post(f"/firms/invitations/{opened.id}/resend"))

    assert accept(opened, "Maya", "Okafor", "correct horse battery") is False
    assert User.of(firm).count() == 0


def test_withdrawn_invitation_is_gone(api, invited, token_of):
    invitation = invited()
    token = token_of(invitation["id"])

    assert data(api.delete(f"/firms/invitations/{invitation['id']}")) == {"id": invitation["id"], "deleted": True}

    assert ids(api.get("/firms/users")) == []
    assert not Invitation.by_token(token).is_open
    assert refusal(api.delete(f"/firms/invitations/{invitation['id']}")) == (404, "invitation_not_found")
    assert refusal(api.post(f"/firms/invitations/{invitation['id']}/resend")) == (404, "invitation_not_found")


def test_address_can_be_invited_again_after_withdrawal(api, invited):
    first = invited()
    api.delete(f"/firms/invitations/{first['id']}")

    assert invited(email=first["email"])["id"] != first["id"]


def test_accepted_invitation_is_not_found(api, invited):
    invitation = Invitation.get_by_id(invited()["id"])
    assert accept(invitation, "Maya", "Okafor", "correct horse battery")

    assert refusal(api.delete(f"/firms/invitations/{invitation.id}")) == (404, "invitation_not_found")
    assert refusal(api.post(f"/firms/invitations/{invitation.id}/resend")) == (404, "invitation_not_found")
    assert [row["status"] for row in data(api.get("/firms/users"))] == ["active"]


def test_concurrent_accept_and_withdraw_exclude_each_other(api, firm, invited, at_once):
    for _ in range(4):
        invitation = Invitation.get_by_id(invited()["id"])

        joined, answer = at_once(2, lambda index, it=invitation: (
            api.delete(f"/firms/invitations/{it.id}").status_code if index
            else accept(it, "Maya", "Okafor", "correct horse battery")))

        assert (joined, answer) in ((True, 404), (False, 200))
        row = Invitation.get_by_id(invitation.id)
        assert (row.status, row.user_id is not None) == (("accepted", True) if joined else ("withdrawn", False))
