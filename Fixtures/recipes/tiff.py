"""Writes TIFF structures (TIFF 6.0, section 2): pictures, EXIF segments and camera raw look-alikes."""

import struct
import zlib

ASCII, SHORT, LONG, RATIONAL, UNDEFINED = 2, 3, 4, 5, 7
WIDTHS = {1: 1, ASCII: 1, SHORT: 2, LONG: 4, RATIONAL: 8, UNDEFINED: 1}


class Block(bytes):
    """Bytes that lie elsewhere in the file; the entry holds where."""


class Long(int):
    """A number that takes four bytes though it would fit into two."""


def tiff(directories, order="<"):
    """A TIFF of a chain of directories.

    A directory maps tags to a number, a list of numbers, a (type, bytes) pair, a Block, or a directory or a list of
    directories, whose places are then the value.
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
    """Appends a directory, then its lists, then what it names; gives the place of the directory."""
    place = append(result, struct.pack(order + "H", len(directory)) + bytes(12 * len(directory) + 4))
    named = []
    for index, (tag, value) in enumerate(sorted(directory.items())):
        entry = place + 2 + 12 * index
        kind, content = encoded(value, order)
        at = entry + 8
        if len(content) > 4:
            at = append(result, content)
            content_or_place = struct.pack(order + "I", at)
        else:
            content_or_place = content.ljust(4, b"\0")
        struct.pack_into(order + "HHI4s", result, entry, tag, kind, len(content) // WIDTHS[kind], content_or_place)
        values = value if isinstance(value, list) else [value]
        named += [(at + 4 * number, item) for number, item in enumerate(values) if isinstance(item, (Block, dict))]
    for at, item in named:
        target = append(result, item) if isinstance(item, Block) else write_directory(result, item, order)
        struct.pack_into(order + "I", result, at, target)
    return place


def encoded(value, order):
    """The type of a value and its bytes; places of blocks and directories are left open."""
    if isinstance(value, tuple):
        return value
    values = value if isinstance(value, list) else [value]
    if isinstance(values[0], (Block, dict)):
        return LONG, bytes(4 * len(values))
    kind = LONG if max(values) > 65535 or isinstance(values[0], Long) else SHORT
    return kind, struct.pack(order + f"{len(values)}{'H' if kind == SHORT else 'I'}", *values)


def rgb(picture, *, strips=1, planar=False, deflated=False, extra=None):
    """A directory of a picture, RGB if `extra`, which adds tags or replaces them, says nothing else."""
    rows, channels = -(-picture.height // strips), picture.channels
    planes = [picture.samples[channel::channels] for channel in range(channels)] if planar else [picture.samples]
    stride = picture.width * (1 if planar else channels) * rows
    pack = (lambda block: zlib.compress(block, 9)) if deflated else bytes
    blocks = [Block(pack(plane[at : at + stride])) for plane in planes for at in range(0, len(plane), stride)]
    return {
        256: picture.width,
        257: picture.height,
        258: [8] * channels,
        259: 8 if deflated else 1,
        262: 2,
        273: blocks,
        277: channels,
        278: rows,
        279: [len(block) for block in blocks],
        284: 2 if planar else 1,
        **(extra or {}),
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
