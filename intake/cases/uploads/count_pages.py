"""A confined program: reads a PDF from standard input and prints its number of pages; on any error it prints none.

It calls PDFium directly: loading a library for PDFs in Python would take ten times as long as counting.
"""

import os
import sys
from ctypes import CDLL, CFUNCTYPE, Structure, byref, c_double, c_int, c_ulong, c_void_p, memmove

from intake.core.process_limits import MEGABYTE, limit_this_process

LIMITS = {
    "RLIMIT_CPU": 5,  # seconds
    "RLIMIT_DATA": 40 * MEGABYTE,  # enough for 20,000 pages
    "RLIMIT_AS": 256 * MEGABYTE,  # for systems that do not count the former
    "RLIMIT_FSIZE": 0,
    "RLIMIT_CORE": 0,
    "RLIMIT_NOFILE": 0,  # open files stay open
}


class _Reader(Structure):
    """PDFium's FPDF_FILEACCESS."""

    _fields_ = [("size", c_ulong), ("read", CFUNCTYPE(c_int, c_void_p, c_ulong, c_void_p, c_ulong)),
                ("file", c_void_p)]


def _read(_, start, buffer, size):
    """Copy a part of standard input into PDFium's buffer; return 0 if the file ends before."""
    part = os.pread(0, size, start)
    memmove(buffer, part, len(part))
    return int(len(part) == size)


def main():
    """Print the number of pages, if there is a last one: PDFium relies on the number that the file states."""
    name = f"pypdfium2_raw/libpdfium.{'dylib' if sys.platform == 'darwin' else 'so'}"
    pdfium = CDLL(next(path for folder in sys.path if os.path.exists(path := f"{folder}/{name}")))
    pdfium.FPDF_LoadCustomDocument.restype = c_void_p
    pdfium.FPDF_InitLibrary()
    reader = _Reader(os.fstat(0).st_size, _Reader._fields_[1][1](_read))
    limit_this_process(LIMITS)
    document = c_void_p(pdfium.FPDF_LoadCustomDocument(byref(reader), None))
    pages = pdfium.FPDF_GetPageCount(document)
    if pdfium.FPDF_GetPageSizeByIndex(document, pages - 1, byref(c_double()), byref(c_double())):
        sys.stdout.write(str(pages))
