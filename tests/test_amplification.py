"""No body of a mebibyte costs much, whatever it contains.

The bodies are generated from the schemas of all routes, so that new fields are covered automatically: every list and
every object is filled as far as a body allows, and those inside a list in each of its entries.
"""

import gc
import json
import re
import time
from functools import reduce
from itertools import count
from pathlib import Path

import pytest
from marshmallow import fields, validate

from intake.core.http import MAX_BODY_BYTES
from tests.builders import a_client, a_matter, a_template, a_user, an_intake_link
from tests.contract.platforms import registered_at_both
from tests.test_tenancy import CONTRACTS, GUARDED, RULES

CPU_SECONDS = 0.5
MEMORY_MIB = 50
ERROR_BYTES = 64 * 1024

SCHEMAS = {call: contract.body for call, contract in CONTRACTS.items() if contract.body}

JSON, FORM, PARTS = "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
PART = b'--x\r\nContent-Disposition: form-data; name="a"\r\n'
NAMES = [f'"{number:x}":0' for number in range(16**4, 16**4 + MAX_BODY_BYTES // 11)]
DEEP = b"[" * 900 + b"]" * 900

ANYTHING = {
    "fields of a form": (FORM, b"&".join([b"a"] * (MAX_BODY_BYTES // 2))),
    "fields without a name": (FORM, b"&" * MAX_BODY_BYTES),
    "as many fields as a form may have": (FORM, b"&".join(b"q.a=%d" % number for number in range(25_000))),
    "one long field of a form": (FORM, b"a=" + b"%ff" * (MAX_BODY_BYTES // 3 - 1)),
    "long fields of a form": (FORM, b"&".join([b"a=" + b"%ff" * 87_000] * 4)),
    "parts": (PARTS, (PART + b"\r\n\r\n") * 20_000),
    "one long part": (PARTS, PART + b"\r\n" + b"\r\n--" * (MAX_BODY_BYTES // 4 - 20)),
    "headers of a part": (PARTS, PART + b"a: b\r\n" * 170_000),
    "deep JSON": (JSON, DEEP),
    "lists in JSON": (JSON, b'{"a":[%b0]}' % ((DEEP + b",") * 580)),
    "texts in JSON": (JSON, b'{"a":[%b0]}' % (b'"a",' * 260_000)),
}
"""Bodies for pages, and for routes that read theirs without a schema."""

TO_EVERY_PAGE = "as many fields as a form may have"
"""The body that every page for clients sees whole. Others are refused or ignored when they are read, and pages for a
firm's people refuse this one, which has no signature, too. Pages do that alike: one page of each wing is enough."""


class Cost:
    """The cost of a block: processor time in `seconds`, and the maximum growth of memory in `mebibytes`."""

    def __enter__(self):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # VmHWM is the peak from here on
        self._memory, self._began = self._resident("VmRSS"), time.process_time()
        return self

    def __exit__(self, *_):
        self.seconds = time.process_time() - self._began
        self.mebibytes = self._resident("VmHWM") - self._memory

    @staticmethod
    def _resident(which):
        return int(re.search(rf"{which}:\s+(\d+) kB", Path("/proc/self/status").read_text(encoding="ascii"))[1]) / 1024


@pytest.fixture(autouse=True, scope="module")
def _without_what_other_tests_left():
    """Keep the garbage collector from looking at all objects of this process, as the web server does."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="module")
def sent():
    """The hashes of the bodies that a call was sent."""
    return set()


def _answer_to(send):
    """Return the answer to a request, and check that it costs little."""
    with Cost() as cost:
        answer = send()
    assert cost.seconds <= CPU_SECONDS
    assert cost.mebibytes <= MEMORY_MIB
    assert answer.status_code < 400 or len(answer.data) <= ERROR_BYTES
    return answer


def _containers(schema, path=()):
    """Yield the path and the field of each list and object of a body; a list on the way is its maximum length."""
    yield path, None
    for name, field in schema.load_fields.items():
        yield from _containers_of(field, (*path, field.data_key or name))


def _containers_of(field, path):
    if isinstance(field, fields.List):
        yield path, field
        yield from _containers_of(field.inner, (*path, _most(field)))
    elif isinstance(field, fields.Nested):
        yield from _containers(field.schema, path)
    elif isinstance(field, fields.Dict) or _is_free(field):
        yield path, field


def _is_free(field):
    """Whether any JSON may be inside."""
    return type(field) is fields.Raw or (isinstance(field, fields.Dict) and field.value_field is None)


def _most(field):
    """Return the maximum number of entries of the list or object, which has to have a limit."""
    [length] = [check for check in field.validators if isinstance(check, validate.Length)]
    return length.max


def _filled(field, size):
    """Yield the container with as many entries as fit into `size` bytes."""
    if isinstance(field, fields.List):
        yield _array('""', size // 3 - 1)
    else:
        yield f"{{{','.join(NAMES[: size // 11])}}}"
    if _is_free(field):
        yield f'{{"a":{"[" * 90}{_array("0", size // 2 - 100)}{"]" * 90}}}'


def _inside(body, step):
    return _array(body, step) if isinstance(step, int) else f'{{"{step}":{body}}}'


def _array(entry, length):
    return f"[{','.join([entry] * length)}]"


def _bodies(schema, sent):
    """Yield the body with every field, and those with one long list or object that no other call was sent: all calls
    read theirs alike.
    """
    wholes = (json.dumps(_whole(schema, 2**halvings)) for halvings in count())
    yield next(whole for whole in wholes if len(whole) <= MAX_BODY_BYTES)
    for path, field in _containers(schema):
        size = MAX_BODY_BYTES
        for step in path:
            size = size // step - 1 if isinstance(step, int) else size - len(step) - 5
        for filled in _filled(field, size):
            body = reduce(_inside, reversed(path), filled)
            if hash(body) not in sent:
                sent.add(hash(body))
                yield body


def _whole(schema, part):
    """Return a body with every field, all wrong, and this part of the entries that lists and objects may have."""
    return {field.data_key or name: _wrong(field, part) for name, field in schema.load_fields.items()}


def _wrong(field, part):
    if isinstance(field, fields.List):
        return [_wrong(field.inner, part)] * -(-_most(field) // part)
    if isinstance(field, fields.Nested):
        return _whole(field.schema, part)
    return dict.fromkeys(range(-(-_most(field) // part)), "") if isinstance(field, fields.Dict) else []


@pytest.mark.parametrize("call", [call for call in SCHEMAS if RULES[call].rule.startswith("/api")])
def test_large_wrong_body_is_refused_at_little_cost(call, app, api, sent):
    path = re.sub("<[^>]+>", "x", RULES[call].rule)
    with registered_at_both(app):
        for body in _bodies(SCHEMAS[call], sent):
            assert len(body) <= MAX_BODY_BYTES
            answer = _answer_to(lambda body=body: api.call(call.split()[0], path, data=body, content_type=JSON))
            assert answer.status_code == 400, body[:100]


def _reader(app, rule):
    """Return what reads the body: the wing of a page, or the endpoint for programs itself."""
    if rule.rule.startswith(("/api/", "/oauth/")):
        return rule.endpoint
    return app.view_functions[rule.endpoint].__module__.split(".")[1]


@pytest.mark.parametrize("what", ANYTHING)
def test_any_body(what, app, firm, signed_in_as):
    """Every POST that takes no key: pages for clients and for a firm's people, OAuth, Twilio, platforms."""
    content_type, body = ANYTHING[what]
    assert len(body) <= MAX_BODY_BYTES
    template = a_template(firm, form=[{"id": "a", "type": "choices", "label": "A", "options": ["1", "2"]}])
    matter = a_matter(firm, client_id=a_client(firm).id, intake_template_id=template.id)
    token = an_intake_link(firm, matter).token
    browser = signed_in_as(a_user(firm, "admin"), **{"Sec-Fetch-Site": "same-origin"})
    rules = [rule for call, rule in RULES.items() if call.startswith("POST") and call not in GUARDED]
    rules = {rule.rule if what == TO_EVERY_PAGE and _reader(app, rule) == "portal" else _reader(app, rule): rule
             for rule in rules}.values()
    with registered_at_both(app):
        for rule in rules:
            path = re.sub("<[^>]+>", "1", rule.rule.replace("<token>", token))
            _answer_to(lambda path=path: browser.post(path, body, content_type=content_type))
