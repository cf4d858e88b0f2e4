"""docs/messages.md has every message that the code can send, with small pictures."""

import re

import pytest

from intake.accounts.firms.states import ALERTS
from intake.messaging.communications.message_texts import FOLDER as TEXTS
from local.messages import FOLDER, LARGEST, LARGEST_OF_ALL, PAGE
from local.sample_messages import SAMPLES
from local.tour import ROOT

PARTS = re.compile(r"footer_|off_|draft_|(case_label|neutral|late|notice|alert_subject)$")
"""Texts that are parts of messages, or suggestions for somebody who writes one."""


def test_every_message_is_among_the_samples():
    texts = {(path.name.removesuffix(".txt").removesuffix(".sms"), "sms" if ".sms." in path.name else "email")
             for path in TEXTS.glob("*/*.txt")}
    texts |= {(path.stem, "email") for path in ROOT.glob("intake/accounts/*/templates/*.txt")}

    missing = {(name, channel) for name, channel in texts if not PARTS.match(name)}
    assert {(sample.name, sample.channel) for sample in SAMPLES} == missing
    assert {(sample.case, sample.channel) for sample in SAMPLES if sample.name == "alert"} == {
        (type, channel) for type in ALERTS for channel in ("email", "sms")}


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.picture)
def test_every_message_has_a_row_and_a_picture_in_each_language(sample):
    page = PAGE.read_text(encoding="utf-8")
    for language in sample.languages:
        assert f"(images/messages/{sample.picture}.{language}.webp)" in page
        assert (FOLDER / f"{sample.picture}.{language}.webp").stat().st_size <= LARGEST


def test_pictures_are_those_of_the_page_and_small():
    shown = set(re.findall(r"\(images/messages/([^)]+)\)", PAGE.read_text(encoding="utf-8")))
    assert {file.name for file in FOLDER.iterdir()} == shown
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) <= LARGEST_OF_ALL
