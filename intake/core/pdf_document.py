"""A PDF that is written while it is made: a page leaves memory as soon as it is complete.

reportlab keeps a whole document until it is saved. 1,000,000 rows of a table are 25,000 pages.
"""

from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from .pdf_text import REGULAR, register_fonts

rl_config.useA85 = 0  # streams as bytes: as text they are a quarter larger


class StreamedCanvas(Canvas):
    """A reportlab canvas that writes to a binary file, of which it needs `write` only.

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

    def addPage(self, page: pdfdoc.PDFPage) -> None:
        name = self.thisPageName()
        super().addPage(page)
        self._write(name)
        self._write(page.Contents.__InternalName__)
        self.Pages.pages[-1] = pdfdoc.PDFObjectReference(name)

    def format(self) -> bytes:
        """Write what is left and the table of all objects. Returns nothing that the caller would have to write."""
        root, info = self.Reference(self.Catalog), self.Reference(self.info)
        names: list[str] = []
        while (number := len(names) + 1) in self.numberToId:  # writing an object may register others
            names.append(self.numberToId[number])
            if names[-1] not in self.idToOffset:
                self._write(names[-1])
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, names)
        start = self._output.add(table.format(self))
        trailer = pdfdoc.PDFTrailer(startxref=start, Size=len(names) + 1, Root=root, Info=info, ID=self.ID())
        self._output.add(trailer.format(self))
        return b""

    def _write(self, name: str) -> None:
        written = pdfdoc.PDFIndirectObject(name, self.idToObject[name])
        self.idToOffset[name] = self._output.add(written.format(self))
        self.idToObject[name] = None


class _Output(pdfdoc.PDFFile):
    """The file, and how much was written to it."""

    def __init__(self, file: BinaryIO, version: tuple[int, int]) -> None:
        super().__init__(version)
        file.write(b"".join(self.strings))
        self.write = file.write
