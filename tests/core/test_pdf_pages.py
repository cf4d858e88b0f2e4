"""Pages of PDF: heads, numbers, wrapped text, tables over many pages, embedded letters."""

from io import BytesIO
from time import process_time

import pypdfium2
import pytest
from pypdf import PdfReader

from intake.core.pdf_fonts import BOLD, REGULAR, register_fonts, text_width
from intake.core.pdf_pages import Column, PdfPages
from intake.core.pdf_text import drawn_line, unknown_letters, wrapped

NAMES = "Nguyễn Thị Đẹp, Łukasz Żółć, Ωμέγα Παπαδοπούλου, Щукин"
OTHERS = "王小明 이영희 やまだ สมชาย አበበ Արամ გიორგი ☐"
COLUMNS = [Column("Matter", 3), Column("Client", 2), Column("Files", right=True)]


def written(**options):
    file = BytesIO()
    with PdfPages(file, "Reyes & Vance, LLP", "Open matters", foot="November 22, 2026", **options) as pages:
        pages.title("Open matters", "Two of them")
        pages.paragraph(NAMES)
        pages.table(COLUMNS, ((f"Petition {number} of the family, and of all who depend on it", "María\nÑúñez",
                               str(number)) for number in range(100)))
        pages.heading("A long answer")
        pages.table([Column("Question"), Column("Answer")], [("Where?", "word " * 3000 + "x" * 1000)])
    return file.getvalue()


@pytest.fixture(scope="module")
def texts():
    document = pypdfium2.PdfDocument(written())
    return [" ".join(page.get_textpage().get_text_range().split()) for page in document]


def test_every_page_has_head_and_number(texts):
    for number, text in enumerate(texts, start=1):
        assert text.startswith("Reyes & Vance, LLP Open matters")
        assert f"Page {number} of {len(texts)} November 22, 2026" in text


def test_letters_of_other_alphabets_can_be_read(texts):
    assert NAMES in texts[0]


def test_signs_that_the_fonts_do_not_have_are_not_left_out():
    file = BytesIO()
    with PdfPages(file, "Reyes", "Titles") as pages:
        pages.paragraph("\N{LOWER LEFT BALLPOINT PEN} राम, con\N{SOFT HYPHEN}tract, \N{RIGHT-TO-LEFT OVERRIDE}a\tb")
        pages.paragraph(OTHERS, font=BOLD)
        pages.table([Column("محمد"), Column("Name")], [(OTHERS, "")])
    [page] = pypdfium2.PdfDocument(file.getvalue())
    text = page.get_textpage().get_text_range()
    assert ("\ufffd ram, contract, a b" in text, text.count(OTHERS), "محمد" in text) == (True, 2, True)
    assert unknown_letters("Zoë 李 محمد, रा र\u200b") == ["र", "ा"]
    assert text_width("a王", BOLD, 10) == text_width("a", BOLD, 10) + text_width("王", REGULAR, 10)


@pytest.mark.parametrize(("text", "drawn"), [
    ("Leo 12", "Leo 12"), ("علي", "\ufef2\ufee0\ufecb"), ("لا", "\ufefb"), ("سلا", "\ufefc\ufeb3"),
    ("دد", "\ufea9\ufea9"),
    ("שלום כהן (12.5)", "(12.5) ןהכ םולש"), ("Mr. שלום כהן and (כהן)", "Mr. ןהכ םולש and (ןהכ)"),
    ("كَد", "\ufeaa\u064e\ufedb"), ("ه\u200cه", "\ufee9\ufee9"),
    ("a\u200db لا", "ab \ufefb"), ("ه\u200d", "\u0640\ufeeb")])
def test_letters_join_and_run_from_right_to_left_where_the_script_does(text, drawn):
    assert drawn_line(text) == drawn


def test_a_table_repeats_its_head_and_loses_nothing(texts):
    whole = " ".join(texts)
    assert [f"Petition {number} of the family" in whole for number in range(100)] == [True] * 100
    assert sum("Matter Client Files" in text for text in texts) == sum("Petition" in text for text in texts) > 2


def test_a_row_taller_than_a_page_continues_and_loses_nothing(texts):
    whole = " ".join(texts)
    assert whole.count("word") == 3000
    assert whole.count("x") == 1000
    assert sum("Question Answer" in text for text in texts) > 2


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7])
def test_no_line_of_a_paragraph_stands_alone_at_a_page(count):
    shares = []
    for room in range(1, count + 1):
        file = BytesIO()
        with PdfPages(file, "Reyes & Vance, LLP", "Letter") as pages:
            pages.space(pages.y - pages.bottom - room * 13.5 - 1)  # the height of a line is 13.5 points
            pages.paragraph("\n".join(["Words"] * count))
        found = [page.get_textpage().get_text_range().count("Words") for page in pypdfium2.PdfDocument(file)]
        assert sum(found) == count
        shares += found
    assert count == 1 or 1 not in shares


def test_letters_are_embedded_and_only_those_in_use():
    reader = PdfReader(BytesIO(written(wide=True, language="es")))
    fonts = [font.get_object() for font in reader.pages[0]["/Resources"]["/Font"].values()]
    assert all("/FontFile2" in font["/FontDescriptor"] and "+Roboto" in font["/BaseFont"] for font in fonts)
    assert sum(font["/FontDescriptor"]["/FontFile2"]["/Length1"] for font in fonts) < 60_000
    assert reader.metadata.title == "Open matters"
    assert reader.trailer["/Root"]["/Lang"] == "es"


def test_the_same_calls_make_the_same_file_where_asked():
    assert written(repeatable=True) == written(repeatable=True)


@pytest.mark.parametrize("text", ["a" * 50_000, "".join(map(chr, range(0x4E00, 0x4E00 + 20_000)))],
                         ids=["one word", "letters of another alphabet"])
def test_text_of_any_form_takes_a_moment(text):
    register_fonts()
    began = process_time()
    assert sum(map(len, wrapped(text, REGULAR, 10, 300))) == len(text)
    assert process_time() - began < 2
