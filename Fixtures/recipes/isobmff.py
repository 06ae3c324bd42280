"""Boxes of the ISO base media file format (ISO/IEC 14496-12) and of HEIF (ISO/IEC 23008-12)."""

import struct
from dataclasses import dataclass, field

CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl"}
# What comes before the boxes inside a box that holds others.
HEADS = {b"stsd": 8, b"hvc1": 78, b"hev1": 78, b"avc1": 78, b"av01": 78, b"meta": 4}


def box(kind, *parts):
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def full_box(kind, version, flags, *parts):
    return box(kind, struct.pack(">I", version << 24 | flags), *parts)


def boxes(data, start=0, end=None):
    """The (kind, start, end) of the boxes in a range."""
    end = len(data) if end is None else end
    while start + 8 <= end:
        length, kind = struct.unpack_from(">I4s", data, start)
        if length == 1:
            length = struct.unpack_from(">Q", data, start + 8)[0]
        length = length or end - start
        yield kind, start, start + length
        start += length


def found(data, *path):
    """The (start, end) of the first box on a path of kinds."""
    start, end = 0, len(data)
    for kind in path:
        start, end = next((a, b) for name, a, b in boxes(data, start, end) if name == kind)
        inner = start + 8 + HEADS.get(kind, 0)
        if kind != path[-1]:
            start = inner
    return start, end


# Properties that a reader must know to show the item.
ESSENTIAL = {b"hvcC", b"av1C", b"irot", b"imir", b"clap"}
TRACK = (b"moov", b"trak")
SAMPLE_ENTRIES = (*TRACK, b"mdia", b"minf", b"stbl", b"stsd")


def configuration(movie, entry, kind):
    """The decoder's configuration box of a movie's track."""
    start, end = found(movie, *SAMPLE_ENTRIES, entry, kind)
    return movie[start:end]


def only_sample(movie):
    """The bytes of the media data, which is the frame where there is only one."""
    start, end = found(movie, b"mdat")
    return movie[start + 8 : end]


def with_matrix(movie, values):
    """The movie with another display matrix in its first track's header (ISO/IEC 14496-12, 8.3.2)."""
    start, end = found(movie, *TRACK, b"tkhd")
    assert movie[start + 8] == 0, "the long form of the header"
    place = start + 8 + 4 + 20 + 16
    a, b, c, d, x, y = values
    fixed = [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30]
    return movie[:place] + struct.pack(">9i", *fixed) + movie[place + 36 :]


@dataclass
class Item:
    """One item of a HEIF file; properties are whole boxes."""

    number: int
    kind: bytes
    content: bytes
    properties: list = field(default_factory=list)
    hidden: bool = False
    references: list = field(default_factory=list)  # (kind, [numbers])


def extents(width, height):
    return full_box(b"ispe", 0, 0, struct.pack(">II", width, height))


def rotation(quarter_turns_counter_clockwise):
    return box(b"irot", bytes([quarter_turns_counter_clockwise]))


def mirror(axis):
    """Axis 0 exchanges top and bottom, axis 1 left and right (ISO/IEC 23008-12:2022, 6.5.12)."""
    return box(b"imir", bytes([axis]))


def code_points(primaries, transfer, matrix, full_range):
    return box(b"colr", b"nclx", struct.pack(">HHHB", primaries, transfer, matrix, full_range << 7))


def clean_aperture(width, height, stored_width, stored_height, left, top):
    """A window of whole pixels, given by its left upper corner."""
    across = 2 * left + width - stored_width
    down = 2 * top + height - stored_height
    return box(b"clap", struct.pack(">IIIIiIiI", width, 1, height, 1, across, 2, down, 2))


def grid(rows, columns, width, height):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)


def heif(brand, items, primary, *, compatible=(b"mif1",), iloc=None):
    """A HEIF file; the items' bytes lie in one media data box in their order. `iloc` replaces that box."""
    described = [item for item in items if item.properties]
    properties = list(dict.fromkeys(content for item in described for content in item.properties))
    associations = b"".join(
        struct.pack(">HB", item.number, len(item.properties))
        + bytes((content[4:8] in ESSENTIAL) << 7 | properties.index(content) + 1 for content in item.properties)
        for item in described
    )
    references = [
        box(kind, struct.pack(f">HH{len(to)}H", item.number, len(to), *to))
        for item in items
        for kind, to in item.references
    ]
    entries = [
        full_box(b"infe", 2, int(item.hidden), struct.pack(">HH4s", item.number, 0, item.kind), b"\0")
        for item in items
    ]

    def meta(start):
        places = b""
        for item in items:
            places += struct.pack(">HHHHII", item.number, 0, 0, 1, start, len(item.content))
            start += len(item.content)
        location = iloc or full_box(b"iloc", 1, 0, struct.pack(">HH", 0x4400, len(items)), places)
        return full_box(
            b"meta",
            0,
            0,
            full_box(b"hdlr", 0, 0, bytes(4), b"pict", bytes(12), b"\0"),
            full_box(b"pitm", 0, 0, struct.pack(">H", primary)),
            location,
            full_box(b"iinf", 0, 0, struct.pack(">H", len(entries)), *entries),
            full_box(b"iref", 0, 0, *references) if references else b"",
            box(
                b"iprp",
                box(b"ipco", *properties),
                full_box(b"ipma", 0, 0, struct.pack(">I", len(described)), associations),
            ),
        )

    head = box(b"ftyp", brand, bytes(4), brand, *compatible)
    start = len(head) + len(meta(0)) + 8
    return head + meta(start) + box(b"mdat", *(item.content for item in items))
