"""Mail by SMTP: the message that arrives, and the errors when it does not (gateways/mail.py)."""

import email
import time
from email import policy
from email.header import decode_header, make_header

import pytest

from intake.gateways.mail import Mail
from intake.gateways.send_errors import Refused, Unavailable, Uncertain
from tests.stand_ins.smtp import CUT, DRIP, HANG, Smtp

SENDER, TO = "intake@example.org", "ana@example.com"


def _arrived(server):
    """Return the only mail that the server accepted, as its reader sees it."""
    [(_, _, body)] = server.mails
    return email.message_from_bytes(body.replace(b"\r\n", b"\n"), policy=policy.default)


def _send(server, to=TO, subject="Hello", text="Text.", scheme="smtp", user="", ca_file=None, **more):
    return Mail(server.url(scheme, user), SENDER, ca_file).send(to, subject, text, **more)


def test_both_parts_arrive_with_every_character():
    text, html = "Señora 🦊 — “ok”\n.a dot\n" + "x" * 3000, "<p>Señora &amp; 🦊</p>"
    with Smtp() as server:
        _send(server, text=text, html=html)
        mail = _arrived(server)

    plain, rich = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain.get_content().rstrip("\n") == text
    assert rich.get_content().rstrip("\n") == html
    assert {part.get_content_charset() for part in (plain, rich)} == {"utf-8"}
    assert max(len(line) for line in server.mails[0][2].split(b"\r\n")) <= 998
    assert server.mails[0][2].isascii()


def test_sender_and_reply_to_headers():
    with Smtp() as server:
        sent = _send(server, name="Ünal & Partners", reply_to="office@example.com", key="comm_1", automatic=True)
        mail = _arrived(server)

    assert mail["From"].addresses[0].display_name == "Ünal & Partners"
    assert mail["From"].addresses[0].addr_spec == SENDER
    assert (mail["To"], mail["Reply-To"], mail["Auto-Submitted"]) == (TO, "office@example.com", "auto-generated")
    assert mail["Message-ID"] == sent == "<comm_1@example.org>"
    sender, recipient, _ = server.mails[0]
    assert (sender.lower(), recipient.lower()) == (b"mail from:<intake@example.org>", b"rcpt to:<ana@example.com>")


@pytest.mark.parametrize("name", [
    f"{'A' * 78} {'B' * 78}", f"{'A' * 30} {'A' * 69} ééé {'é' * 30}", f"{'é' * 90} {'ñ' * 90}",
    f"{'Lin and ' * 12}Costa"])
def test_long_names_of_senders_keep_their_words_and_the_headers(name):
    with Smtp() as server:
        _send(server, name=name)
        # read as RFC 2047 says: Python's newer policy puts spaces between encoded words of names
        mail = email.message_from_bytes(server.mails[0][2].replace(b"\r\n", b"\n"), policy=policy.compat32)

    assert str(make_header(decode_header(mail["From"]))).split() == [*name.split(), f"<{SENDER}>"]
    assert (mail["To"], mail["Subject"]) == (TO, "Hello")


def test_address_to_unsubscribe_is_sent_as_it_is():
    address = f"https://intake.smith-partners.example.com/unsubscribe/reminders/cli_{'0' * 26}.{'a' * 26}"
    with Smtp() as server:
        _send(server, unsubscribe_url=address)
        head = server.mails[0][2].partition(b"\r\n\r\n")[0]

    # without an email parser: Python's decodes forms that mail programs do not
    assert f"\r\nList-Unsubscribe: <{address}>\r\nList-Unsubscribe-Post:".encode() in head


def test_headers_cannot_be_injected():
    for hostile in ("Hi\r\nBcc: evil@example.com", "Hi\nBcc: evil@example.com", "Hi\r\n\r\nbody",
                    "Hi\x0bBcc: evil@example.com", "Hi\u2028Bcc: evil@example.com", "Hi\x00there",
                    "Hi\x85Bcc: evil@example.com"):
        with Smtp() as server:
            _send(server, subject=hostile, name=hostile)
            mail = _arrived(server)

        assert mail["Bcc"] is None, hostile
        assert mail.get_content() == "Text.\n", hostile
        assert len(mail["From"].addresses) == 1, hostile


@pytest.mark.parametrize("name", [
    'Evil" <evil@example.com>, "X', "Ünal, Smith <evil@example.com>; Partners (New York) " + "ü, " * 60, "", "🦊" * 80,
    "=?utf-8?q?x=40evil?= <a@b.c>"])
def test_a_name_is_never_an_address(name):
    with Smtp() as server:
        _send(server, name=name)
        mail = _arrived(server)

    assert [address.addr_spec for address in mail["From"].addresses] == [SENDER]


def test_a_long_subject_arrives_whole():
    subject = "Señal 🦊 " * 40
    with Smtp() as server:
        _send(server, subject=subject)
        assert _arrived(server)["Subject"].split() == subject.split()


def test_domain_with_other_letters_is_written_as_dns_has_it():
    with Smtp() as server:
        _send(server, to="ana@Bücher.example", reply_to="office@muñoz.example")
        mail = _arrived(server)

    assert (mail["To"], mail["Reply-To"]) == ("ana@xn--bcher-kva.example", "office@xn--muoz-hqa.example")
    assert server.mails[0][1] == b"rcpt TO:<ana@xn--bcher-kva.example>"


@pytest.mark.parametrize("to", ["", "nobody", "a@b@c", "a\r\nb@example.com", "@example.com", "a b@example.com,x@y.z",
                                "ñ@example.com", "ana@ñ..example", "ana@ñ\u2028.example"])
def test_an_impossible_address_is_refused(to):
    with Smtp() as server, pytest.raises(Refused):
        _send(server, to=to)
    assert not server.mails


@pytest.mark.parametrize(("answer", "error"), [
    ("550 Not verified", Unavailable), ("553 Not yours", Unavailable), ("552 Too large", Refused)])
def test_sender_that_our_server_refuses_says_nothing_about_the_recipient(answer, error):
    with Smtp(MAIL=answer) as server, pytest.raises(error) as refused:
        _send(server)
    assert refused.value.reason == f"smtp {answer[:3]}"


@pytest.mark.parametrize("verb", ["RCPT", "DATA", "END"])
@pytest.mark.parametrize(("answer", "error"), [("451 Later", Unavailable), ("550 Never", Refused)])
def test_the_servers_no_is_for_now_or_for_good(verb, answer, error):
    with Smtp(**{verb: answer}) as server, pytest.raises(error) as refused:
        _send(server)
    assert refused.value.reason == f"smtp {answer[:3]}"


@pytest.mark.parametrize("verb", ["MAIL", "RCPT", "DATA"])
@pytest.mark.parametrize("fault", [CUT, HANG])
def test_before_the_mail_left_it_was_not_taken(verb, fault):
    with Smtp(**{verb: fault}) as server, pytest.raises(Unavailable):
        _send(server, timeout=0.3)


@pytest.mark.parametrize("fault", [CUT, HANG, "221 Bye", "what?"])
def test_failure_after_data_is_uncertain(fault):
    with Smtp(END=fault) as server, pytest.raises(Uncertain):
        _send(server, timeout=0.3)
    assert len(server.mails) == 1


@pytest.mark.parametrize("fault", [CUT, HANG, "554 No"])
def test_failing_quit_is_ignored(fault):
    with Smtp(QUIT=fault) as server:
        _send(server, timeout=0.3)
    assert len(server.mails) == 1


def test_timeout_covers_the_whole_session():
    began = time.monotonic()
    with Smtp(seconds=0.3) as server, pytest.raises((Unavailable, Uncertain)):
        _send(server, timeout=0.5)
    assert time.monotonic() - began < 1.5


def test_timeout_covers_an_answer_that_comes_letter_by_letter():
    began = time.monotonic()
    with Smtp(banner=DRIP) as server, pytest.raises(Unavailable):
        _send(server, timeout=0.5)
    assert time.monotonic() - began < 3


def test_connection_refused_is_unavailable():
    with Smtp() as server:
        url = server.url()
    with pytest.raises(Unavailable):
        Mail(url, SENDER).send(TO, "Hello", "Text.")


def test_without_a_server_all_is_refused():
    with pytest.raises(Refused) as refused:
        Mail(None, SENDER).send(TO, "Hello", "Text.")
    assert refused.value.reason == "not_configured"


def test_tls_from_the_start(authority):
    with Smtp(tls=authority.server("127.0.0.1")) as server:
        _send(server, scheme="smtps", user="me%40x:s%2Fecret@", ca_file=authority.file)
    assert len(server.mails) == 1
    assert server.users == [[b"me@x", b"s/ecret"]]


@pytest.mark.parametrize("scheme", ["smtp", "smtp+starttls"])
def test_tls_as_soon_as_it_is_offered(authority, scheme):
    with Smtp(starttls=authority.server("127.0.0.1")) as server:
        _send(server, scheme=scheme, user="me:secret@", ca_file=authority.file)
    assert ("AUTH", True) in server.commands
    assert ("MAIL", True) in server.commands


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_untrusted_server_gets_no_credentials(scheme, authority, untrusted_authority):
    context = untrusted_authority.server("127.0.0.1")
    with Smtp(**{"tls" if scheme == "smtps" else "starttls": context}) as server, pytest.raises(Unavailable):
        _send(server, scheme=scheme, user="me:secret@", ca_file=authority.file)
    assert "AUTH" not in {verb for verb, _ in server.commands}


@pytest.mark.parametrize(("scheme", "user"), [("smtp", "me:secret@"), ("smtp+starttls", "")])
def test_nothing_that_needs_tls_crosses_a_network_in_the_open(scheme, user):
    with Smtp(host="127.0.0.2") as server, pytest.raises(Unavailable):
        _send(server, scheme=scheme, user=user)
    assert not {"AUTH", "MAIL"} & {verb for verb, _ in server.commands}


def test_a_wrong_password_may_be_put_right():
    with Smtp(AUTH="535 No") as server, pytest.raises(Unavailable) as refused:
        _send(server, user="me:secret@")
    assert refused.value.reason == "smtp 535"


@pytest.mark.parametrize("server", [{"banner": "554 Not from there"}, {"extensions": ()}])
def test_a_server_that_does_not_let_us_in_may_do_so_later(server):
    with Smtp(**server) as smtp, pytest.raises(Unavailable):
        _send(smtp, user="me:secret@")
