"""The pages of the firm's people."""

import re

from intake.accounts.firms.actions import set_plan
from intake.accounts.permissions.roles import ROLE_PERMISSIONS
from intake.accounts.sessions import actions as sessions
from intake.accounts.sessions.models import Session
from intake.accounts.users.actions import invite
from intake.accounts.users.models import Invitation, User
from intake.cases.matters.models import Matter
from intake.console.people.states import RIGHTS, ROLES
from intake.core.clock import now
from tests.builders import a_caller, a_matter, a_user

PATH = "/settings/people"


def act(desk, path, action, **fields):
    """Send a form of the page, and return the sentence shown after the redirect."""
    answer = desk.submit(path, f"{path}/{action}", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].partition("?")[2]


def test_role_table_says_what_the_code_allows():
    named = [permission for right in RIGHTS for permission in right.permissions]
    assert sorted(named) == sorted(ROLE_PERMISSIONS["admin"])
    assert set(ROLES) == set(ROLE_PERMISSIONS)
    mixed = [(right.name, role) for right in RIGHTS for role in ROLES
             if 0 < len(right.permissions & ROLE_PERMISSIONS[role]) < len(right.permissions)]
    assert mixed == []


def test_list_shows_everybody_to_admins_only(desk, firm, rival, admin, signed_in_as):
    user, stranger = a_user(firm, "staff"), a_user(rival)
    invite(a_caller(firm), "new@example.com", "paralegal")
    page = desk.get(PATH).text
    assert [text in page for text in (admin.email, user.email, "new@example.com", stranger.email, "2 people have none")
            ] == [True, True, True, False, True]
    assert "3 of " in page
    firm.change(plan="enterprise")
    assert "3 of 1,000 seats" in desk.get(PATH).text

    for role in ("attorney", "paralegal", "staff"):
        other = signed_in_as(a_user(firm, role))
        assert [other.get(f"{PATH}{more}").status_code for more in ("", "/invite", f"/{user.id}")] == [404] * 3
    for id in (stranger.id, "usr_unknown", "%00"):
        assert desk.get(f"{PATH}/{id}").status_code == 404


def test_several_are_invited_at_once_or_none(desk, firm, admin):
    form = desk.form(f"{PATH}/invite", f"{PATH}/invite")

    def send(*rows, **more):
        return desk.post(f"{PATH}/invite", {"csrf": form.fields["csrf"], "email": [email for email, _ in rows],
                                            "role": [role for _, role in rows]} | more)

    wrong = send(("a@example.com", "attorney"), ("b@", "staff"), (admin.email, "staff"))
    assert (wrong.status_code, wrong.text.count('class="wrong"')) == (422, 2)
    assert 'value="a@example.com"' in wrong.text
    assert Invitation.of(firm).count() == 0
    assert send().status_code == send((" ", "boss")).status_code == 422
    longer = send(("a@example.com", "staff"), more="yes").text
    assert (longer.count('name="email"'), re.findall(r'id="(\S+)"[^>]* autofocus', longer)) == (8, ["email-4"])
    set_plan(firm.id, "standard")
    assert "Every seat" in send(*((f"{number}@example.com", "staff") for number in range(6))).text
    both = ("a@example.com", "attorney"), ("", "admin"), ("b@example.com", "staff")
    assert send(*both, language="es").status_code == 303
    assert {(each.email, each.role, each.language) for each in Invitation.of(firm)} == {
        ("a@example.com", "attorney", "es"), ("b@example.com", "staff", "es")}


def test_list_says_which_invitations_were_not_delivered(desk, firm):
    invitation = invite(a_caller(firm), "new@example.com", "staff")
    sentences = {None: "The link expires on", "smtp 550": "does not know this address", "unknown": "may have arrived",
                 "gave_up": "could not be sent for a whole day", "not_configured": "cannot send such messages yet"}
    for error, sentence in sentences.items():
        invitation.change(mail_error=error)
        page = desk.get(PATH).text
        assert [each in page for each in sentences.values()] == [each == sentence for each in sentences.values()]
        assert ("Not delivered</span>" in page) == (error not in (None, "unknown"))


def test_invitation_is_sent_again_and_withdrawn(desk, firm):
    invitation = invite(a_caller(firm), "new@example.com", "staff")
    path = f"{PATH}/invitations/{invitation.id}"
    assert desk.submit(PATH, f"{path}/resend").headers["Location"].endswith("done=resent")
    assert Invitation.fetch(firm, invitation.id).token_digest != invitation.token_digest
    form = desk.form(PATH, f"{path}/withdraw")
    assert [desk.post(f"{path}/withdraw", form.fields).status_code for _ in range(2)] == [303, 404]


def test_role_is_changed_but_not_of_the_last_admin(desk, firm, admin):
    user = a_user(firm, "staff")
    assert act(desk, f"{PATH}/{user.id}", "role", role="paralegal") == "done=changed"
    assert User.fetch(firm, user.id).role == "paralegal"
    assert act(desk, f"{PATH}/{admin.id}", "role", role="staff") == "failed=last"
    fields = desk.form(f"{PATH}/{user.id}", f"{PATH}/{user.id}/role").fields
    assert desk.post(f"{PATH}/{user.id}/role", fields | {"role": "boss"}).status_code == 400


def test_person_is_signed_out_suspended_and_let_in_again(desk, firm, rival):
    user, colleague = a_user(firm), a_user(firm)
    path, token = f"{PATH}/{user.id}", sessions.begin(user, "Firefox Linux")
    matter = a_matter(firm, assigned_attorney=user.id)
    assert "Firefox, Linux" in desk.get(path).text
    assert act(desk, path, "sign-out") == "done=signed-out"
    assert Session.by_token(token) is None

    assert desk.get(f"{path}/hand-over/{a_user(rival).id}").location == f"{path}?failed=colleague"
    assert act(desk, path, "suspend", to=colleague.id) == "suspend=yes"
    question = f"{path}/hand-over/{colleague.id}"
    assert "<dd>1</dd>" in desk.get(question).text
    assert (User.fetch(firm, user.id).status, Matter.fetch(firm, matter.id).assigned_attorney) == ("active", user.id)
    assert desk.submit(f"{question}?suspend=yes", f"{path}/suspend").location == f"{path}?done=suspended"
    assert User.fetch(firm, user.id).status == "suspended"
    assert Matter.fetch(firm, matter.id).assigned_attorney == colleague.id
    assert act(desk, path, "reinstate") == "done=reinstated"
    assert act(desk, path, "suspend", to="") == "done=suspended"
    Matter.fetch(firm, matter.id).change(assigned_attorney=user.id)
    assert '<select id="to" name="to" required><option value="">' in desk.get(path).text, "no one is chosen beforehand"
    assert act(desk, path, "hand-over", to="") == "failed=colleague"
    assert act(desk, path, "hand-over", to=colleague.id) == ""
    assert Matter.fetch(firm, matter.id).assigned_attorney == user.id
    assert desk.submit(question, f"{path}/hand-over").location == f"{path}?done=handed-over"
    assert Matter.fetch(firm, matter.id).assigned_attorney == colleague.id


def test_page_of_who_has_the_firms_address_says_that_clients_answer_to_it(desk, firm):
    founder, colleague = a_user(firm, "admin"), a_user(firm)
    firm.change(email=founder.email.upper())
    sentence = "answer to it"
    assert sentence in desk.get(f"{PATH}/{founder.id}").text
    founder.change(status="suspended")
    assert sentence in desk.get(f"{PATH}/{founder.id}").text
    assert sentence not in desk.get(f"{PATH}/{colleague.id}").text


def test_person_is_signed_out_also_of_a_firm_that_only_reads(desk, firm):
    user = a_user(firm)
    path, token = f"{PATH}/{user.id}", sessions.begin(user)
    firm.change(read_only_from=now())
    assert act(desk, path, "sign-out") == "done=signed-out"
    assert Session.by_token(token) is None
    assert desk.submit(path, f"{path}/suspend").status_code == 402
