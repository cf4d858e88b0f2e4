"""Public addresses, and the parsing of URLs."""

import socket
from ipaddress import IPv4Address, ip_address, ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from intake.gateways.addresses import is_public, parse_target
from intake.gateways.safe_http import UnsafeUrl

at_any_speed = settings(deadline=None)
"""On a busy machine a process may stand still for longer than Hypothesis allows an example to take."""


@pytest.mark.parametrize(("network", "also"), [
    ("0.0.0.0/8", "1.0.0.0"), ("10.0.0.0/8", "9.255.255.255 11.0.0.0"), ("100.64.0.0/10",
    "100.63.255.255 100.128.0.0"),
    ("127.0.0.0/8", "126.255.255.255 128.0.0.0"), ("169.254.0.0/16", "169.253.255.255 169.255.0.0"),
    ("172.16.0.0/12", "172.15.255.255 172.32.0.0"), ("192.0.0.0/24", "191.255.255.255 192.0.1.0"),
    ("192.0.2.0/24", "192.0.1.255 192.0.3.0"), ("192.88.99.0/24", "192.88.98.255 192.88.100.0"),
    ("192.168.0.0/16", "192.167.255.255 192.169.0.0"), ("198.18.0.0/15", "198.17.255.255 198.20.0.0"),
    ("198.51.100.0/24", "198.51.99.255 198.51.101.0"), ("203.0.113.0/24", "203.0.112.255 203.0.114.0"),
    ("224.0.0.0/3", "223.255.255.255"), ("168.63.129.16/32", "168.63.129.15 168.63.129.17"),
    ("::/3", "2001:200::"), ("2001::/23", "2001:200::"), ("2001:db8::/32", "2001:db7:ffff:: 2001:db9::"),
    ("2002::/16", "2003::"), ("3fff::/20", "3ffe:ffff:: 3fff:1000::"), ("4000::/2", ""), ("8000::/1", ""),
])  # fmt: skip
def test_the_edges_of_what_is_public(network, also):
    network = ip_network(network)
    for inside in (network[0], network[-1], network[network.num_addresses // 2]):
        assert not is_public(inside), inside
    for outside in also.split():
        assert is_public(ip_address(outside)), outside


@at_any_speed
@given(st.text(alphabet="0123456789abcdefxXoO.", min_size=1, max_size=20))
def test_what_the_system_takes_for_a_number_is_never_a_name(host):
    """`inet_aton` is what getaddrinfo tries first."""
    try:
        target = parse_target(f"https://{host}/", True)
    except UnsafeUrl:
        return
    try:
        number = socket.inet_aton(target.host)
    except OSError:
        return
    assert target.address == IPv4Address(number)


@at_any_speed
@given(st.one_of(st.text(max_size=40), st.text(alphabet="hтps:/[]@.\\#?%\r\n\t１。ⅷ0x7f-_é ", max_size=40)))
def test_parsed_paths_contain_no_line_breaks(rest):
    for url in (f"https://{rest}", f"https://public.example/{rest}"):
        try:
            target = parse_target(url, True)
        except UnsafeUrl:
            continue
        line = f"POST {target.path} HTTP/1.1 host: {target.authority}"
        assert line.isascii()
        assert line.isprintable()
        assert len(line.split(" ")) == 5
        assert target.path.startswith("/")
        assert not set(target.authority) & set("/?#@\\%")
