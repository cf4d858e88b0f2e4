"""The pages of a letter as images, like those of files in the viewer."""

from intake.cases.previews.renderer import RenderedPage, render
from intake.core.content_types import PDF
from intake.gateways.storage import storage

from .models import Letter

_BATCH = 20


def render_pages(letter):
    """Render the pages of the letter's PDF, and store their images. Safe to run twice.

    Raises `StorageUnavailable`.
    """
    if letter.pages:
        return
    rendered: list[RenderedPage] = []
    count = 1
    while len(rendered) < count:
        count, further = render(letter.document_key, PDF, len(rendered) + 1, _BATCH)
        rendered += further
        if not further:
            break
    for page in rendered:
        storage.put(letter.page_key(page.number), page.image, "image/webp")
    sizes = [{"width": page.width, "height": page.height} for page in rendered]
    letter.change(Letter.document_digest == letter.document_digest, pages=sizes)
