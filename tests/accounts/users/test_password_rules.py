"""The rules for passwords (OWASP ASVS 5.0, 6.2)."""

import secrets

import pytest

from intake.accounts.users.common_passwords import common_passwords
from intake.accounts.users.password_rules import password_error

NAMES = ("Ünal & Partners LLP", "office@unal.example", "Maya", "Okafor", "maya.okafor85@delgado-law.com", None)
GUESSED = "This is one of the first passwords that others would try."
OWN = "Do not use your name, your e-mail address or your firm's name in it."


@pytest.mark.parametrize("password", [
    "123456789012", "210987654321", "aaaaaaaaaaaa", "121212121212", "Password1234", "PASSWORD2026!", "qwertyuiop123",
    "abcdefghijkl", "Welcome-2026-", "contraseña123", "1qaz2wsx3edc", "q1w2e3r4t5y6"])
def test_first_guesses_are_refused(password):
    assert password_error(password, *NAMES) == GUESSED


@pytest.mark.parametrize("password", [
    "sunshine2024!", "2024-Sunshine", "5un5h1ne!!!!!", "Adm1n1strat0r2024", "dragondragon", "chickenwing2026",
    "welcomeintake2024", "passwordAdmin!", "k7Qzk7Qzk7Qz"])
def test_common_words_are_refused_with_padding_and_lookalikes(password):
    assert password_error(password) == GUESSED


@pytest.mark.parametrize("password", [
    "UnalPartners2024!", "ünal & partners", "0k4f0rM4y4!!", "mayaokafor1985", "Maya.Okafor85@delgado-law.com",
    "delgado-law-2026", "unaldragon2024", "passwordMaya!", "office@unal.ex"])
def test_names_and_address_are_refused(password):
    assert password_error(password, *NAMES) == OWN
    assert password_error(password, "Silva", "ana@example.com") != OWN


@pytest.mark.parametrize("password", [
    "correct horse battery", "maya likes green tea", "the admin of my garden", "739104652837", "8391!72x47&4",
    "8$Kq!92$xT7&", "mi perro come tacos", "李明去北京看雪和大山了吗", "correct horse correct horse"])
def test_other_passwords_are_allowed(password):
    assert password_error(password, *NAMES) == ""


def test_random_passwords_are_allowed():
    assert [error for error in (password_error(secrets.token_urlsafe(12), *NAMES) for _ in range(2000)) if error] == []


@pytest.mark.parametrize(("length", "error"), [
    (11, "Use at least 12 characters."), (12, ""), (200, ""), (201, "Use at most 200 characters.")])
def test_length_is_counted_in_characters(length, error):
    assert password_error(("áé🐎Ü" + "".join(map(chr, range(0x4E00, 0x4F00))))[:length]) == error


def test_list_has_thousands_that_the_length_admits():
    """OWASP ASVS 6.2.4 requires at least 3,000."""
    assert len([password for password in common_passwords() if len(password) >= 12]) >= 9_000
    assert all(password == password.casefold() for password in common_passwords())
