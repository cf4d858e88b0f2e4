"""GET /communications: the messages of all matters."""

from datetime import timedelta

from intake.core.clock import now
from tests.builders import a_client, a_communication, a_matter, a_user
from tests.core.answers import data, ids


def test_row_is_the_message_with_its_matter_and_client(api, firm):
    a_communication(firm)
    matter = a_matter(firm, client_id=a_client(firm).id)
    message = a_communication(firm, matter)

    rows = data(api.get("/communications"))

    assert rows[0] == data(api.get(f"/matters/{matter.id}/communications"))[0] | {
        "matter": {"id": matter.id, "title": matter.title}, "client": {"id": matter.client_id, "name": "Ana Silva"}}
    assert rows[0]["id"] == message.id
    assert rows[1]["client"] is None


def test_filters_narrow_the_list(api, firm):
    attorney = a_user(firm)
    matter = a_matter(firm, practice_area="criminal", assigned_attorney=attorney.id)
    one = a_communication(firm, matter, channel="email", status="failed")
    other = a_communication(firm, direction="inbound")

    for query, wanted in ((
        {"channel": "email"}, one), ({"channel": "sms"}, other), ({"direction": "inbound"}, other),
        ({"status": "failed"}, one), ({"matter_id": matter.id}, one), ({"assigned_attorney": attorney.id}, one),
        ({"practice_area": "criminal"}, one),
    ):
        answer = api.get("/communications", query_string=query)
        assert (ids(answer), answer.json["pagination"]["total"]) == ([wanted.id], 1), query


def test_order_is_the_latest_first(api, firm):
    messages = [a_communication(firm).id for _ in range(3)]

    assert ids(api.get("/communications?order=asc")) == messages
    assert ids(api.get("/communications")) == messages[::-1]


def test_staff_see_the_messages_of_their_matters(api_as, firm):
    staff = a_user(firm, "staff")
    own = a_communication(firm, a_matter(firm, assigned_attorney=staff.id))
    a_communication(firm)

    answer = api_as(staff).get("/communications")
    assert (ids(answer), answer.json["pagination"]["total"]) == ([own.id], 1)


def test_list_takes_three_statements(api, firm, statements):
    for _ in range(3):
        a_communication(firm)
    api.get("/communications")
    with statements() as seen:
        api.get("/communications?channel=sms")

    assert len(seen) <= 3


def test_unread_is_each_readers_own(api, api_as, firm, rival_api, statements):
    person, colleague = api_as(a_user(firm)), api_as(a_user(firm))
    matter = a_matter(firm)
    old = a_communication(firm, matter, direction="inbound", created_at=now() - timedelta(days=31))
    sent = a_communication(firm, matter)
    first, last = (a_communication(firm, matter, direction="inbound", created_at=now() + timedelta(seconds=seconds))
                   for seconds in range(2))
    for reader in (person, colleague, api):
        assert ids(reader.get("/communications?unread=true")) == [last.id, first.id]
        assert ids(reader.get("/communications?unread=false")) == [sent.id, old.id]

    assert data(person.post(f"/communications/{first.id}/read")) == {"marked": 1}
    assert ids(person.get("/communications?unread=true")) == [last.id]
    assert ids(colleague.get("/communications?unread=true")) == [last.id, first.id]
    assert data(api.post(f"/communications/{last.id}/read")) == {"marked": 2}
    assert data(api.post(f"/communications/{last.id}/read")) == {"marked": 0}
    assert ids(api.get("/communications?unread=true")) == []
    assert ids(colleague.get("/communications?unread=true")) == [last.id, first.id]
    assert rival_api.post(f"/communications/{last.id}/read").status_code == 404
    with statements() as seen:
        colleague.get("/communications?unread=true")
    assert len(seen) <= 3
