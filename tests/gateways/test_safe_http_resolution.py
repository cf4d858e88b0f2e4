"""Connections go to the checked address, even if the DNS answers differently afterwards."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from ipaddress import ip_address

import pytest

from intake.gateways import safe_http as web_module
from intake.gateways.resolver import LookupFailed, Resolver
from intake.gateways.safe_http import UnsafeUrl
from intake.gateways.time_limit import TimeLimit
from tests.no_threads import without_threads
from tests.waiting import wait_until

from .conftest import Dns, fails
from .servers import answering_once, ok

PUBLIC = "93.184.215.14"


def test_rebinding_between_registration_and_post(serve, web_of):
    """The name is public when it is registered and leads here afterwards."""
    server = serve()
    web = web_of(allow_local=False, dns={"turn.example": [[PUBLIC], ["127.0.0.1"]]})
    web.check(f"https://turn.example:{server.port}/")
    with fails("refused"):
        web.post(f"https://turn.example:{server.port}/", b"", {})
    assert server.connections == 0


def test_rebinding_within_a_post(serve, web_of):
    """There is one lookup per connection, so a second answer cannot have an effect."""
    server, trap = serve(), serve(address="127.0.0.2")
    dns = Dns({"turn.example": [["127.0.0.1"], ["127.0.0.2"]]})
    assert web_of(dns=dns).post(server.url(host="turn.example"), b"", {}).status == 200
    assert (dns.asked, server.connections, trap.connections) == (["turn.example"], 1, 0)


def test_a_kept_connection_stays_where_it_was_checked(serve, web_of):
    """A DNS record that becomes private does not move it; after it is closed, the next connection is checked again."""
    def behave(client):
        for _ in range(2):
            client.request()
            client.send(ok())

    server = serve(behave)
    dns = Dns({"turn.example": [["127.0.0.1"], ["10.0.0.1"]]})
    web = web_of(dns=dns)
    for _ in range(2):
        web.post(server.url(host="turn.example"), b"", {})
    assert (dns.asked, server.connections) == (["turn.example"], 1)
    with fails("refused"):
        web.post(server.url(host="turn.example"), b"", {})
    assert dns.asked == ["turn.example"] * 2


@pytest.mark.parametrize("answers", [
    ["127.0.0.1", "10.0.0.1"], ["10.0.0.1", "127.0.0.1"], ["127.0.0.1", "::ffff:127.0.0.1"]])
def test_one_bad_address_among_the_answers_is_enough(serve, web_of, answers):
    server = serve()
    with fails("refused"):
        web_of(dns={"mixed.example": answers}).post(server.url(host="mixed.example"), b"", {})
    assert server.connections == 0


def test_a_redirect_is_an_answer(serve, web):
    """It is not followed, neither to the metadata service nor anywhere else."""
    goal = serve()
    for place in ("http://169.254.169.254/latest/", goal.url()):
        for status in ("301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"):
            server = serve(answering_once(ok(b"", status, f"Location: {place}")))
            answer = web.post(server.url(), b"", {})
            assert (answer.status, answer.headers["location"]) == (int(status[:3]), place)
    assert goal.connections == 0


def test_the_connected_address_is_compared(serve, monkeypatch):
    """If the socket is connected to another address, nothing is sent."""
    server = serve(lambda client: client.request())

    class Astray(web_module.socket.socket):
        def connect(self, _):
            super().connect(("127.0.0.1", server.port))

    monkeypatch.setattr(web_module.socket, "socket", Astray)
    with pytest.raises(UnsafeUrl):
        web_module._connect(ip_address("127.0.0.2"), server.port, 1)
    server.stop()
    assert server.requests == []


def test_the_next_address_is_tried(serve, web_of):
    server, web = serve(), web_of(dns={"three.example": ["::1", "127.0.0.3", "127.0.0.1"]})
    assert web.post(server.url(host="three.example"), b"", {}).status == 200


def test_both_families_get_their_turn():
    """Four addresses of an unreachable family must not hide one that works."""
    addresses = [ip_address(each) for each in ("::1", "::2", "::3", "::4", "127.0.0.1")]
    assert [str(each) for each in web_module._interleave_families(addresses)] == ["::1", "127.0.0.1", "::2", "::3"]


@pytest.mark.parametrize("records", [{}, {"gone.example": []}])
def test_a_name_that_does_not_resolve(web_of, records):
    web = web_of(allow_local=False, dns=records)
    web.check("https://gone.example/")
    with fails("dns"):
        web.post("https://gone.example/", b"", {})


def test_a_name_that_the_real_dns_does_not_know(web_of):
    with fails("dns"):
        web_of(allow_local=False).post("https://no-such-name.invalid/", b"", {})


def test_localhost_by_the_real_resolver(serve, web):
    server = serve()
    web.check(server.url(host="localhost"))
    assert web.post(server.url(host="localhost"), b"", {}).status == 200


def test_a_lookup_without_time_does_not_hold_the_name():
    resolver = Resolver(Dns({"late.example": [PUBLIC]}))
    for seconds, error in ((0, pytest.raises(LookupFailed)), (5, nullcontext())):
        with error:
            assert resolver.addresses("late.example", TimeLimit(seconds)) == [ip_address(PUBLIC)]


def test_a_lookup_for_which_there_is_no_thread_does_not_hold_the_name(monkeypatch):
    resolver = Resolver(Dns({"late.example": [PUBLIC]}), lookups=1)
    with without_threads(monkeypatch), pytest.raises(LookupFailed):
        resolver.addresses("late.example", TimeLimit(20))
    assert resolver.addresses("late.example", TimeLimit(20)) == [ip_address(PUBLIC)]


class TestHangingResolver:
    """A lookup cannot be interrupted, but callers wait for it no longer than their time-out."""

    def test_many_posts_to_one_dead_name_hold_one_lookup(self, serve, web_of, half_dead):
        server, web = serve(answering_once(ok(b"", "200 OK", "Connection: close"))), web_of(dns=half_dead)

        def dead(_):
            with fails("dns", within=3):
                web.post("https://dead.example/", b"", {}, timeout=3)

        def live(_):
            web.post(server.url(host="live.example"), b"", {}, timeout=20)

        with ThreadPoolExecutor(100) as pool:
            failing = [pool.submit(dead, n) for n in range(80)]
            list(pool.map(live, range(20)))
            assert not any(each.done() for each in failing)
            for each in failing:
                each.result()
        assert half_dead.asked.count("dead.example") == 1

    def test_several_dead_names_leave_room(self, serve, web_of, half_dead):
        server, web = serve(), web_of(dns=half_dead)

        def dead(number):
            with fails("dns", within=3):
                web.post(f"https://{number}.dead.example/", b"", {}, timeout=3)

        with ThreadPoolExecutor(100) as pool:  # a firm may have so many endpoints
            failing = [pool.submit(dead, n) for n in range(100)]
            time.sleep(0.1)  # until all of them wait for the resolver
            assert web.post(server.url(host="live.example"), b"", {}, timeout=2.5).status == 200
            for each in failing:
                each.result()

    def test_with_all_lookups_held_the_wait_is_bounded_and_ends_with_them(self, half_dead):
        resolver = Resolver(half_dead, lookups=2)
        with ThreadPoolExecutor(2) as pool:
            for number in range(2):
                pool.submit(resolver.addresses, f"{number}.dead.example", TimeLimit(20))
            wait_until(lambda: len(half_dead.asked) == 2)  # every lookup is occupied
            with pytest.raises(LookupFailed):
                resolver.addresses("live.example", TimeLimit(0.3))
            half_dead.release.set()
        assert resolver.addresses("live.example", TimeLimit(10)) == [ip_address("127.0.0.1")]
