"""The page of the rules for conflict checks."""

from intake.accounts.firms.models import Firm
from tests.builders import a_user

PATH = "/settings/conflicts"


def test_rules_are_changed(firm, signed_in_as):
    desk = signed_in_as(a_user(firm, "admin"))
    page = desk.get(PATH)
    assert (page.status_code, page.text.count('value="82"'), " checked" in page.text) == (200, 2, False)
    saved = desk.submit(PATH, PATH, required="yes", person="90", company="75")
    assert saved.status_code == 303
    settings = Firm.fetch(firm.id).settings
    assert settings["conflict_thresholds"] == {"person": 90, "company": 75}
    assert settings["require_conflict_check"]

    for wrong in ("59", "101", "8.5", "٩٠", "", "9" * 19):
        refused = desk.submit(PATH, PATH, person=wrong, company="80")
        assert (refused.status_code, refused.text.count('class="wrong"')) == (422, 1), wrong
    assert Firm.fetch(firm.id).settings["conflict_thresholds"] == {"person": 90, "company": 75}
    for role in ("attorney", "paralegal", "staff"):
        assert signed_in_as(a_user(firm, role)).get(PATH).status_code == 404
