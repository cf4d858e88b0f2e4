"""GET /webhooks and GET /webhooks/:id."""

from tests.core.answers import data, ids

WANTED = {"url": "https://hooks.example.com/intake", "events": ["matter.created"]}
SHOWN = {"id", "url", "events", "description", "active", "created_at", "updated_at", "last_triggered_at",
         "failing_since", "disabled_reason"}


def test_the_list_has_the_newest_first_and_pages(api):
    made = [data(api.post("/webhooks", WANTED), 201)["id"] for _ in range(3)]

    assert ids(api.get("/webhooks")) == made[::-1]
    page = api.get("/webhooks?page=2&per_page=2")
    assert ids(page) == made[:1]
    assert page.json["pagination"] == {"page": 2, "per_page": 2, "total": 3, "has_more": False}


def test_only_the_first_answer_holds_the_secret(api):
    made = data(api.post("/webhooks", WANTED), 201)
    one = f"/webhooks/{made['id']}"
    answers = [api.get("/webhooks"), api.get(one), api.patch(one, {"description": "a"}), api.get(f"{one}/deliveries"),
               api.delete(one)]

    assert {answer.status_code for answer in answers} == {200}
    for answer in answers:
        assert "secret" not in answer.text
        assert made["signing_secret"].removeprefix("whsec_") not in answer.text


def test_an_endpoint_is_shown_as_in_the_list(api):
    made = data(api.post("/webhooks", WANTED), 201)
    [listed] = data(api.get("/webhooks"))

    assert set(listed) == SHOWN
    assert listed == data(api.get(f"/webhooks/{made['id']}"))
    assert listed.items() >= {name: made[name] for name in made if name != "signing_secret"}.items()
    assert (listed["last_triggered_at"], listed["failing_since"], listed["disabled_reason"]) == (None, None, None)


def test_the_list_shows_when_an_endpoint_was_last_triggered(api, endpoint, worker, record_events):
    record_events()
    worker.deliver()
    [listed] = data(api.get("/webhooks"))
    [delivery] = data(api.get(f"/webhooks/{endpoint.id}/deliveries"))

    assert listed["last_triggered_at"] == delivery["attempts"][0]["attempted_at"]
    assert listed["updated_at"] == listed["created_at"]  # it was not changed


def test_the_list_takes_few_statements_however_long_it_is(api, statements):
    for _ in range(5):
        api.post("/webhooks", WANTED)
    with statements() as seen:
        assert len(data(api.get("/webhooks"))) == 5

    assert len([sql for sql in seen if '"webhooks"' in sql]) <= 2
