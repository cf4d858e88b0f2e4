"""A PDF that is streamed: a page leaves memory as soon as it is complete.

reportlab keeps a whole document until it is saved. 1,000,000 rows of a table are 25,000 pages.
"""

from array import array
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from .pdf_fonts import REGULAR, register_fonts

rl_config.useA85 = 0  # streams as bytes: as text they are a quarter larger


class StreamedCanvas(Canvas):
    """A reportlab canvas that writes to a binary file; it calls only the file's `write`.

    `repeatable`: the same calls produce the same bytes; the document then says nothing about when it was made.
    """

    def __init__(self, file: BinaryIO, size: tuple[float, float], language: str, repeatable: bool) -> None:
        register_fonts()
        options = {"pdfVersion": (1, 7), "lang": language, "invariant": int(repeatable)}
        super().__init__(file, pagesize=size, pageCompression=1, initialFontName=REGULAR, **options)
        self._doc = _StreamedDocument(file, compression=1, **options)
        self.setViewerPreference("DisplayDocTitle", "true")

    def reserve_form(self, name: str, width: float, height: float) -> Any:
        """Return a form that pages can show (`doForm`) and whose `setStreamList` is called before the end."""
        form = pdfdoc.PDFFormXObject(0, -height / 4, width, height)
        self._doc.addForm(name, form)
        return form


class _StreamedDocument(pdfdoc.PDFDocument):
    def __init__(self, file: BinaryIO, **options: Any) -> None:
        super().__init__(**options)
        self._output = _Output(file, self._pdfVersion)
        self._offsets = array("Q")
        """The offset of each object, numbered from 1; 0 if it is not written yet."""

    def addPage(self, page: pdfdoc.PDFPage) -> None:
        name = self.thisPageName()
        super().addPage(page)
        number = self._write(name)
        self._write(page.Contents.__InternalName__)
        self.Pages.pages[-1] = f"{number} 0 R"

    def format(self) -> bytes:
        """Write what is left and the table of all objects. Returns nothing that the caller would have to write."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        trailer = pdfdoc.PDFTrailer(startxref=0, Root=root.format(self), Info=info.format(self), ID=self.ID(), Size=0)
        while self.numberToId:  # writing an object may register others
            for number in sorted(self.numberToId):
                self._write(self.numberToId[number], forget=False)
                del self.numberToId[number]
        size = len(self._offsets) + 1
        trailer.startxref = self._output.add(f"xref\n0 {size}\n0000000000 65535 f \n")
        for offset in self._offsets:
            self._output.add(f"{offset:010} 00000 n \n")
        trailer.dict["Size"] = size
        self._output.add(trailer.format(self))
        return b""

    def _write(self, name: str, forget: bool = True) -> int:
        """Write an object, and forget it if nothing will refer to it by its name. Return its number."""
        written = pdfdoc.PDFIndirectObject(name, self.idToObject[name]).format(self)
        number, _ = self.idToObjectNumberAndVersion[name]
        self._offsets.extend([0] * (number - len(self._offsets)))
        self._offsets[number - 1] = self._output.add(written)
        if forget:
            del self.idToObject[name], self.idToObjectNumberAndVersion[name], self.numberToId[number]
        return number


class _Output(pdfdoc.PDFFile):
    """The file, and how much was written to it."""

    def __init__(self, file: BinaryIO, version: tuple[int, int]) -> None:
        super().__init__(version)
        file.write(b"".join(self.strings))
        self.write = file.write
