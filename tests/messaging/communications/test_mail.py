"""Clients' answers by mail, and bounces."""

import time
from datetime import timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from io import BytesIO
from urllib.parse import quote, quote_from_bytes

import pytest

from intake.accounts.audit.models import AuditEntry
from intake.cases.clients.models import Client
from intake.core.clock import now
from intake.core.text_search import folded
from intake.messaging.communications.models import Communication
from intake.messaging.communications.quoted_text import without_quoted
from intake.messaging.communications.received_mail import read_mail
from intake.messaging.communications.reply_addresses import reply_address_of
from intake.messaging.notifications.jobs import notify_message_received
from intake.messaging.notifications.models import Notification
from tests.builders import a_communication
from tests.core.answers import data, refusal
from tests.stand_ins.mail_server import ADDRESS, SECRET, post_bounce, post_mail, receiving_mail

MEBIBYTE = 1024 * 1024
SECONDS = 3
"""Processor time. The slowest takes a tenth of a second; parsed without limits, some would take minutes."""


@pytest.fixture(autouse=True)
def _receiving(app):
    with receiving_mail(app):
        yield


@pytest.fixture
def sent(firm, matter):
    """A mail that was sent to the client of the matter."""
    return a_communication(firm, matter, channel="email", status="sent", to=matter.client.email)


@pytest.fixture
def reply(app, sent, matter):
    """Answer that mail, with further headers by name, and return the answer as posted: `reply("Yes.", …)`."""

    def answer(text="Yes.", sender=None, to=None, attach=(), **headers):
        mail = EmailMessage()
        mail["From"], mail["To"] = sender or f"Ana Silva <{matter.client.email.upper()}>", to or reply_address_of(sent)
        for name, value in headers.items():
            mail[name.replace("_", "-")] = value
        mail.set_content(text)
        for name in attach:
            mail.add_attachment(b"x" * 100, "application", "octet-stream", filename=name)
        assert post_mail(app, bytes(mail)).status_code == 200
        return mail

    return answer


@pytest.fixture
def received(rows):
    """Return the received texts."""
    return lambda: [row.message for row in rows() if row.direction == "inbound"]


def test_replies_go_to_an_address_of_the_message(firm, write, rows, mailing):
    server = mailing()
    data(write("email", "Please call."), 201)
    [(envelope, _, raw)] = server.mails
    address = message_from_bytes(raw, policy=default)["Reply-To"]

    assert address == reply_address_of(rows()[0])
    assert address.startswith("reply+")
    assert len(address.partition("@")[0]) <= 64
    assert f"<{address}>".encode() in envelope  # so that it comes back if it cannot be delivered


def test_reply_is_a_message_of_the_client(api, app, firm, matter, reply, received, announced):
    mail = reply("Sí, mañana 🦊\n\nOn 3 Nov 2026, Lin & Costa wrote:\n> Please call.", Message_ID="<1@example.com>",
                 Subject="Re: =?utf-8?q?Ma=C3=B1ana?=", attach=("pasaporte ñ.jpg", "b.pdf"))
    for _ in range(2):
        post_mail(app, bytes(mail))

    assert received() == ["Sí, mañana 🦊\n\n[2 attachments not kept: pasaporte ñ.jpg, b.pdf]"]
    shown, _ = data(api.get(f"/matters/{matter.id}/communications"))
    assert (shown["channel"], shown["direction"], shown["status"], shown["to"]) == (
        "email", "inbound", "delivered", ADDRESS)
    assert (shown["sender"].lower(), shown["from_other_address"]) == (matter.client.email, False)
    assert announced()[-1] == ("message.received", {"communication_id": shown["id"]})
    assert shown["subject"] == "Re: Mañana"
    [entry] = AuditEntry.of(firm).where(AuditEntry.action == "communication.received")
    assert (entry.actor_type, entry.actor_id) == ("client", matter.client_id)
    notify_message_received(shown["id"])
    assert Notification.of(firm).get().message.endswith("answered by e-mail.")


def test_a_matter_takes_no_flood_of_mails(app, firm, matter, sent, reply, received, monkeypatch):
    monkeypatch.setattr("intake.messaging.communications.states.MAILS_A_DAY", 2)
    mails = [reply(f"Buy {number}.", sender=f"stranger{number}@example.com", Message_ID=f"<{number}@example.com>")
             for number in range(2)]
    third = f"From: third@example.com\nTo: {reply_address_of(sent)}\n\nMore."
    answer = post_mail(app, third.encode())

    assert (refusal(answer), answer.headers["Retry-After"]) == ((503, "too_many_mails"), "3600")
    assert post_mail(app, bytes(mails[0])).status_code == 200, "it is recorded already"
    reply("The client's own.")
    assert received() == ["Buy 0.", "Buy 1.", "The client's own."]
    Communication.update(created_at=now() - timedelta(hours=25)).where(
        Communication.firm_id == firm.id, Communication.message == "Buy 0.").execute()
    assert post_mail(app, third.encode()).status_code == 200
    assert received()[-1] == "More."


@pytest.mark.parametrize(("ours", "theirs"), [
    ("ana@kanzlei-müller.example", "Ana@XN--kanzlei-mller-4ob.example"),
    ("ana@xn--kanzlei-mller-4ob.example", "ana@kanzlei-müller.example"),
    ("ana@straße.example", "ana@xn--strae-oqa.example")])
def test_both_forms_of_a_domain_are_one_address(app, firm, matter, rows, ours, theirs):
    matter.client.change(email=ours, email_key=folded(ours))
    answered = a_communication(firm, matter, channel="email", status="sent", to=ours)
    mail = f"From: {theirs}\nTo: {reply_address_of(answered)}\n\nYes."
    assert post_mail(app, mail.encode()).status_code == 200

    [received] = [row for row in rows() if row.direction == "inbound"]
    assert (received.from_other_address, received.sender) == (False, ours)


def test_mails_of_a_matter_are_one_conversation(app, matter, write, rows, mailing):
    server = mailing()

    def sent(**body):
        data(write("email", **body), 201)
        mail = message_from_bytes(server.mails[-1][2], policy=default)
        return mail["Message-ID"], mail["In-Reply-To"], (mail["References"] or "").split(), mail["Subject"]

    def answer(message_id, sender):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = sender, reply_address_of(rows()[0]), "RE: Mañana"
        mail["Message-ID"] = message_id
        post_mail(app, bytes(mail))

    first, answered, references, subject = sent()
    assert (answered, references) == (None, [])
    second, answered, references, again = sent()
    assert (answered, references, again) == (first, [first], subject)
    theirs = f"<{'A=?b' * 40}@mail.example>"
    answer(theirs, matter.client.email.upper())
    answer("<from@elsewhere.example>", "ana@elsewhere.example")
    answer("no <id> at all", matter.client.email)
    third, answered, references, subject = sent()
    assert (answered, references, subject) == (theirs, [first, second, theirs], "Re: Mañana")
    assert f"\r\nIn-Reply-To: {theirs}\r\n".encode() in server.mails[-1][2]
    assert sent(subject="Your hearing")[1:] == (third, [first, second, theirs, third], "Your hearing")

    Client.update(contact_preferences={"identify": False}).where(Client.id == matter.client_id).execute()
    assert sent()[1:3] == (None, [])
    Client.update(contact_preferences=None, email=f"new.{matter.client.email}").where(
        Client.id == matter.client_id).execute()
    assert sent()[1:3] == (None, [])


def test_other_address_is_named(api, firm, matter, reply, rows):
    reply("It is me.", sender="ana@elsewhere.example")
    [shown] = [row for row in data(api.get(f"/matters/{matter.id}/communications")) if row["direction"] == "inbound"]

    assert (shown["sender"], shown["from_other_address"]) == ("ana@elsewhere.example", True)
    [entry] = AuditEntry.of(firm).where(AuditEntry.action == "communication.received")
    assert entry.actor_type != "client"
    notify_message_received(shown["id"])
    assert "an address that is not the client's" in Notification.of(firm).get().message


def test_forms_of_mail_services_are_read(app, sent, matter, received):
    raw = f"From: {matter.client.email}\nTo: somebody@example.com\nMessage-ID: <%d>\n\nYes, %d.\n"
    address = reply_address_of(sent)
    post_mail(app, {"body-mime": raw % (1, 1), "recipient": address}, content_type="multipart/form-data")
    post_mail(app, {"email": (raw % (2, 2)).replace("To: ", f"Cc: {address}\nTo: ")}, content_type=None)
    post_mail(app, raw % (3, 3), headers={}, auth=("mail", SECRET))  # to an unknown address
    latin = (raw % (4, 4)).replace("Yes", "S\xed").encode("latin-1")
    post_mail(app, {"email": (BytesIO(latin), ""), "recipient": address}, content_type="multipart/form-data")
    large = quote_from_bytes(latin.replace(b"<4>", b"<5>") + b" " * MEBIBYTE).encode()[:MEBIBYTE]
    post_mail(app, b"recipient=%b&body-mime=%b" % (quote(address).encode(), large[:-200]),
              content_type="application/x-www-form-urlencoded")

    assert received() == ["Yes, 1.", "Yes, 2.", "Sí, 4.", "Sí, 4."]


@pytest.mark.parametrize("headers", [
    {}, {"Authorization": "Bearer"}, {"Authorization": "Bearer \xfc"}, {"Authorization": f"Digest {SECRET}"},
    {"Authorization": f"Bearer {SECRET[:-1]}"}])
def test_mail_without_the_secret_is_refused(app, headers, received, sent):
    answer = post_mail(app, f"To: {reply_address_of(sent)}\n\nYes.", headers=headers)

    assert refusal(answer) == (401, "invalid_signature")
    assert received() == []


def test_address_with_another_signature_answers_nothing(reply, sent, received, firm, matter, rival):
    address = reply_address_of(sent)
    other = a_communication(firm, matter, channel="email")
    for wrong in (address.replace("+", "-"), ADDRESS, address.replace(sent.id[5:].lower(), other.id[5:].lower()),
                  f"reply+{'0' * 26}{'a' * 26}@in.example.org"):
        reply(to=wrong)
    assert received() == []
    reply(to=address.upper())
    assert received() == ["Yes."]


def test_what_programs_answer_is_dropped(reply, received, sent, firm):
    for header in ({"Auto_Submitted": "auto-replied"}, {"X_Autoreply": "yes"}, {"Precedence": "auto_reply"}):
        reply("I am away.", **header)
    assert received() == []
    reply("I am here.", Auto_Submitted="no")
    assert received() == ["I am here."]


@pytest.mark.parametrize(("action", "status", "expected"), [
    ("failed", "5.1.1", ("failed", "bounce 5.1.1")), ("FAILED", "none", ("failed", "bounce 5.0.0")),
    ("delayed", "4.4.1", ("sent", None)), ("relayed", "2.0.0", ("sent", None))])
def test_bounce_fails_the_message_and_the_firm_is_notified_once(app, firm, sent, received, action, status, expected,
                                                                 worker):
    for _ in range(2):
        post_bounce(app, reply_address_of(sent), action, status)
    row = Communication.fetch(firm, sent.id)

    assert (row.status, row.error) == expected
    assert received() == []
    worker.settle()
    notices = Notification.of(firm).where(Notification.type == "message_failed")
    assert [each.data["communication_id"] for each in notices] == ([sent.id] if row.status == "failed" else [])


def test_intake_link_in_a_reply_is_concealed(api, matter, reply, received):
    link = data(api.post(f"/matters/{matter.id}/intake-link", {}), 201)["url"]
    reply(f"Is it {link}?", Subject=f"Re: {link}")
    assert received() == ["Is it [intake link]?"]


def test_reply_without_client_is_recorded(api, matter, reply, received):
    matter.change(client_id=None)
    reply("Still me.", sender="<>")
    assert received() == ["Still me."]


QUOTED = [
    ("Yes.\n\nOn Tue, 3 Nov 2026 at 10:00, Lin <a@b.example>\nwrote:\n\n> Hello\n> there\n", "Yes."),
    ("Yes.\n\nOn Tue, 3 Nov 2026 at 10:00, Lin & Costa, Attorneys <\na@b.example>\nwrote:\n\n> Hello", "Yes."),
    ("Sí.\n\nEl mar, 3 nov 2026 a las 10:00, Lin escribió:\n> Hola", "Sí."),
    ("Yes.\n\n-----Original Message-----\nFrom: Lin\nHello", "Yes."),
    ("Yes.\n________________________________\nFrom: Lin <a@b.example>\nSent: today\n", "Yes."),
    ("Sí.\n\n*De:* Lin <a@b.example>\n*Enviado:* hoy\nHola", "Sí."),
    ("Yes.\n> Hello\n\n> there\n", "Yes."),
    ("On Monday I wrote:\nfrom memory.", "On Monday I wrote:\nfrom memory."),
    ("On 3 Nov, Lin wrote:\n> Which one?\nThe blue one.\n> When?\nToday.", None),
    ("> only a quote", "> only a quote"), ("", ""),
]


@pytest.mark.parametrize(("text", "expected"), QUOTED)
def test_quoted_messages_are_cut_off(text, expected):
    assert without_quoted(text) == (text if expected is None else expected)


def _parts(*parts, headers=b"", boundary=b"b"):
    return b"%bContent-Type: multipart/mixed; boundary=%b\n\n--%b\n%b\n--%b--\n" % (
        headers, boundary, boundary, (b"\n--" + boundary + b"\n").join(parts), boundary)


DEEP = b"\n\nend"
for _ in range(900):
    DEEP = b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + DEEP

HOSTILE = {
    "nothing": b"", "no headers": b"\n\n", "only NUL": b"\0" * 1000, "no end of headers": b"a: b\n" * 200_000,
    "deeply nested": DEEP, "many parts": _parts(*[b"\n\n"] * 120_000),
    "many empty multiparts": _parts(*[b"Content-Type: multipart/mixed; boundary=c\n\n--c--"] * 18_000),
    "headers of every part": _parts(*[b"a: b\n" * 4_000 + b"\n\nx"] * 50),
    "a long header": b"Subject: " + b"=?utf-8?q?=41?= " * 60_000 + b"\n\nx",
    "many parameters": b"Content-Type: multipart/mixed" + b'; a="' * 200_000 + b"\n\nx",
    "numbered parameters": b"Content-Type: text/plain; charset*%s=x\n\nx" % (b"9" * 5_000),
    "nested comments": b"From: " + b"(" * 500_000 + b"\n\nx",
    "a slow encoding": b"Content-Type: text/plain; charset=punycode\n\n" + b"a-" + b"9z" * 400_000,
    "no text encoding": b"Content-Type: text/plain; charset=zip\n\nx",
    "an encoding that is not ASCII": "Subject: =?é?q?abc?=\n\nx".encode(),
    "surrogates": b"Content-Type: text/plain; charset=utf-7\nSubject: =?utf-7?q?+2AA-?=\n\n+2AA-",
    "NUL": b"Subject: a\0b\nContent-Type: text/plain; charset=utf-16\n\n\0\0\0",
    "NUL in a type": _parts(b"Content-Type: application/a\0b\n\nx"),
    "broken base64": b"Content-Transfer-Encoding: base64\n\n!!!!=====" + b"A" * 999_999,
    "HTML that never closes": b"Content-Type: text/html\n\n" + b"<style><!--<a" * 20_000,
    "many tags": b"Content-Type: text/html\n\n" + b"<p<blockquote>&" * 17_000,
    "many quotes": b"\n" + b"> a\nOn abcd wrote:\n" * 50_000,
    "new headers": b"Subject: =?utf-8?q?a=0D=0ABcc:_x?=\nFrom: =?utf-8?q?a=0A?= <a@b.example>\n\nx",
    "names of files": _parts(b'Content-Disposition: attachment; filename="../../\xff\0' + b"a" * 3_000 + b'"\n\nx',
                             b"Content-Disposition: attachment; filename*=zip''%FF%00\n\nx"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_mail_is_read_at_little_cost(what):
    raw = HOSTILE[what]
    assert len(raw) <= MEBIBYTE
    began = time.process_time()
    mail = read_mail(raw)

    assert time.process_time() - began < SECONDS
    assert len(mail.message) <= 20_000
    assert len(mail.subject) <= 200
    for text in (mail.subject, mail.sender, mail.recipients, mail.message_id):
        assert "\n" not in text
    assert "\0" not in "".join((mail.subject, mail.message))
    assert all(text == text.encode(errors="replace").decode() for text in (mail.subject, mail.message, mail.sender))


def test_parts_of_a_mail():
    html = b"Content-Type: text/html\n\n<b>Yes.</b>"
    assert read_mail(html).message == "Yes."
    assert read_mail(b"Content-Type: text/html\n\n<img>").message == "[The mail has no text; its HTML is not kept]"
    text = (b"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n"
            b"ma=F1ana")
    alternatives = _parts(text, html, boundary=b"c").replace(b"mixed", b"alternative")
    assert read_mail(_parts(alternatives, b"Content-Type: image/png\n\nx")).message == (
        "mañana\n\n[1 attachment not kept: image/png]")
    assert read_mail(_parts(b"Content-Disposition: attachment; filename=a.txt\n\nx", text)).message.startswith("mañana")


def test_text_around_pictures_is_kept():
    """Phones send a picture within the text so, with separate parts above and below it."""
    picture = b"Content-Type: image/jpeg; name=a.jpg\n\nx"
    above, below = (b"Content-Type: text/plain\n\n" + text for text in (b"This is mine.", b"It ended in May.\n> When?"))
    note = "\n\n[1 attachment not kept: a.jpg]"
    assert read_mail(_parts(b"Content-Type: text/plain\n\n\n", picture, below)).message == f"It ended in May.{note}"
    both = f"This is mine.\n\nIt ended in May.{note}"
    assert read_mail(_parts(above, picture, below)).message == both

    html = _parts(b"Content-Type: text/html\n\n<p>This is mine.</p>", picture,
                  b"Content-Type: text/html\n\n<p>It ended in May.</p>", boundary=b"b-2")
    assert read_mail(html).message == both
    plain = b"Content-Type: text/plain\n\nThis is mine.\n\nIt ended in May."
    alternatives = _parts(plain, html, boundary=b"b-1").replace(b"mixed", b"alternative", 1)
    assert read_mail(_parts(alternatives, b"Content-Type: text/plain\n\n-- \nScanned.")).message == (
        both.replace("\n\n[", "\n\n-- \nScanned.\n\n["))


@pytest.mark.parametrize(("charset", "text"), [
    (b"", b"ma\xf1ana \x93s\xed\x94"), (b"; charset=us-ascii", b"ma\xf1ana \x93s\xed\x94"),
    (b"; charset=iso-8859-1", b"ma\xf1ana \x93s\xed\x94"), (b"; charset=unknown-8bit", "mañana “sí”".encode()),
    (b"", "mañana “sí”".encode()), (b"; charset=gb2312", "mañana “sí”".encode("gb18030"))])
def test_wrong_and_missing_charsets_are_guessed(charset, text):
    assert read_mail(b"Content-Type: text/plain" + charset + b"\n\n" + text).message == "mañana “sí”"


def test_mail_in_html_alone():
    """Gmail and Outlook write answers so, with the quotation below."""
    begin = b"""Content-Type: text/html; charset=utf-8

<!DOCTYPE html><html><head><title>Re</title><style>p > b {color: red}</style></head><body lang="en">
<!-- <p>hidden</p> --><p>Yes, on&nbsp;Monday\nat 9 &amp; not <b>later</b>.</p><div>Thank you</div>
<div>Ana <i> </i></div><div><br></div><ul><li>one</li><li>two<li>5 < 6</ul>
"""
    gmail = b"""<div><div>On Mon, Nov 23, 2026 at 9:00 Firm &lt;<a href="mailto:a@b.example">a@b.example</a>&gt; wrote:
<br></div><blockquote><p>Can you</p><p>come?</p></blockquote></div>"""
    outlook = b"""<hr><div id="divRplyFwdMsg"><b>From:</b> Firm &lt;a@b.example&gt;
<br><b>Sent:</b> Monday<br></div><p>Come?</p>"""
    wanted = "Yes, on Monday at 9 & not later.\n\nThank you\nAna\n\none\ntwo\n5 < 6"

    assert read_mail(begin + gmail).message == wanted
    assert read_mail(begin + outlook).message == wanted
    assert "> Can you\n\n> come?" in read_mail(begin + gmail + b"<p>No.</p>").message


def test_without_the_setting_nothing_is_received(app, write, mailing, firm):
    settings = app.extensions["settings"]
    app.extensions["settings"] = type(settings)(settings.values | {"REPLY_ADDRESS": None})
    server = mailing()

    assert refusal(post_mail(app, b"To: a@example.com\n\nx")) == (404, "not_found")
    data(write("email"), 201)
    assert message_from_bytes(server.mails[0][2], policy=default)["Reply-To"] == firm.email
    assert Client.of(firm).count() == 1
