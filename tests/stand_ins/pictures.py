"""Pictures that cameras and scanners make, and Pillow does not."""

import struct

SIDEWAYS = (b"Exif\0\0II*\0" + struct.pack("<IH", 8, 2) + struct.pack("<HHII", 0x0112, 3, 1, 6)
            + struct.pack("<HHIi", 0x0128, 8, 1, -1) + bytes(4))
"""The metadata of a camera held sideways, with a unit that no other program can write again."""
