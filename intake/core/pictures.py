"""Pictures as people see them, for the confined programs that decode them."""

from contextlib import suppress
from typing import Any

from PIL import Image, ImageFile

_ORIENTATION = 0x0112
_TURNS: dict[Any, Image.Transpose] = {
    2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_270, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90}
_MOST_OF_16_BITS = 65_535


def as_viewers_show(picture: Image.Image, size: int) -> Image.Image:
    """Return the picture `upright` and `shrunk`; of a file that ends too early, what there is of it.

    Raises `OSError` if that is nothing.
    """
    with suppress(OSError):  # the file ends too early
        return upright(shrunk(picture, size))
    ImageFile.LOAD_TRUNCATED_IMAGES = True
    try:
        seen = upright(shrunk(picture, size))
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = False  # a complete picture may be of one color
    least, most = seen.convert("L").getextrema()
    if least == most:
        raise OSError("the file has no pixels")
    return seen


def elongation(width: float, height: float) -> float:
    """Return how many times longer than usual a picture may be: 1, or up to 4.5 if it is more than three times as long
    as wide. Screenshots of whole conversations are, and their text would be too small to read.
    """
    return min(max(max(width, height) / min(width, height) / 3, 1), 4.5)


def shrunk(picture: Image.Image, size: int) -> Image.Image:
    """Return the picture with at most `size` pixels a side, or its `elongation` more.

    Pillow makes those with few colors smaller by leaving out pixels, and with them thin lines of a scan.
    """
    most = round(size * elongation(*picture.size))
    if picture.mode in ("1", "P") and max(picture.size) > most:
        in_colors = "RGBA" if "transparency" in picture.info else "RGB"
        with suppress(MemoryError):  # better without thin lines than not at all
            return shrunk(picture.convert("L" if picture.mode == "1" else in_colors), size)
    picture.thumbnail((most, most))
    return picture


def upright(picture: Image.Image) -> Image.Image:
    """Return the picture as the camera was held.

    Pillow's own function for it writes the camera's metadata back, and fails where a camera wrote it carelessly.
    """
    picture.load()  # by which Pillow itself turns a TIFF, and forgets how it was held
    turn = _TURNS.get(picture.getexif().get(_ORIENTATION))
    return picture if turn is None else picture.transpose(turn)


def on_white(picture: Image.Image) -> Image.Image:
    """Return the picture in 8 bits a color, or in 8 bits of gray, on white where it is transparent."""
    if picture.mode in ("RGB", "L"):
        return picture
    if picture.mode.startswith(("I", "F")):  # Pillow would turn everything above 255 into white
        most: Any = _MOST_OF_16_BITS if picture.mode.startswith("I;16") else picture.getextrema()[1]
        return picture.convert("F").point(lambda value: value * (255 / max(most, 1))).convert("L")
    picture = picture.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", picture.size, "white"), picture).convert("RGB")
