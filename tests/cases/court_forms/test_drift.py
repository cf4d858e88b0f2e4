"""`flask court-forms check`: by digest, over connections to public addresses only."""

import json

import pytest

from intake.cases.court_forms.drift import CHANGED, NEW, SAME, UNREACHABLE, check_sources
from intake.cases.court_forms.library import Entry, catalogue


def an_entry(number, source):
    return Entry(number, "Petition", "Court", "US", "other", "civil", source, None, "2026-11-22")


def test_changes_are_named_once_and_other_addresses_refused(app, receiver, tmp_path, monkeypatch):
    ours, theirs = an_entry("1", receiver.url("/form")), an_entry("2", "https://169.254.169.254/latest/meta-data")
    for entry in (ours, theirs):
        monkeypatch.setitem(catalogue(), entry.id, entry)
    known = {id: entry for id, entry in catalogue().items() if id not in (ours.id, theirs.id)}
    for id in known:
        monkeypatch.delitem(catalogue(), id)
    first, refused = check_sources({})
    assert (first.status, refused.status, refused.problem) == (NEW, UNREACHABLE, "refused")
    assert next(check_sources({first.source: first.digest})).status == SAME
    assert next(check_sources({first.source: "0" * 64})).status == CHANGED

    digests = tmp_path / "digests.json"
    digests.write_text(json.dumps({first.source: "0" * 64}))
    ran = app.test_cli_runner().invoke(args=["court-forms", "check", "--digests", str(digests), "--json"])
    assert (ran.exit_code, json.loads(ran.output)["counts"]) == (1, {CHANGED: 1, UNREACHABLE: 1})
    assert json.loads(digests.read_text()) == {first.source: first.digest}
    ran = app.test_cli_runner().invoke(args=["court-forms", "check", "--digests", str(digests)])
    assert (ran.exit_code, "1 same, 1 unreachable" in ran.output) == (0, True)


@pytest.mark.parametrize(("content", "arguments", "told"), [
    ("{\"half", (), "cannot be read as digests"), ("[]", (), "has no digests"),
    (None, ("--digests", "/proc/digests.json"), "cannot be written"), (None, ("--state", "me"), "No form")])
def test_what_cannot_be_done_is_said_before_anything_is_fetched(app, tmp_path, monkeypatch, content, arguments, told):
    monkeypatch.chdir(tmp_path)
    if content:
        (tmp_path / "court-forms-digests.json").write_text(content)
    ran = app.test_cli_runner().invoke(args=["court-forms", "check", *arguments])
    assert isinstance(ran.exception, SystemExit)
    assert (ran.exit_code in (1, 2), told in ran.output) == (True, True)
