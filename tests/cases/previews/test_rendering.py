"""Rendering pages in the subprocess, including pages of hostile files."""

import errno
import io
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from signal import SIGKILL
from tempfile import TemporaryFile
from threading import Thread

import pytest
from PIL import Image
from pillow_heif import register_heif_opener

from intake.cases.photos import join_photos
from intake.cases.previews import render_pdf
from intake.cases.previews.renderer import Unreadable, render
from intake.cases.previews.states import PROBLEMS
from intake.gateways.storage import storage
from tests.source import ROOT
from tests.stand_ins.pdfs import inflating, page_tree, pdf, with_script, with_text
from tests.stand_ins.pictures import SIDEWAYS, png_of_size
from tests.waiting import wait_until

register_heif_opener()


def picture(format, size=(300, 200), mode="RGB", **options):
    file = io.BytesIO()
    Image.new(mode, size).save(file, format, **options)
    return file.getvalue()


def tiff_header(width, height):
    """Return the header of an uncompressed TIFF of this size, without pixels."""
    tags = ((256, width), (257, height), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, height),
            (279, width * height))
    entries = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in tags)
    return b"II*\0" + struct.pack("<IH", 8, len(tags)) + entries + bytes(4)


@pytest.fixture
def rendered(app):
    """Store a file and render it: `rendered(body, "application/pdf")` returns the number of pages and the pages."""
    def render_it(body, detected_type="application/pdf", first=1, count=3):
        storage.put("tests/rendered", body, detected_type)
        return render("tests/rendered", detected_type, first, count)

    return render_it


def problem_of(rendered, *arguments):
    with pytest.raises(Unreadable) as caught:
        rendered(*arguments)
    return caught.value.problem


def test_pages_of_a_pdf_are_rendered(rendered):
    pages, [second, third] = rendered(pdf(30), first=2, count=2)

    assert pages == 30
    assert (second.number, third.number) == (2, 3)
    image = Image.open(io.BytesIO(second.image))
    assert (image.format, image.size) == ("WEBP", (second.width, second.height))


def test_a_full_disk_is_no_fault_of_the_file(rendered, monkeypatch):
    """The task is tried again, whereas a problem of the file would be stored permanently."""
    given = iter([TemporaryFile(), open("/dev/full", "r+b", buffering=0)])  # noqa: SIM115 (the renderer closes them)
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: next(given))
    with pytest.raises(OSError) as raised:
        rendered(pdf(1))

    assert raised.value.errno == errno.ENOSPC


def test_lack_of_memory_is_no_fault_of_the_file(rendered):
    """The system then kills a process that uses much of it."""
    killer = Thread(target=lambda: os.kill(wait_until(_renderer), SIGKILL))
    killer.start()
    with pytest.raises(OSError) as raised:
        rendered(pdf(1))
    killer.join()

    assert raised.value.errno == errno.ENOMEM


def _renderer():
    """Return the id of the process that renders for this one, None if there is none."""
    started = "".join(task.read_text() for task in Path("/proc/self/task").glob("*/children")).split()
    return next((int(id) for id in started if render_pdf.__name__.encode() in Path(f"/proc/{id}/cmdline").read_bytes()
                 ), None)


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP", "TIFF", "HEIF"])
def test_pictures_are_rendered(rendered, format):
    pages, [page] = rendered(picture(format), {"HEIF": "image/heic"}.get(format, f"image/{format.lower()}"))

    assert (pages, page.width, page.height) == (1, 300, 200)


def test_photo_without_its_end_is_shown_as_far_as_it_goes(rendered):
    photo = Image.linear_gradient("L").rotate(90).resize((1_500, 1_000))
    file = io.BytesIO()
    photo.save(file, "JPEG")
    for length in (-2, len(file.getvalue()) // 2):
        _, [page] = rendered(file.getvalue()[:length], "image/jpeg")
        shown = Image.open(io.BytesIO(page.image)).convert("L")
        assert [abs(shown.getpixel((x, 10)) - photo.getpixel((x, 10))) < 5 for x in (100, 1_300)] == [True, True]


@pytest.mark.parametrize(("format", "held"), [("JPEG", {"exif": SIDEWAYS}), ("TIFF", {"tiffinfo": {0x0112: 6}})])
def test_picture_is_turned_once_as_it_was_held(rendered, format, held):
    _, [page] = rendered(picture(format, **held), f"image/{format.lower()}")

    assert (page.width, page.height) == (200, 300)


@pytest.mark.parametrize("mode", ["I;16", "I"])
def test_scan_in_16_bits_of_gray_is_not_white(rendered, mode):
    scan = Image.new("I", (20, 10), 65_535)
    scan.paste(40_000, (0, 0, 10, 10))
    file = io.BytesIO()
    scan.convert(mode).save(file, "TIFF")
    _, [page] = rendered(file.getvalue(), "image/tiff")

    shown = Image.open(io.BytesIO(page.image)).convert("L")
    assert [shown.getpixel((x, 5)) // 64 for x in (2, 17)] == [2, 3]


def test_every_page_of_a_scanned_tiff_is_rendered(rendered):
    more = [Image.new("1", (100, 100)) for _ in range(2)]
    pages, shown = rendered(picture("TIFF", (100, 100), "1", save_all=True, append_images=more), "image/tiff")

    assert (pages, [page.number for page in shown]) == (3, [1, 2, 3])


@pytest.mark.parametrize("mode", ["1", "P"])
def test_thin_lines_of_a_large_scan_are_shown(rendered, mode):
    scan = Image.new("L", (6_300, 2_400), 255)
    for x in range(100, 6_300, 101):
        scan.paste(0, (x, 0, x + 1, 2_400))
    file = io.BytesIO()
    scan.convert(mode).save(file, "PNG")
    _, [page] = rendered(file.getvalue(), "image/png")

    shown = Image.open(io.BytesIO(page.image)).convert("L").crop((0, 100, 2_100, 101))
    assert all(shown.crop((x // 3 - 1, 0, x // 3 + 2, 1)).getextrema()[0] < 230 for x in range(100, 6_300, 101))


def test_screenshot_of_a_whole_conversation_stays_readable(rendered):
    screenshot = picture("PNG", (1_080, 16_000))
    joined = join_photos.joined([(io.BytesIO(screenshot), 0, (0, 0, 1, 1))], 10_000_000)
    for file, type in ((screenshot, "image/png"), (joined, "application/pdf")):
        _, [page] = rendered(file, type)
        assert page.width > 600


def test_large_photograph_is_decoded_smaller(rendered):
    _, [page] = rendered(picture("JPEG", (12_000, 9_000), "L"), "image/jpeg")

    assert max(page.width, page.height) <= 2_100


@pytest.mark.parametrize(("body", "type", "problem"), [
    (lambda: pdf(2, user_password="secret", algorithm="AES-256"), "application/pdf", "encrypted"),
    (lambda: b"%PDF-1.4\n", "application/pdf", "damaged"),
    (lambda: b"%PDF-1.7\n" + random.Random(5).randbytes(100_000), "application/pdf", "damaged"),
    (lambda: page_tree(b"/Type/Pages/Kids" + b"[" * 100_000), "application/pdf", "damaged"),
    (lambda: png_of_size(10_000, 9_000), "image/png", "too_large"),
    (lambda: picture("PNG")[:60], "image/png", "damaged"),
    (lambda: tiff_header(10_000, 30_000), "image/tiff", "too_large"),  # 300 MB
    (lambda: tiff_header(1_000, 1_000), "image/tiff", "damaged"),
    (lambda: picture("HEIF").replace(struct.pack(">II", 300, 200), struct.pack(">II", 30_000, 30_000)), "image/heic",
     "too_large"),
    (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "image/png", "damaged"),
    (lambda: b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "image/png", "damaged"),
    (lambda: b"<html><script>alert(1)</script>", "text/plain", "unsupported"),
], ids=["locked", "empty", "garbage", "nested", "huge", "cut off", "large tiff", "cut off tiff", "huge heic", "svg",
        "postscript", "html"])
def test_file_that_cannot_be_shown_has_a_problem(rendered, body, type, problem):
    assert problem_of(rendered, body(), type) == problem


@pytest.mark.parametrize("body", [
    inflating,
    lambda: page_tree(b"/Type/Pages/Kids[" + b"3 0 R " * 100_000 + b"]/Count 100000", b"/Type/Page/MediaBox[0 0 9 9]"),
    lambda: with_text("a" * 2000, font=b"\0\1\0\0\0\x20" + random.Random(7).randbytes(50_000)),
    lambda: page_tree(b"/Type/Pages/Kids[2 0 R 2 0 R]/Count 2"),
    lambda: page_tree(*[b"/Type/Pages/Kids[%d 0 R %d 0 R]/Count 2" % (each, each) for each in range(3, 60)],
                      b"/Type/Page"),
], ids=["inflating", "100,000 pages", "broken font", "circular", "exponential"])
def test_file_that_exhausts_readers_ends_soon(rendered, body):
    file, began = body(), time.monotonic()
    try:
        pages, _ = rendered(file)
    except Unreadable as unreadable:
        pages = unreadable.problem in PROBLEMS

    assert pages
    assert time.monotonic() - began < 30


def test_pdf_with_a_script_is_shown(rendered):
    _, [page] = rendered(with_script("app.alert(1); this.exportDataObject({cName: 'x', nLaunch: 2});"))

    assert page.number == 1


@pytest.mark.parametrize("rotation", [0, 90])
def test_what_is_written_is_read_where_it_is_on_the_image(rendered, rotation):
    _, [page] = rendered(with_text("Passport of Ana Silva", "Second line", rotation=rotation))
    places = {text: place for *place, text in page.lines}

    assert {*places} == {"Passport of Ana Silva", "Second line"}
    x, y, width, height = places["Passport of Ana Silva"]
    if rotation:  # the text runs down at the right edge
        assert (x + width > 500, y < 300, height > width) == (True, True, True)
    else:
        assert (80 < x < 130, 50 < y < 140, width > 300, height < 60) == (True, True, True, True)


def test_text_that_no_database_takes_is_left_out(rendered):
    _, [page] = rendered(with_text(r"a\000b", "x" * 30_000))

    assert all(each.isprintable() for line in page.lines for each in line[-1])
    assert sum(len(line[-1]) for line in page.lines) <= render_pdf.MAX_CHARACTERS


def test_pages_of_a_long_file_are_not_read_before_they_are_wanted(rendered):
    kids = b" ".join(b"%d 0 R" % number for number in range(3, 20_003))
    long = page_tree(b"/Type/Pages/Count 20000/Kids[%s]" % kids, *[b"/Type/Page/Parent 2 0 R"] * 20_000)

    pages, [page] = rendered(long, first=19_999, count=1)

    assert (pages, page.number) == (20_000, 19_999)


def test_program_can_neither_open_files_nor_exceed_its_limits():
    """Nor does it load what it does not need, which takes longer than a small picture."""
    script = ("import resource, socket, sys\nsys.path.insert(0, sys.argv[1])\n"
              "from intake.cases.previews import page_writer as program, render_picture as reader\n"
              "reader.load_formats()\n"
              "print('pypdfium2' in sys.modules, 'PIL.PdfImagePlugin' in sys.modules)\n"
              "program.limit_this_process(program.LIMITS)\n"
              "for attempt in (lambda: open('/etc/passwd'), socket.socket, lambda: bytearray(2**30)):\n"
              "    try:\n        attempt()\n        print('possible')\n"
              "    except (OSError, MemoryError) as error:\n        print(type(error).__name__)\n"
              "print(resource.getrlimit(resource.RLIMIT_CPU))")
    run = subprocess.run([sys.executable, "-I", "-c", script, ROOT], capture_output=True, text=True)

    assert run.stdout.splitlines() == ["False False", "OSError", "OSError", "MemoryError", "(15, 16)"], run.stderr
