"""A client's contact preferences are set on their page."""

import re

from intake.cases.clients.models import Client
from tests.builders import a_client, a_matter, a_user
from tests.messaging.communications.conftest import mailing, twilio  # noqa: F401  (fixtures)


def test_preferences_are_set_and_shown(firm, signed_in_as):
    client, desk = a_client(firm), signed_in_as(a_user(firm, "attorney"))
    path = f"/clients/{client.id}"
    fields = desk.form(f"{path}/edit", f"{path}/edit").fields
    safe = {name: value for name, value in fields.items() if name not in ("by_sms", "by_identify")}
    safe |= {"neutral_name": "Rosa's Garden", "hours_from": "09:00"}

    wrong = desk.post(f"{path}/edit", safe)
    assert wrong.status_code == 422
    assert "Enter both times" in wrong.text

    assert desk.post(f"{path}/edit", safe | {"hours_to": "17:30"}).status_code == 303
    assert Client.fetch(firm, client.id).contact_preferences == {
        "email": True, "sms": False, "voicemail": True, "reminders": True, "identify": False, "preferred": None,
        "neutral_name": "Rosa's Garden", "hours": {"from": "09:00", "to": "17:30"}}
    shown = desk.get(path).text
    assert "No SMS" in shown
    assert "Do not say who we are (Rosa&#39;s Garden)" in shown
    assert "Only from 9:00 AM to 5:30 PM" in shown
    assert "No e-mail" not in shown


def test_only_allowed_channels_are_offered(firm, signed_in_as, mailing, twilio):  # noqa: F811
    client = a_client(firm, email="ana@example.com", phone="+15185550142", contact_preferences={"email": False})
    matter, desk = a_matter(firm, client_id=client.id), signed_in_as(a_user(firm))
    for page in (f"/matters/{matter.id}/messages", f"/messages/{matter.id}"):
        assert re.findall(r'<option value="(email|sms)"', desk.get(page).text) == ["sms"], page
