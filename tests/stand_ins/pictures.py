"""Pictures that cameras and scanners make, and Pillow does not."""

import io
import struct
import zlib

from PIL import Image

SIDEWAYS = (b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + struct.pack("<HHII", 0x0112, 3, 1, 6)
            + struct.pack("<HHIi", 0x0128, 8, 1, -1) + bytes(4))
"""The metadata of a camera held sideways, with a unit that no other program can write again."""


def png_of_size(width, height):
    """Return a PNG whose header gives this size, with the pixels of a small one."""
    small = io.BytesIO()
    Image.new("1", (300, 200)).save(small, "PNG")
    file = bytearray(small.getvalue())
    file[16:24] = struct.pack(">II", width, height)
    file[29:33] = struct.pack(">I", zlib.crc32(file[12:29]))
    return bytes(file)
