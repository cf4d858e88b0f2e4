"""Filenames keep their text, but lose characters that could harm or deceive."""

import pytest

from intake.core.filenames import clean_filename, received_filename


@pytest.mark.parametrize("name", [
    "passport.pdf", "my passport.pdf", "Zoë Müller – Kopie.pdf", "旅券.pdf", "עברית.pdf", "𝕏.pdf", "100%.pdf",
    "archive.tar.gz", "README", "a'b\"c;d=e&f.pdf", "می\u200cخواهم.pdf", "👩\u200d⚖️.png", "confidential.pdf", "x.con",
    ".htaccess", "console.log", "com10.txt", "x" * 251 + ".pdf",
])
def test_a_harmless_name_stays(name):
    assert clean_filename(name) == name


@pytest.mark.parametrize(("name", "cleaned"), [
    ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("a/b\\c.pdf", "c.pdf"), ("folder/", "folder"),
    ("C:\\Users\\Ana\\scan.pdf", "scan.pdf"), ("C:scan.pdf", "scan.pdf"), ("\\\\server\\share\\x.pdf", "x.pdf"),
    ("..\\..\\x.pdf", "x.pdf"), ("a/../x.pdf", "x.pdf"), ("./x.pdf", "x.pdf"), ("x.pdf/..", "x.pdf"),
])
def test_path_parts_are_removed(name, cleaned):
    assert clean_filename(name) == cleaned


@pytest.mark.parametrize("control", [
    "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069", "\u200e", "\u200f",
    "\u061c", "\u200b", "\ufeff", "\u00ad",
], ids=ascii)
def test_characters_that_change_the_direction_are_removed(control):
    assert clean_filename(f"invoice{control}fdp.exe") == "invoicefdp.exe"


@pytest.mark.parametrize("control", ["\r\n", "\t", "\x00", "\x1b", "\x7f", "\x85", "\u2028", "\u2029"], ids=ascii)
def test_control_characters_become_a_space(control):
    assert clean_filename(f"{control}a{control}b.pdf{control}") == "a b.pdf"


@pytest.mark.parametrize(("name", "cleaned"), [
    ("CON", "_CON"), ("nul.pdf", "_nul.pdf"), ("com1.tar.gz", "_com1.tar.gz"), ("LPT9 .txt", "_LPT9 .txt"),
    ("../aux", "_aux"), ("c\u202eon.txt", "_con.txt"), ("con.", "_con"), ("report.pdf. .", "report.pdf"),
])
def test_names_of_windows_devices_are_harmless(name, cleaned):
    assert clean_filename(name) == cleaned


@pytest.mark.parametrize(("name", "received"), [
    ("scan.hta", "scan.hta_"), ("passport.pdf.EXE", "passport.pdf.EXE_"), ("../a.js. ", "a.js_"), (".url", ".url_"),
    ("x" * 251 + ".exe", "x" * 251 + ".ex_"), ("page.html", "page.html"), ("data.json", "data.json"), ("exe", "exe"),
    ("scan.library-ms", "scan.library-ms_"), ("visa.RDP", "visa.RDP_"), ("photos.dmg", "photos.dmg_"),
    ("letter.desktop", "letter.desktop_"), ("sums.slk", "sums.slk_"), ("fonts.theme", "fonts.theme_"),
    ("profile.mobileconfig", "profile.mobileconfig_"), ("my theme", "my theme"), ("answers.xlsx", "answers.xlsx"),
])
def test_received_name_is_not_run_by_a_double_click(name, received):
    assert received_filename(name) == received == received_filename(received)


@pytest.mark.parametrize("name", ["..", "/", "\\", ".", " ", "", "\u202e", "C:\\", "../..", "\r\n"], ids=ascii)
def test_a_name_of_which_nothing_is_left_becomes_file(name):
    assert clean_filename(name) == "file"


@pytest.mark.parametrize(("name", "cleaned"), [
    ("x" * 252 + ".pdf", "x" * 251 + ".pdf"), ("con." + "x" * 300 + ".JPEG", "_con." + "x" * 245 + ".JPEG"),
    ("x" * 250 + " . " + "x" * 9 + ".pdf", "x" * 250 + ".pdf"), ("x" * 300, "x" * 255),
    ("x" * 300 + "." + "y" * 11, "x" * 255),
])
def test_too_long_name_keeps_its_extension(name, cleaned):
    assert clean_filename(name) == cleaned


@pytest.mark.parametrize("name", [
    "a/b", "con", "C:c:x", "x/c:y", "a\u202e/..", "../con.", "con" + "x" * 252, "nul." + "x" * 252,
])
def test_cleaning_twice_changes_nothing_more(name):
    once = clean_filename(name)
    assert clean_filename(once) == once
    assert len(once) <= 255
