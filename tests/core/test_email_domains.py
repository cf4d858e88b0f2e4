"""Mistyped domains of e-mail addresses."""

import pytest

from intake.core.email_domains import meant_domain


@pytest.mark.parametrize(("address", "meant"), [
    ("ana@gmial.com", "gmail.com"), ("ana@GMAIL.con", "gmail.com"), ("ana@hotmal.com", "hotmail.com"),
    ("yaho.com", "yahoo.com"), *((address, None) for address in (
        "ana@gmail.com", "ana@mail.com", "ana@ymail.com", "ana@yahoo.es", "ana@example.com", "", None))])
def test_a_domain_one_letter_beside_a_common_one_is_questioned(address, meant):
    assert meant_domain(address) == meant
