"""A code in front of the intake link: its recipient, who may enter it, and the pages behind it (docs/portal.md)."""

import re
from datetime import timedelta
from functools import partial

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.accounts.audit.recording import reads
from intake.accounts.sessions.models import AttemptCounter
from intake.cases.client_merges.actions import merge, undo
from intake.cases.clients.actions import update as update_client
from intake.cases.clients.models import Client
from intake.cases.matters.actions import update
from intake.core.clock import now
from intake.core.crypto import digest
from intake.core.db import db
from intake.core.forms import PRESSED_TWICE
from intake.core.local_time import to_local
from intake.engine.tasks.models import Task
from intake.messaging.communications.models import Communication
from intake.messaging.notifications.models import Notification
from intake.portal.codes.actions import ask_for_code, enter_code
from intake.portal.codes.jobs import purge_portal_codes, send_portal_code
from intake.portal.codes.models import PortalCode, PortalDevice
from intake.portal.codes.states import GUESS, SENDING, TRIES
from intake.portal.links.actions import revoke
from tests.browsing import Browser
from tests.builders import a_client, a_matter, an_intake_link
from tests.portal.conftest import Portal, heading
from tests.stand_ins.mailbox import plain

CONFIRM = "Please confirm that it is you"
WRONG = "This code is wrong or has expired."


@pytest.fixture
def guarded(portal_of, firm):
    """Create a client of the firm, which asks for codes in new browsers: `guarded(client={…})`."""
    firm.change(settings={"portal_code": "new_device"})
    number = iter(range(1, 9))
    return lambda **values: portal_of(
        client={"email": f"ana.{firm.id[-8:].lower()}.{next(number)}@example.com"} | values.pop("client", {}), **values)


def wait(portal):
    """Let enough time pass that the next requested code is a new one."""
    PortalCode.update(created_at=PortalCode.created_at - PRESSED_TWICE).where(
        PortalCode.link_id == portal.link.id).execute()


def ask(portal, channel="email"):
    """Have a code sent by a channel, some time after the previous one, and return the answer."""
    wait(portal)
    fields = portal.browser.form(portal.path("/code"), portal.path("/code")).fields
    return portal.post("/code", fields | {"channel": channel})


def newest(portal):
    """The newest code of the link, None if there is none."""
    return PortalCode.of(portal.link).where(PortalCode.link_id == portal.link.id).order_by(
        PortalCode.created_at.desc(), PortalCode.id.desc()).first()


def enter(portal, digits):
    """Enter these digits and return the answer."""
    place = portal.path("/code?step=enter")
    return portal.browser.submit(place, portal.path("/code/check"), code=digits)


def let_in(portal):
    """Ask for a code and enter it."""
    assert ask(portal).status_code == 303
    return enter(portal, newest(portal).digits)


def another(digits):
    """Return digits other than these."""
    return f"{(int(digits) + 1) % 10 ** 6:06}"


def test_a_code_by_mail_opens_the_link_in_this_browser_alone(app, guarded, worker, mailbox, firm, caplog):
    caplog.set_level("DEBUG")
    portal = guarded()
    for place in ("", "/form/1", "/documents", "/done", "/matters", "/anything"):
        assert portal.get(place).location == portal.path("/code")
    front = portal.get("/code")
    assert heading(front) == CONFIRM
    assert "weather.gov" in front.text, "whatever the matter is about"
    assert not [secret for secret in ("Ana", portal.matter.title, "example.com") if secret in
                front.text.replace("office@example.com", "")]
    refused = portal.get("/documents.json", headers={"Accept": "application/json"})
    assert (refused.status_code, refused.json["error"]["code"]) == (403, "intake_code_required")
    assert portal.post("/form/1", {"q.full_name": "Ana"}).location == portal.path("/code")
    assert newest(portal) is None, "looking sends nothing"

    asked = ask(portal)
    assert asked.location == portal.path("/code?step=enter&by=email")
    assert "on its way to you by e-mail" in portal.browser.get(asked.location).text
    worker.perform_tasks()
    [mail] = mailbox.mails(Client.fetch(firm, portal.link.client_id).email)
    digits = re.search(r"\b\d{6}\b", plain(mail))[0]
    assert (digits, digits in mail["Subject"]) == (newest(portal).digits, False)
    for wrong in (another(digits), "", "x" * 5000, "１２３", "-1"):
        assert WRONG in enter(portal, wrong).text
    ask(portal)
    digits = newest(portal).digits
    arabic = digits.translate({ord(digit): ord("٠") + int(digit) for digit in "0123456789"})
    entered = enter(portal, f"\u200e{digits[:3]}\u00a0{arabic[3:]}\u00ad")
    assert entered.location == portal.path()
    [cookie] = [each for each in entered.headers.getlist("Set-Cookie") if each.startswith("intake_device=")]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=2592000" in cookie
    assert heading(portal.get()) == "Hello Ana"
    assert portal.get("/code").location == portal.path()

    elsewhere = Portal(Browser(app), portal.link)
    assert elsewhere.get().status_code == 303
    assert WRONG in enter(elsewhere, digits).text, "a code works once"
    token_digest = digest(portal.browser.cookie("intake_device"))
    assert PortalDevice.select().where(PortalDevice.token_digest == token_digest).exists()
    kept = [str(row.__data__) for model in (Communication, Task, AuditEntry, Notification, PortalCode)
            for row in model.of(firm)]
    logged = [str(vars(record)) for record in caplog.records if record.name != "peewee"]
    assert not [text for text in kept + logged if re.search(rf"\b{digits}\b", text)]
    reads.flush()
    acts = {entry.action for entry in AuditEntry.of(firm).where(AuditEntry.record_id == portal.link.id)}
    assert acts >= {"intake_link.code_asked_for", "intake_link.code_refused", "intake_link.code_entered"}


def test_code_goes_as_is_safe_for_the_client_or_the_firm_is_notified(guarded, firm, worker, mailbox):
    firm.change(settings=firm.settings | {"sms_notifications": True})
    portal = guarded(client={"phone": "+15185550177", "contact_preferences": {"preferred": "sms"}})
    assert "Send a code by text message" in (page := portal.get("/code").text)
    assert "by e-mail" not in page
    ask(portal, "sms")
    worker.perform_tasks()
    [text] = mailbox.texts("+15185550177")
    assert text == (f"Ünal & Partners: {newest(portal).digits} is your code. It works for 10 minutes. "
                    "Do not give it to anyone, not even to us.")
    assert ask(portal, "email").location.endswith("step=told"), "not by a channel that was not offered"

    client = Client.fetch(firm, portal.link.client_id)
    here = to_local(now(), firm.timezone)
    begin, end = (f"{here + timedelta(hours=hours):%H:%M}" for hours in (2, 3))
    for wishes in ({"sms": False, "email": False}, {"hours": {"from": begin, "to": end}}):
        client.change(contact_preferences=wishes)
        before = newest(portal).id
        assert "none can be sent to you at the moment" in portal.get("/code").text
        for _ in range(2):
            assert "has been told" in portal.browser.get(ask(portal, "").location).text
        assert newest(portal).id == before
    # permissions are checked again when the code is sent
    client.change(contact_preferences=None)
    ask(portal, "email")
    client.change(contact_preferences={"email": False})
    worker.perform_tasks()
    [notice] = Notification.of(firm).where(Notification.type == "code_not_sent")
    assert notice.data["matter_id"] == portal.link.matter_id


def test_guessing_in_parallel_is_counted(app, guarded, at_once):
    portal = guarded()
    ask(portal)
    digits = newest(portal).digits

    def guess(_):
        with app.test_request_context(environ_base={"REMOTE_ADDR": "2001:db8::9"}):
            return enter_code(portal.link, another(digits), "2001:db8::9")

    assert at_once(8, guess) == [None] * 8
    assert newest(portal).tries == TRIES
    assert WRONG in enter(portal, digits).text, "the right one comes too late"

    ask(portal)
    digits = newest(portal).digits

    def enter_once(_):
        with app.test_request_context(environ_base={"REMOTE_ADDR": "2001:db8::9"}):
            return enter_code(portal.link, digits, "2001:db8::9")

    AttemptCounter.delete().execute()
    assert len([token for token in at_once(4, enter_once) if token]) == 1
    left = GUESS.burst - 3
    ask(portal)
    answers = [enter(portal, another(newest(portal).digits)).status_code for _ in range(left + 1)]
    assert answers == [422] * left + [429]


def test_pressing_the_button_of_a_right_code_twice_leads_to_where_once_does(app, guarded):
    """Without a script, the browser then waits for the second answer, and knows nothing of the first."""
    portal, other = guarded(), Browser(app)
    ask(portal)
    digits, other_digits = newest(portal).digits, another(newest(portal).digits)
    form = portal.browser.form(portal.path("/code?step=enter"), portal.path("/code/check"))
    press = partial(portal.browser.post, form.action)
    for _ in range(2):
        assert press(form.fields | {"code": digits}).location == portal.path()
        assert portal.get().status_code == 200
        portal.browser.set_cookie("intake_device", "")
    assert WRONG in press(form.fields | {"code": other_digits}).text
    assert WRONG in enter(Portal(other, portal.link), digits).text
    PortalCode.update(used_at=PortalCode.used_at - PRESSED_TWICE).where(PortalCode.used_by.is_null(False)).execute()
    assert WRONG in press(form.fields | {"code": digits}).text

    let_in(portal)
    portal.browser.submit(portal.path("/code/forget"), portal.path("/code/forget"))
    assert WRONG in enter(portal, newest(portal).digits).text


def test_codes_are_not_sent_without_end(guarded):
    portal = guarded()
    answers = [ask(portal) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [303] * 3 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 60
    assert [portal.post(place, {"csrf": "0" * 64, "channel": "email"}).status_code
            for place in ("/code", "/code/check")] == [400, 400]
    assert enter(portal, newest(portal).digits).status_code == 303, "the last one counts all the same"


def test_of_codes_that_waited_for_the_mail_server_the_one_that_opens_the_link_is_sent(guarded, worker, mailbox, firm):
    portal = guarded()
    ask(portal)
    ask(portal)
    worker.perform_tasks()
    [mail] = mailbox.mails(Client.fetch(firm, portal.link.client_id).email)
    assert newest(portal).digits in plain(mail)


def test_a_code_of_a_clock_that_was_far_ahead_is_not_the_newest_for_ever(guarded):
    portal = guarded()
    ask(portal)
    ahead = newest(portal)
    ahead.change(used_at=now(), created_at=now() + timedelta(days=1))
    fields = portal.fields("/code")
    assert portal.post("/code", fields | {"channel": "email"}).location == portal.path("/code?step=enter&by=email")
    [since] = PortalCode.of(portal.link).where(PortalCode.link_id == portal.link.id, PortalCode.id != ahead.id)
    assert enter(portal, since.digits).location == portal.path()


def test_two_quick_presses_ask_for_one_code(app, guarded, firm, at_once):
    firm.change(settings=firm.settings | {"portal_code": "new_device", "sms_notifications": True})
    portal = guarded(client={"phone": "+15185550177"})

    def press(channel):
        fields = portal.fields("/code")
        asked = portal.post("/code", fields | {"channel": channel})
        assert asked.location == portal.path(f"/code?step=enter&by={channel}")
        return newest(portal).id

    first = press("email")
    assert press("email") == first
    wait(portal)
    assert press("email") != first, "none has come: another one is wanted"
    by_mail = newest(portal).id
    assert press("sms") != by_mail, "by another way"
    enter(portal, another(newest(portal).digits))
    AttemptCounter.delete().execute()
    tried = newest(portal).id
    assert press("sms") != tried, "what was typed was wrong"

    wait(portal)
    AttemptCounter.delete().execute()
    count = PortalCode.of(firm).count()

    def press_at_once(_):
        with app.test_request_context():
            return ask_for_code(portal.link, "email", "en", "2001:db8::9")

    assert at_once(SENDING.burst, press_at_once) == [True] * SENDING.burst
    assert PortalCode.of(firm).count() == count + 1
    assert ask(portal).status_code == 303, "one code counts once"


def test_code_of_another_link_and_of_another_client_opens_nothing(guarded, firm):
    ours, theirs = guarded(), guarded(client={"first_name": "Bo"})
    second = Portal(ours.browser, an_intake_link(firm, a_matter(firm, client_id=ours.link.client_id)))
    ask(ours)
    code = newest(ours).digits
    assert WRONG in enter(theirs, code).text
    assert WRONG in enter(second, code).text
    ask(second)
    assert WRONG in enter(second, code).text
    assert enter(ours, code).status_code == 303
    foreign = Portal(ours.browser, theirs.link)
    assert foreign.get().location == foreign.path("/code")


@pytest.mark.parametrize("close", ["too old", "replaced", "revoked", "another client"])
def test_what_was_closed_in_between_opens_nothing(guarded, firm, worker, mailbox, close):
    portal = guarded()
    ask(portal)
    code = newest(portal)
    if close == "too old":
        code.change(created_at=now() - timedelta(minutes=10))
    elif close == "replaced":
        ask(portal)
    elif close == "revoked":
        revoke(firm, portal.link.matter_id)
    else:
        update(firm, portal.link.matter_id, client_id=a_client(firm).id)

    if close in ("too old", "replaced"):
        assert WRONG in enter(portal, code.digits).text
    else:
        assert portal.get("/code").status_code == 410
        assert portal.post("/code/check", {"code": code.digits}).status_code == 410
    if close != "replaced":
        worker.perform_tasks()
        assert mailbox.mails(Client.fetch(firm, portal.link.client_id).email) == []
    send_portal_code("code_01", "en")  # one that was deleted


def test_a_browser_is_known_as_long_as_the_setting_and_the_link_say(guarded, firm):
    portal = guarded()
    let_in(portal)

    def age(**ago):
        PortalDevice.update(created_at=now() - timedelta(**ago)).where(PortalDevice.firm_id == firm.id).execute()

    age(days=29)
    assert portal.get().status_code == 200
    firm.change(settings={"portal_code": "always"})
    assert portal.get().status_code == 303
    answer = let_in(portal)
    [cookie] = [each for each in answer.headers.getlist("Set-Cookie") if each.startswith("intake_device=")]
    assert "Max-Age" not in cookie
    assert portal.get().status_code == 200
    age(hours=8)
    assert portal.get().status_code == 303
    firm.change(settings={"portal_code": "new_device"})
    age(days=31)
    assert portal.get().status_code == 303
    purge_portal_codes()
    assert not PortalDevice.select().where(PortalDevice.firm_id == firm.id).exists()
    firm.change(settings={})
    assert portal.get().status_code == 200


def test_behind_the_code_are_all_open_matters_of_the_client(guarded, firm):
    portal = guarded()
    assert let_in(portal).location == portal.path()
    assert portal.get("/matters").location == portal.path()
    links = [an_intake_link(firm, a_matter(firm, client_id=portal.link.client_id, title=f"Secret {number}"))
             for number in range(4)]
    links[0].matter.change(client_label="The house")
    links[1].change(expires_at=now() - timedelta(seconds=1))
    revoke(firm, links[2].matter_id)
    links[3].matter.change(status="closed")
    an_intake_link(firm)

    page = portal.get("/matters").text
    assert re.findall(r'<a href="/p/([^"/]+)">', page) == [portal.link.token, links[0].token]
    assert "The house" in page
    assert "Your case of " in page
    assert "Secret" not in page
    assert "All your cases" in portal.get().text
    assert Portal(portal.browser, links[0]).get().status_code == 200
    # The proof for a link ends with the link, and cannot be created by a cookie that somebody else has set.
    revoke(firm, portal.link.matter_id)
    assert Portal(portal.browser, links[0]).get().status_code == 303
    firm.change(settings={})
    assert "All your cases" not in Portal(portal.browser, links[0]).get().text


def test_a_shared_browser_is_asked_for_a_code_again_when_its_client_wants_that(guarded, firm):
    portal = guarded()
    second = Portal(portal.browser, an_intake_link(firm, a_matter(firm, client_id=portal.link.client_id)))
    assert "/code/forget" not in portal.get("/code").text
    let_in(portal)
    assert portal.path("/code/forget") in portal.get().text
    token_digest = digest(portal.browser.cookie("intake_device"))
    assert portal.post("/code/forget", {"csrf": "0" * 64}).status_code == 400
    assert second.get().status_code == 200
    answer = portal.browser.submit(portal.path("/code/forget"), portal.path("/code/forget"))
    assert (answer.location, answer.headers["Clear-Site-Data"]) == (portal.path(), '"cache", "storage"')
    assert portal.browser.cookie("intake_device") is None
    assert [each.get().location for each in (portal, second)] == [each.path("/code") for each in (portal, second)]
    assert not PortalDevice.select().where(PortalDevice.token_digest == token_digest).exists()


def test_merging_clients_asks_each_of_their_browsers_for_another_code(guarded, firm):
    """The code went to the address of one of them, who may have written in the other's name."""
    one, other = guarded(), guarded()
    for portal in (one, other):
        let_in(portal)
    PortalCode.create(firm_id=firm.id, link_id=other.link.id, channel="email")

    merge(firm, other.link.client_id, one.link.client_id)
    assert [portal.get().status_code for portal in (one, other)] == [303, 303]
    assert newest(other) is None
    let_in(other)
    assert one.link.token in other.get("/matters").text
    undo(firm, other.link.client_id)
    assert other.get().status_code == 303


def test_another_address_of_the_client_asks_for_another_code(guarded, firm):
    """People who left somebody give a new address, so that the old one, and its reader, no longer open anything."""
    portal = guarded()
    let_in(portal)
    update_client(firm, portal.link.client_id, notes="Moved.")
    assert portal.get().status_code == 200
    for changes in ({"email": f"new.{firm.id.lower()}@example.com"}, {"phone": "+15185550161"}):
        PortalCode.create(firm_id=firm.id, link_id=portal.link.id, channel="email")
        update_client(firm, portal.link.client_id, **changes)
        assert (portal.get().status_code, newest(portal)) == (303, None)
        AttemptCounter.delete().execute()
        let_in(portal)


def test_what_was_typed_before_the_code_was_asked_for_is_kept(portal_of, firm):
    portal = portal_of(client={"email": f"ana.{firm.id[-8:].lower()}@example.com"})
    given = portal.fields("/form/2") | {"q.children": "\nLeo <b>", "q.has_children": "yes"}
    firm.change(settings={"portal_code": "always"})

    page = portal.post("/form/2", given)
    assert (page.status_code, heading(page)) == (403, CONFIRM)
    assert portal.post("/form/2", given | {"csrf": "x"}).location == portal.path("/code")
    assert portal.post("/form/2", given, headers={"Accept": "application/json"}).status_code == 403
    assert portal.form.draft == {}
    [kept] = re.findall(r'<textarea name="q.children">\n(.*?)</textarea>', page.text, re.DOTALL)
    assert kept == "\nLeo &lt;b&gt;"
    assert let_in(portal).status_code == 303
    [again] = portal.browser.forms_of(page.text)
    assert portal.browser.post(again.action, given | again.fields).location == portal.path("/form/review")
    assert portal.form.draft["children"] == "\nLeo <b>"


def test_a_planted_cookie_opens_nothing(app, guarded):
    portal, planted = guarded(), "a" * 43
    portal.browser.set_cookie("intake_device", planted)
    let_in(portal)
    attacker = Browser(app)
    attacker.set_cookie("intake_device", planted)
    assert Portal(attacker, portal.link).get().status_code == 303
    assert portal.browser.cookie("intake_device") != planted
    assert portal.get().status_code == 200
    assert not db.in_transaction()
