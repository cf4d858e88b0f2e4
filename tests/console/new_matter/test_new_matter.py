"""The page on which a matter is opened."""

import re
from html import unescape

import pytest

from intake.accounts.firms.actions import change_settings
from intake.accounts.sessions.actions import begin
from intake.accounts.sessions.models import Session
from intake.accounts.users.models import User
from intake.cases.client_merges.actions import merge
from intake.cases.clients.models import Client
from intake.cases.documents.models import DocumentRequest
from intake.cases.matters.models import Matter
from intake.core.ids import new_id
from intake.messaging.communications.models import Communication
from intake.portal.links.models import IntakeLink
from tests.builders import a_client, a_matter, a_template, a_user
from tests.messaging.communications.conftest import mailing  # noqa: F401  (a fixture)
from tests.stand_ins.smtp import CUT

NEW = "/matters/new"
ANA = {"first_name": "Ana", "last_name": "Silva", "email": "ana@example.com", "phone": "", "language": "es"}
DIVORCE = {"practice_area": "family_law", "title": ""}


@pytest.fixture
def attorney(firm):
    return a_user(firm, "attorney")


@pytest.fixture
def desk(attorney, signed_in_as):
    return signed_in_as(attorney)


@pytest.fixture
def template(firm):
    return a_template(firm, name="Divorce", practice_area="family_law", documents=[
        {"name": "Passport"}, {"name": "Tax return", "required": False}])


class Steps:
    """A person who goes from step to step; `page` is the last page; forms are sent as shown except for given fields."""

    def __init__(self, browser, path=NEW):
        self.browser, self.page = browser, browser.get(path)

    def go_on(self, **given):
        """Send the form of the page, with these fields."""
        form = next(form for form in self.browser.forms_of(self.page.text) if form.action == NEW)
        fields = {name: value for name, value in (form.fields | given).items() if value is not None}
        self.page = self.browser.post(NEW, {"to": ""} | fields if "to" not in given else fields)
        return self.page

    def to_the_message(self, template, client=ANA, **matter):
        """Go to the last step."""
        self.go_on(**client, to="")
        return self.go_on(**DIVORCE | {"template_id": template.id if template else "", "to": ""} | matter)

    def send(self, **given):
        """Send the last step's form by its first button."""
        return self.go_on(**{"to": ""} | given)

    def send_twice(self):
        """Send the last step's form twice, and return the addresses of both redirects."""
        last, first = self.page, self.send()
        self.page = last
        assert self.send().location == first.location
        return first.location


@pytest.fixture
def steps(desk):
    return Steps(desk)


def matters_of(firm):
    return list(Matter.of(firm))


def documents_of(firm):
    return {document.name: document.required for document in DocumentRequest.of(firm)}


def test_from_a_name_to_the_link_that_was_sent(steps, firm, attorney, template):
    steps.to_the_message(template)
    assert "Ana Silva – Divorce" in steps.page.text
    answer = steps.send()
    [matter] = matters_of(firm)

    assert (answer.status_code, answer.headers["Location"]) == (303, f"{NEW}/{matter.id}")
    assert (matter.title, matter.practice_area, matter.intake_template_id, matter.assigned_attorney) == (
        "Ana Silva – Divorce", "family_law", template.id, attorney.id)
    assert (matter.client.full_name, matter.client.custom_fields) == ("Ana Silva", {"language": "es"})
    assert documents_of(firm) == {"Passport": True, "Tax return": False}
    [message] = Communication.of(firm)
    assert (message.to, message.language) == ("ana@example.com", "es")


def test_page_of_the_link_shows_its_address_and_draws_it(steps, firm, desk, template):
    steps.to_the_message(template)
    address = steps.send().headers["Location"]
    [link] = IntakeLink.of(firm)
    page, drawing = desk.get(address), desk.get(f"/matters/{address.rpartition('/')[2]}/link/qr.svg")

    assert link.url in page.text
    assert f"/matters/{address.rpartition('/')[2]}/link/qr.svg" in page.text
    assert (drawing.mimetype, drawing.headers["Cache-Control"]) == ("image/svg+xml", "no-store")
    assert drawing.text.startswith("<svg")


def test_message_is_shown_in_the_clients_language(steps, template):
    page = steps.to_the_message(template).text

    assert "El enlace es solo para usted" in page
    assert "Por SMS" not in page


def test_checklist_is_adjusted(steps, firm, template):
    steps.to_the_message(template)
    steps.send(wanted_1=None, required_0=None, further="Photos of the house\n\n passport \n")

    assert documents_of(firm) == {"Passport": False, "Photos of the house": True}


def test_without_anything_asked_no_matter_is_opened(steps, firm):
    steps.to_the_message(None)
    page = steps.send()

    assert (page.status_code, matters_of(firm)) == (422, [])
    assert "Please ask for a document" in page.text


def test_default_template_is_not_added_to_what_was_unticked(steps, firm, template, api):
    api.patch("/firms/settings", {"settings": {"default_intake_template": template.id}})
    steps.to_the_message(template)
    steps.send(wanted_0=None, wanted_1=None)

    assert (len(matters_of(firm)), documents_of(firm)) == (1, {})


def test_default_template_is_chosen_beforehand(desk, api, template):
    api.patch("/firms/settings", {"settings": {"default_intake_template": template.id}})
    steps = Steps(desk)
    steps.go_on(**ANA, to="")

    assert f'value="{template.id}" selected' in steps.page.text


def test_link_is_only_made(steps, firm, template):
    steps.to_the_message(template)
    answer = steps.go_on(to="link")
    [link] = IntakeLink.of(firm)

    assert answer.status_code == 303
    assert (link.sent_by, list(Communication.of(firm))) == ([], [])


def test_client_without_addresses_gets_no_message(steps, firm, template):
    steps.to_the_message(template, ANA | {"email": ""})
    assert "No message can reach this client" in steps.page.text

    assert steps.send().status_code == 303
    assert [link.sent_by for link in IntakeLink.of(firm)] == [[]]


@pytest.mark.parametrize(("fault", "sentence"), [
    ({"RCPT": "550 No such person"}, "could not be sent"), ({"END": CUT}, "may have arrived")])
def test_refused_message_leaves_the_matter_and_says_so(
        steps, firm, desk, template, mailing, fault, sentence):  # noqa: F811
    mailing(**fault)
    steps.to_the_message(template)
    answer = steps.send()

    assert len(matters_of(firm)) == 1
    assert sentence in desk.get(answer.headers["Location"]).text


def test_known_client_is_found_by_name_mail_and_phone(desk, firm):
    ana = a_client(firm, email="ana@example.com", phone="+15185550142")
    a_client(firm, first_name="Bruno", last_name="Costa")

    for words in ("silva", "ANA@example", "(518) 555-0142"):
        page = desk.get(f"{NEW}?q={words}").text
        assert (f'name="client_id" value="{ana.id}"' in page, "Costa" in page) == (True, False), words


def test_matter_of_a_known_client(desk, firm, template):
    ana = a_client(firm, email="ana@example.com")
    steps = Steps(desk, f"{NEW}?client_id={ana.id}")
    steps.go_on(**DIVORCE, template_id=template.id, to="")
    steps.send()

    assert [matter.client_id for matter in matters_of(firm)] == [ana.id]
    assert Client.of(firm).count() == 1


def test_likely_duplicate_is_named_before_a_client_is_created(steps, firm, template):
    ana = a_client(firm, first_name="Anna")
    page = steps.go_on(**ANA, to="")
    assert (page.status_code, f'name="client_id" value="{ana.id}"' in page.text) == (422, True)

    assert "In charge" in steps.go_on(**ANA, to="").text  # it is another person
    steps.go_on(**DIVORCE, template_id=template.id, to="")
    steps.send()
    assert Client.of(firm).count() == 2


def test_what_was_typed_stays_when_a_known_client_is_chosen_instead(steps, firm, desk, template):
    ana = a_client(firm, first_name="Anna", email="old@example.com", phone="+15185550142")
    steps.go_on(**ANA | {"first_name": "Bruno", "phone": "(518) 555-0199"}, to="")
    steps.go_on(**DIVORCE | {"title": "Silva v. Silva", "template_id": template.id}, to="client")
    search = steps.page.text.partition(f'action="{NEW}" role="search">')[2].partition("</form>")[0]
    kept = dict(re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', search))
    searched = desk.get(NEW, query_string={"q": "silva"} | kept).text
    for page in (steps.go_on(**ANA | {"phone": "518 555 0142"}, to="").text, searched):
        assert f'form="choose" name="client_id" value="{ana.id}"' in page
        assert not re.search(f"{NEW}[?][^\"]*(email|phone)=", page)  # an address stays in the browser's history
        chosen = desk.post(NEW, desk.forms_of(page)[-1].fields | {"client_id": ana.id}).text
        assert 'value="Silva v. Silva"' in chosen
        assert f'<option value="{template.id}" selected>' in chosen
        assert ("ana@example.com. The link goes" in chosen) == (page != searched)


def test_last_step_begins_without_a_complaint(steps, template):
    page = steps.to_the_message(None).text
    assert ("Please ask for a document" in page, "counted once it is sent" in page) == (False, True)
    assert "Please ask for a document" in steps.send().text


def test_address_of_another_client_cannot_be_used_twice(steps, firm):
    a_client(firm, first_name="Bruno", last_name="Costa", email="ana@example.com")
    steps.go_on(**ANA, to="")
    page = steps.go_on(**ANA, to="")

    assert page.status_code == 422
    assert "belongs to another client" in page.text


@pytest.mark.parametrize(("given", "complaint"), [
    ({"first_name": "\u200b"}, "Please enter the first name."),
    ({"last_name": "x" * 101}, "Please enter the last name."),
    ({"email": "ana"}, "Please enter an e-mail address"),
    ({"phone": "12"}, "Please enter a telephone number"),
])
def test_wrong_client_is_explained_and_what_was_typed_is_kept(steps, given, complaint):
    page = steps.go_on(**ANA | {"email": "ana@example.com"} | given, to="")

    assert (page.status_code, complaint in page.text) == (422, True)
    assert "Silva" in page.text or "last_name" in given


def test_complaints_are_in_the_readers_language(attorney, signed_in_as):
    steps = Steps(signed_in_as(attorney, **{"Accept-Language": "es"}))
    page = steps.go_on(first_name="", last_name="", email="x", phone="1", to="").text

    assert "Escriba el nombre." in page
    assert "Please" not in page


def test_title_of_another_matter_is_refused(steps, firm, template):
    a_matter(firm, title="Silva divorce")
    page = steps.to_the_message(template, title="SILVA divorce")

    assert (page.status_code, "already exists" in page.text) == (422, True)
    assert 'value="SILVA divorce"' in page.text


def test_proposed_title_is_free(steps, firm, template):
    a_matter(firm, title="Ana Silva – Divorce")

    assert "Ana Silva – Divorce 2" in steps.to_the_message(template).text


def test_proposed_title_follows_the_template(steps, firm, template):
    steps.to_the_message(template)
    steps.go_on(to="matter")
    page = steps.go_on(template_id=a_template(firm, name="Custody", practice_area="family_law").id, to="")

    assert "Ana Silva – Custody" in page.text


def test_practice_area_is_the_templates_unless_chosen(steps, firm, template):
    steps.to_the_message(template, practice_area="")
    steps.send()

    assert [matter.practice_area for matter in matters_of(firm)] == ["family_law"]


def test_without_a_template_the_practice_area_is_asked_for(steps):
    page = steps.to_the_message(None, practice_area="")

    assert (page.status_code, "Please choose the practice area" in page.text) == (422, True)


def test_person_of_another_firm_cannot_be_in_charge(steps, rival, template):
    page = steps.to_the_message(template, assigned_attorney=a_user(rival).id)

    assert (page.status_code, "does not work for the firm" in page.text) == (422, True)


def test_every_colleague_of_a_large_firm_can_be_in_charge(steps, firm, template):
    last = a_user(firm, first_name="Zoe")
    User.insert_many([{**last.__data__, "id": new_id("usr"), "email_key": f"{n}@example.com", "first_name": "Ana"}
                      for n in range(300)]).execute()
    steps.to_the_message(template, assigned_attorney=last.id)
    steps.send()

    assert [matter.assigned_attorney for matter in matters_of(firm)] == [last.id]


def test_back_keeps_everything(steps, template):
    steps.to_the_message(template)
    steps.go_on(wanted_1=None, further="Lease", to="matter")
    steps.go_on(to="client")
    assert 'value="ana@example.com"' in steps.page.text

    steps.go_on(**ANA, to="")
    page = steps.go_on(**DIVORCE, template_id=template.id, to="").text
    assert "Lease</textarea>" in page
    assert 'id="wanted_0" name="wanted_0" type="checkbox" value="yes" checked' in page
    assert 'id="wanted_1" name="wanted_1" type="checkbox" value="yes">' in page


def test_form_that_is_sent_twice_opens_one_matter(steps, firm, template):
    steps.to_the_message(template)
    steps.send_twice()
    assert (len(matters_of(firm)), Client.of(firm).count(), Communication.of(firm).count()) == (1, 1, 1)


def test_sent_twice_it_says_again_that_the_link_was_not_sent(steps, firm, template, mailing):  # noqa: F811
    mailing(RCPT="550 No")
    steps.to_the_message(template)
    assert "could not be sent" in steps.browser.get(steps.send_twice()).text
    assert len(matters_of(firm)) == 1


def test_sent_twice_it_says_again_that_conflicts_are_checked_first(steps, firm, template):
    change_settings(firm, settings={"require_conflict_check": True})
    steps.to_the_message(template)
    assert "Check for conflicts first" in steps.browser.get(steps.send_twice()).text
    assert len(matters_of(firm)) == 1


def test_form_that_is_sent_at_once_opens_one_matter(steps, firm, template, at_once):
    steps.to_the_message(template, ANA | {"email": ""})
    [form] = [form for form in steps.browser.forms_of(steps.page.text) if form.action == NEW]
    answers = at_once(4, lambda _: steps.browser.post(NEW, form.fields | {"to": ""}).headers.get("Location"))

    assert len(set(answers)) == 1
    assert answers[0]
    assert (len(matters_of(firm)), Client.of(firm).count(), IntakeLink.of(firm).count()) == (1, 1, 1)


def test_id_of_another_firms_matter_opens_nothing(steps, firm, rival, template):
    taken = a_matter(rival)
    steps.to_the_message(template)
    page = steps.send(matter_id=taken.id)

    assert (page.status_code, matters_of(firm), Client.of(firm).count()) == (422, [], 0)


def test_client_who_was_merged_meanwhile_is_chosen_again(steps, firm, desk, template):
    steps = Steps(desk, f"{NEW}?client_id={(gone := a_client(firm, first_name='Anna')).id}")
    merge(firm, gone.id, a_client(firm, first_name="Ana").id)
    page = steps.go_on(**DIVORCE, to="")
    assert (page.status_code, "The chosen client no longer exists." in page.text) == (422, True)
    assert "enter the first name" not in page.text
    assert steps.to_the_message(template).status_code == 200


def test_another_firms_records_are_not_found(steps, firm, rival, desk, template):
    ana = a_client(rival, email="ana@example.com")
    foreign = a_template(rival, name="Theirs", documents=[{"name": "Secret"}])

    assert "Use this one" not in desk.get(f"{NEW}?q=silva").text
    assert "Silva" not in desk.get(f"{NEW}?client_id={ana.id}").text
    assert "Secret" not in steps.to_the_message(foreign).text
    matter = a_matter(rival, client_id=ana.id)
    assert [desk.get(path).status_code for path in (
        f"{NEW}/{matter.id}", f"/matters/{matter.id}/link/qr.svg")] == [404, 404]


@pytest.mark.parametrize(("role", "status"), [("admin", 200), ("attorney", 200), ("staff", 404), ("paralegal", 404)])
def test_those_who_may_open_matters_find_the_page(firm, signed_in_as, role, status):
    browser = signed_in_as(a_user(firm, role))

    assert browser.get(NEW).status_code == status
    assert (f'href="{NEW}"' in browser.get("/clients").text) == (status == 200)


def test_odd_input_is_no_error(desk):
    for query in ("q=%00", "client_id=%00", "q=" + "x" * 2000, "template_id=..", "matter_id=mat_1"):
        assert desk.get(f"{NEW}?{query}").status_code == 200, query
    form = desk.form(NEW, NEW)
    assert desk.post(NEW, form.fields | ANA | {"first_name": "A\0na", "step": "nonsense"}).status_code == 200


def test_what_was_typed_outlives_the_session(steps, desk, firm, attorney, template):
    steps.to_the_message(template)
    form = next(form for form in desk.forms_of(steps.page.text) if form.action == NEW)
    typed = form.fields | {"to": "link", "further": '\n<b>Lease & "more"'}
    Session.delete().where(Session.user_id == attorney.id).execute()
    forged = desk.post(NEW, typed | {"csrf": "forged"})
    kept = desk.post(NEW, typed)
    shown = unescape(kept.text)

    assert (forged.status_code, forged.location.split("?")[0]) == (303, "/login")
    assert (kept.status_code, Matter.of(firm).count()) == (401, 0)
    assert "<title>Your session is over" in kept.text
    assert '<textarea name="further" hidden>\n\n<b>Lease & "more"</textarea>' in shown
    assert "<b>" not in kept.text
    desk.set_cookie("intake_session", begin(attorney))
    again = dict(re.findall(r'<textarea name="(.*?)" hidden>\n(.*?)</textarea>', shown, re.DOTALL)) | {
        "csrf": form.fields["csrf"]}
    assert again == typed
    assert desk.post(NEW, again).status_code == 303
    assert documents_of(firm) == {"Passport": True, "Tax return": False, '<b>Lease & "more"': True}
