"""The decision about a conflict check."""

import re

from intake.engagement.conflicts.actions import check, decide
from tests.builders import a_client, a_document, a_matter, a_user


def test_what_was_typed_about_a_decision_that_is_not_recorded_is_kept(firm, signed_in_as):
    desk, matter = signed_in_as(a_user(firm, "admin")), a_matter(firm)
    a_document(firm, matter, name="Consent", status="uploaded")
    made = check(firm, ["Acme"], matter_id=matter.id)
    path = f"/conflicts/{made.id}"
    for typed, sentence in (({"decision": "waived"}, "A waiver needs a document"), ({}, "Choose a decision."),
                            ({"decision": "clear", "note": "x" * 5001}, "a note of at most 5,000 characters")):
        refused = desk.submit(path, f"{path}/decide", **{"note": "Both have agreed <b>orally</b>."} | typed)
        assert (refused.status_code, sentence in refused.text) == (422, True)
        assert [each in refused.text for each in ("Both have agreed &lt;b&gt;orally&lt;/b&gt;.", "x" * 5001)] == [
            "note" not in typed, "note" in typed]
        assert re.findall(r'value="(\w+)" required checked', refused.text) == list(
            filter(None, [typed.get("decision")]))
    form = desk.form(path, f"{path}/decide").fields
    decide(firm, made.id, "clear")
    late = desk.post(f"{path}/decide", form | {"decision": "conflict", "note": "The firm acts for both."})
    assert (late.status_code, "is already decided" in late.text, "The firm acts for both." in late.text) == (
        409, True, True)


def test_name_of_one_word_is_not_taken_for_a_search_of_all_who_have_it(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    a_client(firm, first_name="Ana", last_name="Silva")
    made = desk.submit("/conflicts", "/conflicts", names="Silva\nAcme Corp.\n張偉\nruiz@example.com")
    page = desk.get(made.location).text

    assert ["Nothing was found" in page, "people of no other name: Silva. Search" in page] == [True, True]
    assert "name no one like those" not in page
