"""Ports that are assigned are free and assigned once."""

import socket

from local import ports


def test_no_two_copies_are_given_the_same_port(monkeypatch):
    monkeypatch.setattr(ports, "CHOICE", range(31000, 31008))
    with ports.reserved(3) as mine, ports.reserved(3) as theirs:
        assert len({*mine, *theirs}) == 6


def test_a_port_that_someone_listens_on_is_not_given_out(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as server:
        taken = server.getsockname()[1]
        monkeypatch.setattr(ports, "CHOICE", range(taken - 20, taken + 1))
        assert not ports.is_free(taken)
        with ports.reserved(10) as chosen:
            assert taken not in chosen


def test_a_port_is_free_again_after_the_block():
    with ports.reserved(1) as (port,):
        pass
    assert ports.is_free(port)
