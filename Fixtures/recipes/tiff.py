"""Writes TIFF structures (TIFF 6.0, section 2): pictures, EXIF segments and camera raw look-alikes."""

import struct

ASCII, SHORT, LONG, RATIONAL, UNDEFINED = 2, 3, 4, 5, 7
WIDTHS = {1: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1}


class Block(bytes):
    """Bytes that lie elsewhere in the file; the entry holds where."""


class Long(int):
    """A number that takes four bytes though it would fit into two."""


def tiff(directories, order="<"):
    """A TIFF of a chain of directories.

    A directory maps tags to a number, a list of numbers, a (type, bytes) pair, a Block, or a directory or a list of
    directories, whose places are then the value. Directories come before what they name, as a reader likes it.
    """
    result = bytearray((b"II*\0" if order == "<" else b"MM\0*") + bytes(4))
    place_of_next = 4
    for directory in directories:
        place = write_directory(result, directory, order)
        struct.pack_into(order + "I", result, place_of_next, place)
        place_of_next = place + 2 + 12 * len(directory)
    return bytes(result)


def append(result, content):
    result += bytes(len(result) % 2)
    place = len(result)
    result += content
    return place


def write_directory(result, directory, order):
    place = append(result, struct.pack(order + "H", len(directory)) + bytes(12 * len(directory) + 4))
    for index, (tag, value) in enumerate(sorted(directory.items())):
        kind, content = encoded(result, value, order)
        count = len(content) // WIDTHS[kind]
        if len(content) > 4:
            content = struct.pack(order + "I", append(result, content))
        struct.pack_into(order + "HHI4s", result, place + 2 + 12 * index, tag, kind, count, content.ljust(4, b"\0"))
    return place


def encoded(result, value, order):
    """The type of a value and its bytes; what it names is appended first."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, Block):
        value, kind = [append(result, value)], LONG
    elif isinstance(value, dict):
        value, kind = [write_directory(result, value, order)], LONG
    else:
        value = value if isinstance(value, list) else [value]
        if value and isinstance(value[0], dict):
            value = [write_directory(result, item, order) for item in value]
            kind = LONG
        elif value and isinstance(value[0], Block):
            value = [append(result, item) for item in value]
            kind = LONG
        else:
            kind = LONG if max(value) > 65535 or isinstance(value[0], Long) else SHORT
    return kind, struct.pack(order + f"{len(value)}{'H' if kind == SHORT else 'I'}", *value)


def rgb(picture, *, strips=1, planar=False, extra=None):
    """A directory of an uncompressed picture, RGB if `extra`, which adds tags or replaces them, says nothing else."""
    rows, channels = -(-picture.height // strips), picture.channels
    planes = [picture.samples[channel::channels] for channel in range(channels)] if planar else [picture.samples]
    stride = picture.width * (1 if planar else channels) * rows
    blocks = [Block(plane[at : at + stride]) for plane in planes for at in range(0, len(plane), stride)]
    return {
        256: picture.width, 257: picture.height, 258: [8] * channels, 259: 1, 262: 2, 273: blocks, 277: channels, 278: rows,
        279: [len(block) for block in blocks], 284: 2 if planar else 1, **(extra or {}),
    }


def exif(*, orientation=None, thumbnail=None, order="<"):
    """The structure of an EXIF segment, without the word Exif before it."""
    first = {271: (ASCII, b"thumbs\0")}
    if orientation is not None:
        first[274] = orientation
    first[34665] = {36864: (UNDEFINED, b"0232")}
    directories = [first]
    if thumbnail is not None:
        directories.append({259: 6, 513: Block(thumbnail), 514: Long(len(thumbnail))})
    return tiff(directories, order)
