"""Takes JPEG files apart (ITU-T T.81, annex B) and puts segments into them."""

import struct

FRAMES = {0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF}


def segments(jpeg):
    """The (marker, start, end) of every segment before the first scan's data."""
    at = 2
    while at + 4 <= len(jpeg):
        marker, length = jpeg[at + 1], struct.unpack_from(">H", jpeg, at + 2)[0]
        yield marker, at, at + 2 + length
        if marker == 0xDA:
            return
        at += 2 + length


def segment(marker, content):
    return struct.pack(">BBH", 0xFF, marker, len(content) + 2) + content


def inserted(jpeg, marker, content, *, before_jfif=False):
    """The file with a segment put before or after the JFIF one."""
    place = 2
    if not before_jfif:
        place = next((end for found, _, end in segments(jpeg) if found == 0xE0), 2)
    return jpeg[:place] + segment(marker, content) + jpeg[place:]


def with_jfif(jpeg):
    return inserted(jpeg, 0xE0, b"JFIF\0" + bytes([1, 1, 0, 0, 1, 0, 1, 0, 0]))


def with_exif(jpeg, structure, *, before_jfif=False):
    return inserted(jpeg, 0xE1, b"Exif\0\0" + structure, before_jfif=before_jfif)


def with_profile(jpeg, profile):
    """The file with a colour profile, in segments as ICC.1:2010 B.4 cuts it."""
    pieces = [profile[at : at + 65000] for at in range(0, len(profile), 65000)]
    for number, piece in reversed(list(enumerate(pieces, 1))):
        jpeg = inserted(jpeg, 0xE2, b"ICC_PROFILE\0" + bytes([number, len(pieces)]) + piece)
    return jpeg


def with_size(jpeg, width, height):
    """The file with another size in its frame header, and the data as they were."""
    start = next(start for marker, start, _ in segments(jpeg) if marker in FRAMES)
    return jpeg[: start + 5] + struct.pack(">HH", height, width) + jpeg[start + 9 :]


def with_adobe_transform(jpeg, transform):
    """The file with another colour transform in its Adobe segment (Adobe technical note 5116)."""
    start = next(start for marker, start, _ in segments(jpeg) if marker == 0xEE)
    return jpeg[: start + 15] + bytes([transform]) + jpeg[start + 16 :]


def multi_picture(main, second):
    """A file of two pictures in the multi-picture format (CIPA DC-007)."""

    def index(main_length, second_offset):
        head = b"II*\0" + struct.pack("<I", 8)
        entries = [
            (0xB000, 7, 4, b"0100"),
            (0xB001, 4, 1, struct.pack("<I", 2)),
            (0xB002, 7, 32, struct.pack("<I", 8 + 2 + 36 + 4)),
        ]
        directory = struct.pack("<H", 3) + b"".join(struct.pack("<HHI", *entry[:3]) + entry[3] for entry in entries)
        pictures = struct.pack("<IIIHH", 0x20030000, main_length, 0, 0, 0)
        pictures += struct.pack("<IIIHH", 0x00010002, len(second), second_offset, 0, 0)
        return b"MPF\0" + head + directory + bytes(4) + pictures

    start = next((end for found, _, end in segments(main) if found == 0xE0), 2)
    length = len(main) + len(segment(0xE2, index(0, 0)))
    # Offsets count from the byte order mark, which lies after the marker, the length and the word.
    return inserted(main, 0xE2, index(length, length - (start + 8))) + second
