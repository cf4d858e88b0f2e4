"""Notification preferences (docs/behaviour.md, "The firm")."""

import pytest

from tests.core.answers import data, wrong_fields

PATH = "/firms/notification-preferences"
ALERTS = ("document_uploaded", "intake_completed", "deadline_approaching", "intake_link_expired")


def test_alerts_are_sent_by_email_by_default(api):
    assert data(api.get(PATH)) == {alert: {"email": True, "sms": False} for alert in ALERTS}


@pytest.mark.parametrize("alert", ALERTS)
@pytest.mark.parametrize(("sent", "then"), [
    ({"email": False, "sms": True}, {"email": False, "sms": True}), ({"sms": True}, {"email": True, "sms": True}),
    ({"email": False}, {"email": False, "sms": False}), ({}, {"email": True, "sms": False})])
def test_only_sent_preferences_change(api, alert, sent, then):
    before = data(api.get(PATH))

    assert data(api.patch(PATH, {alert: sent})) == before | {alert: then}
    assert data(api.get(PATH)) == before | {alert: then}


def test_later_change_keeps_an_earlier_one(api):
    api.patch(PATH, {"document_uploaded": {"sms": True}})

    assert data(api.patch(PATH, {"document_uploaded": {"email": False}}))["document_uploaded"] == {
        "email": False, "sms": True}


def test_concurrent_changes_are_all_kept(api, at_once):
    at_once(4, lambda index: api.patch(PATH, {ALERTS[index]: {"sms": True}}))

    assert data(api.get(PATH)) == {alert: {"email": True, "sms": True} for alert in ALERTS}


@pytest.mark.parametrize(("body", "field"), [
    ({"document_upload": {"sms": True}}, "document_upload"), ({"document_uploaded": True}, "document_uploaded"),
    ({"document_uploaded": None}, "document_uploaded"), ({"intake_completed": {"sms": "yes"}}, "intake_completed.sms"),
    ({"intake_completed": {"fax": True}}, "intake_completed.fax"),
])
def test_invalid_body_is_refused_and_changes_nothing(api, body, field):
    before = data(api.get(PATH))

    assert wrong_fields(api.patch(PATH, {"deadline_approaching": {"sms": True}} | body)) == {field}
    assert data(api.get(PATH)) == before


def test_other_firms_preferences_are_unchanged(api, rival_api):
    before = data(rival_api.get(PATH))

    api.patch(PATH, {"document_uploaded": {"sms": True}})

    assert data(rival_api.get(PATH)) == before
