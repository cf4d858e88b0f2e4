"""A list of entries without scripts."""

from intake.cases.templates.question_types.entry_list import MAX_ENTRIES
from tests.builders import A_LIST


def test_buttons_save_the_page_and_lead_back_to_the_list(portal_of):
    portal = portal_of(form=[A_LIST])
    sent = portal.fields("/form/1") | {
        "q.children": ["", "0", "1", "x", "7"], "q.children.0.name": "Leo", "q.children.1.name": " ",
        "q.children.7.name": "Mia"}
    sent = {name: value for name, value in sent.items() if name not in ("q.children.add", "q.children.remove")}

    added = portal.post("/form/1?lang=es", sent | {"q.children.add": "yes"})
    assert added.location == portal.path("/form/1?more=children&lang=es#q.children.3")
    entries = [{"name": "Leo"}, {}, {"name": "Mia"}]
    assert [{name: text for name, text in entry.items() if text} for entry in portal.form.draft["children"]] == entries
    page = portal.get("/form/1?more=children").text
    assert ('id="q.children.3.name"' in page, 'id="q.children.4.name"' in page) == (True, False)

    without_list = {"csrf": sent["csrf"], "q.children.add": "yes"}  # of a page that is not ours, or was cut off
    assert portal.post("/form/1", without_list).location == portal.path("/form/1?more=children#q.children.0")
    assert portal.post("/form/1", sent | {"q.children.remove": "0"}).location == portal.path("/form/1#q.children")
    assert [entry.get("name") for entry in portal.form.draft["children"]] == [None, "Mia"]

    many = {"q.children": [*range(999)], **{f"q.children.{number}.name": "Leo" for number in range(999)}}
    portal.post("/form/1", sent | many)
    assert len(portal.form.draft["children"]) == MAX_ENTRIES + 1
