"""The formats of pictures, for confined programs, which have to load them while files can still be opened."""

from PIL import Image, MpoImagePlugin, TiffImagePlugin, WebPImagePlugin
from pillow_heif import register_heif_opener

LOADED = MpoImagePlugin, TiffImagePlugin, WebPImagePlugin
"""What Pillow would load later, with the formats that nothing here reads, in a third of the time of a small file."""


def load_formats() -> None:
    """Load JPEG, with several pictures too, PNG, TIFF, WebP and HEIF."""
    Image.preinit()
    register_heif_opener()
