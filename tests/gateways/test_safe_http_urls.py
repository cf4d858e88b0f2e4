"""URLs that are refused, at registration and at every request (docs/behaviour.md, "Events and webhooks")."""

import pytest

from intake.gateways.safe_http import SafeHttpClient, UnsafeUrl

from .conftest import Dns, fails

PUBLIC, PUBLIC_V6 = "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"

# the addresses of some names in this DNS
RECORDS = {
    "public.example": [PUBLIC], "public6.example": [PUBLIC_V6], "both.example": [PUBLIC_V6, PUBLIC],
    "bücher.example".encode("idna").decode(): [PUBLIC],
    "home.example": ["192.168.1.1"], "loop.example": ["127.0.0.1"], "loop6.example": ["::1"],
    "meta.example": ["169.254.169.254"], "link6.example": ["fe80::1%1"], "mapped.example": ["::ffff:10.0.0.1"],
    "nat64.example": ["64:ff9b::a00:1"], "mixed.example": [PUBLIC, "10.0.0.1"],
    "mixed6.example": [PUBLIC_V6, "fd00::1"],
    "127.0.0.1.nip.example": ["127.0.0.1"], "localhost": ["127.0.0.1", "::1"], "my.localhost": ["::1"],
    "printer.local": [PUBLIC], "odd.localhost": [PUBLIC],
    "metadata.google.internal": ["169.254.169.254"], "intranet": [PUBLIC], "scanner.local": [PUBLIC],
    "router.home.arpa": [PUBLIC], "db.internal": [PUBLIC], "box.localdomain": [PUBLIC],
}  # fmt: skip

# never allowed, not even if this machine may be reached
NEVER = [
    # Addresses that are not public.
    "https://10.0.0.1/", "https://10.255.255.255/", "https://172.16.0.1/", "https://172.31.255.254/",
    "https://192.168.0.1:8443/", "https://0.0.0.0/", "https://0.1.2.3/", "https://100.64.0.1/",
    "https://169.254.0.1/",
    "https://192.0.0.8/", "https://192.0.2.1/", "https://192.88.99.1/", "https://198.18.0.1/",
    "https://198.19.255.255/",
    "https://198.51.100.7/", "https://203.0.113.7/", "https://224.0.0.1/", "https://239.255.255.250/",
    "https://240.0.0.1/", "https://255.255.255.255/",
    # Metadata services.
    "https://169.254.169.254/latest/meta-data/", "http://169.254.169.254/", "https://169.254.170.2/",
    "https://100.100.100.200/", "https://192.0.0.192/", "https://168.63.129.16/", "https://[fd00:ec2::254]/",
    "https://[fd20:ce::254]/", "https://metadata.google.internal/", "https://meta.example/",
    # IPv6, and IPv4 within it.
    "https://[::]/", "https://[fc00::1]/", "https://[fd12:3456::1]/", "https://[fe80::1]/", "https://[fec0::1]/",
    "https://[ff02::1]/", "https://[2001:db8::1]/", "https://[3fff::1]/", "https://[100::1]/", "https://[5f00::1]/",
    "https://[::ffff:127.0.0.1]/", "https://[::ffff:7f00:1]/", "https://[::FFFF:10.0.0.1]/",
    f"https://[::ffff:{PUBLIC}]/", "https://[0:0:0:0:0:ffff:a9fe:a9fe]/", "https://[::127.0.0.1]/",
    "https://[::7f00:1]/", f"https://[::{PUBLIC}]/", "https://[2002:7f00:1::]/", "https://[2002:a9fe:a9fe::1]/",
    "https://[64:ff9b::127.0.0.1]/", "https://[64:ff9b::5db8:d822]/", "https://[64:ff9b:1::a00:1]/",
    "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/", "https://[2001:1::1]/", "https://[2001:20::1]/",
    # IPv4 in other notations, each of which getaddrinfo or a browser takes for an address.
    "https://2130706433/", "https://017700000001/", "https://0x7f000001/", "https://0X7F000001/",
    "https://0x7f.0.0.1/",
    "https://0177.0.0.1/", "https://127.1/", "https://127.0.1/", "https://0/", "https://0x/", "https://127.0.0.0x1/",
    "https://127.0.0.01/", "https://256.1.1.1/", "https://1.2.3.4.5/", "https://1.2.3/", "https://public.example.7/",
    "https://2130706433./", "https://0xA9FEA9FE/", "https://2852039166/", "https://10.0.0.1./",
    "https://93.184.55310/",
    "https://１０.０.０.１/", "https://10。0。0。1/", "https://①⑥⑨.②⑤④.①⑥⑨.②⑤④/", "https://0x７f000001/",
    "https://%31%30.0.0.1/", "https://10%2e0.0.1/",
    # names that resolve to such addresses
    "https://home.example/", "https://HOME.example/", "https://home.example./", "https://link6.example/",
    "https://mapped.example/", "https://nat64.example/", "https://mixed.example/", "https://mixed6.example/",
    # names without a meaning, or with a different one in every network
    "https://intranet/", "https://intranet./", "https://printer.local/", "https://odd.localhost/", "https://scanner.local./",
    "https://router.home.arpa/", "https://db.internal/", "https://box.localdomain/",
    # not URLs of a public host
    "http://public.example/", f"http://{PUBLIC}/", "ftp://public.example/", "file:///etc/passwd",
    "gopher://public.example/",
    "unix:///var/run/docker.sock", "javascript:alert(1)", "", "public.example", "//public.example/",
    "https:public.example",
    "https:/public.example/", "https://", "https:///hook", "https://:443/", "https://?", "https://#",
    "https://./", "https://../",
    "https://user@public.example/", "https://user:pass@public.example/", "https://@public.example/",
    "https://public.example@10.0.0.1/", "https://10.0.0.1#@public.example/", "https://public.example:80@10.0.0.1/",
    "https://public.example:0/", "https://public.example:65536/", "https://public.example:-1/",
    "https://public.example:x/", "https://public.example:４４３/", "https://public.example:443:80/",
    "https://public.example:000000000443/",
    "https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", f"https://[{PUBLIC_V6}%251]/", "https://[::1/",
    "https://::1/",
    "https://[public.example]/", "https://[v1.fe80::a]/", "https://[::1].example/", "https://[]/",
    "https://[1.2.3.4]/",
    "https://public.example\\@10.0.0.1/", "https:\\\\public.example\\", "https://public.example/\\..",
    " https://public.example/", "https://public.example/ ", "https://public .example/", "https://public.example/a b",
    "https://public.example/\r\nHost: x", "https://public.example/\n", "https://pub\tlic.example/",
    "ht\ntps://public.example/",
    "https://public.example/\x00", "https://public.example/\x7f", "https://public.example/\u2028",
    "https://public.example\u00a0/",
    "https://10.0.0\u00ad.1/", "https://1\u200b0.0.0.1/", "https://public.example/\ud800",
    "\ufeffhttps://public.example/",
    "https://public..example/", "https://.public.example/", "https://public.example../", "https://-public.example/",
    "https://pub!lic.example/", "https://pub*.example/", "https://public.example;x/", "https://public,example/",
    "https://a／b.example/", "https://℀.example/", "https://☃.example/", f"https://{'a' * 64}.example/",
    f"https://{'a.' * 127}example/", f"https://public.example/{'a' * 2048}",
]  # fmt: skip

# this machine: accepted only if that is allowed
LOCAL = [
    "https://127.0.0.1/", "http://127.0.0.1/", "http://127.0.0.1:8080/", "https://127.255.255.254/",
    "https://127.0.0.1./", "http://[::1]/", "https://[::1]:8443/", "https://[0:0:0:0:0:0:0:1]/",
    "http://localhost/", "https://my.localhost/", "https://localhost./",
    "https://LOCALHOST/", "https://ｌｏｃａｌｈｏｓｔ/", "https://loop.example/", "http://loop6.example/",
    "https://127.0.0.1.nip.example/", "https://１２７.０.０.１/", "https://127。0。0。1/", "https://127.0.0.1:9/",
    "https://127｡0｡0｡1/",
]  # fmt: skip

ADMISSIBLE = [
    "https://public.example/", "https://PUBLIC.Example", "https://public.example.",
    "HTTPS://public.example/hook?token=a%20b&c=d#part",
    "https://public6.example:8443/", "https://both.example/", f"https://{PUBLIC}/", f"https://{PUBLIC}.:65535/",
    f"https://[{PUBLIC_V6}]/", "https://bücher.example/", "https://BÜCHER.example/größe",
    "https://xn--bcher-kva.example/",
    "https://public.example:/", "https://public.example?x", "https://public.example/%0d%0a",
    "https://under_score.example/",
    "https://not-yet-in-dns.example/", "https://1.example/", "https://0x7f.example/",
    f"https://public.example/{'a' * 2024}",
]  # fmt: skip


@pytest.fixture(scope="module")
def strict():
    """The client as in production, with this file's DNS."""
    return SafeHttpClient(resolve=Dns(RECORDS))


@pytest.fixture(scope="module")
def lenient():
    """The client as in local installations, with this file's DNS."""
    return SafeHttpClient(allow_local=True, resolve=Dns(RECORDS))


def test_the_tables_are_large_enough():
    assert len(set(NEVER + LOCAL)) == len(NEVER + LOCAL) >= 60


def _refused(client, urls):
    """Return those of the URLs that the client refuses at registration, with a reason, and at every request."""
    return [url for url in urls if _is_refused(client, url)]


def _is_refused(client, url):
    try:
        client.check(url)
        return False
    except UnsafeUrl as refusal:
        is_sentence = refusal.reason.endswith(".")
    with fails("refused"):
        client.post(url, b"{}", {}, timeout=0.5)
    return is_sentence


# One test for each table: a test for each URL takes a hundred times as long as the URL itself.


def test_refused_in_production(strict):
    assert _refused(strict, NEVER + LOCAL) == NEVER + LOCAL


def test_refused_even_where_this_machine_may_be_reached(lenient):
    assert _refused(lenient, NEVER + LOCAL) == NEVER


def test_public_hosts_are_admissible(strict, lenient):
    assert _refused(strict, ADMISSIBLE) == _refused(lenient, ADMISSIBLE) == []


def test_a_name_of_this_machine_must_resolve_at_registration(lenient):
    """DNS records of other names may follow later; this one would lead elsewhere."""
    with pytest.raises(UnsafeUrl):
        lenient.check("http://not-yet.localhost/")


@pytest.mark.parametrize(("url", "reason"), [
    ("http://public.example/", "not begin with https"), ("https://user@public.example/", "a user name or a password"),
    ("https://intranet/", "a name of a local network"), ("https://2130706433/", "ends in a number"),
    ("https://public.example:0/", "port"), ("https://[::1%25lo]/", "no valid host"),
    ("https://[1::2::3]/", "no valid"), ("https://10.0.0.1/", "not public"), ("https://home.example/", "not public"),
    ("https://public.example/\n", "white space"), (f"https://{'a' * 2048}/", "longer than 2048"),
])  # fmt: skip
def test_unsafe_url_has_a_reason(strict, url, reason):
    with pytest.raises(UnsafeUrl, match=reason):
        strict.check(url)


def test_an_address_and_a_local_name_are_never_looked_up(web_of):
    dns = Dns()
    for url in (f"https://{PUBLIC}/", f"https://[{PUBLIC_V6}]/", f"https://{PUBLIC}./"):
        web_of(allow_local=False, dns=dns).check(url)
    for url in ("https://db.internal/", "https://intranet/", "http://public.example/"):
        with fails("refused"):
            web_of(allow_local=False, dns=dns).post(url, b"", {})
    assert dns.asked == []


def test_a_name_is_looked_up_in_the_spelling_that_was_judged(web_of):
    dns = Dns(RECORDS)
    for url in ("https://PUBLIC.example./", "https://ｐublic。example/", "https://Bücher.example/"):
        web_of(allow_local=False, dns=dns).check(url)
    assert dns.asked == ["public.example", "public.example", "xn--bcher-kva.example"]


def test_reasons_give_no_address_and_no_path_away(strict):
    with pytest.raises(UnsafeUrl) as refused:
        strict.check("https://meta.example/secret-token")
    assert "169" not in refused.value.reason
    assert "secret-token" not in refused.value.reason
