"""Mistyped domains of e-mail addresses."""

from time import process_time

import pytest

from intake.core.email_domains import meant_domain


@pytest.mark.parametrize(("address", "meant"), [
    ("ana@gmial.com", "gmail.com"), ("ana@GMAIL.con", "gmail.com"), ("ana@hotmal.com", "hotmail.com"),
    ("yaho.com", "yahoo.com"), *((address, None) for address in (
        "ana@gmail.com", "ana@mail.com", "ana@ymail.com", "ana@yahoo.es", "ana@example.com", "", None))])
def test_a_domain_one_letter_beside_a_common_one_is_questioned(address, meant):
    assert meant_domain(address) == meant


def test_the_cell_of_a_file_that_is_no_address_is_not_compared():
    began = process_time()
    assert meant_domain("b" * 1_000_000) is None
    assert process_time() - began < 0.5
