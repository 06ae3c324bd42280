"""broken: videos and sounds that break one rule each; the folder is the format, the name is the rule."""

import struct

import broken_structures
import drawing
import isobmff

import video

SIZE = (80, 60)
SHOWN_OR_NOT = broken_structures.SHOWN_OR_NOT
MP4, MKV = "video/mp4", "video/x-matroska"


def make(shop):
    whole = wholes(shop)

    def add(path, shows, mime, size, content, expected="error corrupt", **facts):
        shop.add(f"broken/{path}", shows, mime, size, content, expected=expected, **facts)

    boxes(add, whole)
    tables(add, whole)
    elements(add, whole)
    streams(add, whole)
    sounds(shop, add)
    playlists(add)


def wholes(shop):
    """Small unbroken clips of the picture by their endings; `fast` has its moov first, `live` has unknown sizes."""
    picture = drawing.picture(*SIZE)
    frames = (drawing.frame(picture, index, video.RATE).samples for index in range(video.RATE))
    source = video.raw_input(shop.keep("small.rgb", b"".join(frames)), SIZE)

    def clip(ending, words):
        return shop.produced(f"ffmpeg {source} -vf {video.converted()} {words} OUT", f"small.{ending}")

    made = {
        "mp4": clip("mp4", video.X264),
        "fast": clip("mp4", f"{video.X264} {video.FAST}"),
        "mkv": clip("mkv", f"{video.X264} -g 6"),
        "live": clip("mkv", f"{video.X264} -g 6 -live 1"),
        "avi": clip("avi", "-c:v mpeg4 -q:v 4"),
        "ts": clip("ts", video.X264),
        "flv": clip("flv", "-c:v flv -q:v 4"),
        "y4m": clip("y4m", "-frames:v 2"),
        "webm": clip("webm", video.VP8),
        "mpg": clip("mpg", "-r 24 -c:v mpeg1video -q:v 4"),
        "ogv": clip("ogv", "-c:v libtheora -q:v 7"),
    }
    shop.forget_commands()
    return made


def cut(content, share=0.8):
    """The beginning, long enough to hold the first frame unless it is said otherwise."""
    return content[: int(len(content) * share)]


def boxes(add, whole):
    fast, slow = whole["fast"], whole["mp4"]
    type_end = isobmff.found(fast, b"ftyp")[1]
    moov_start, moov_end = isobmff.found(fast, b"moov")
    add("mp4/truncated.mp4", "four fifths of a file whose moov comes first", MP4, SIZE, cut(fast), "ok")
    add("mp4/truncated-without-moov.mp4", "half of a file whose moov came last", MP4, None, cut(slow, 0.5))
    add("mp4/no-moov.mp4", "no moov at all", MP4, None, fast[:moov_start] + fast[moov_end:])
    add("mp4/no-media.mp4", "moov and no media data", MP4, SIZE, fast[:moov_end])
    for size, word in ((0, "to-the-end"), (1, "one"), (7, "seven")):
        shows = {
            0: "a box of size 0, which hides all after it",
            1: "a box whose long size is less than its header",
            7: "a box smaller than its header",
        }[size]
        odd = struct.pack(">I4s", size, b"free") + struct.pack(">Q", 3)
        add(f"mp4/box-of-size-{word}.mp4", shows, MP4, None, fast[:type_end] + odd + fast[type_end:], SHOWN_OR_NOT)
    add(
        "mp4/media-to-the-end.mp4",
        "media data of size 0, which goes to the end and is right",
        MP4,
        SIZE,
        with_open_end(fast),
        "ok",
    )
    add(
        "mp4/moov-past-end.mp4",
        "moov claims 2 GB",
        MP4,
        None,
        fast[:moov_start] + b"\x7f\xff\xff\xff" + fast[moov_start + 4 :],
        SHOWN_OR_NOT,
    )
    nested = b""
    for _ in range(2000):
        nested = isobmff.box(b"moov", nested)
    add("mp4/deep.mp4", "2000 boxes in each other", MP4, None, fast[:type_end] + nested)
    empty = isobmff.box(b"trak") * 1000
    add(
        "mp4/thousand-tracks.mp4",
        "a thousand tracks without content after the real ones",
        MP4,
        SIZE,
        with_appended(slow, empty),
        SHOWN_OR_NOT,
    )


def with_open_end(movie):
    """The movie with its media data last and of size 0."""
    start, end = isobmff.found(movie, b"mdat")
    assert end == len(movie), "something follows the media data"
    return movie[:start] + bytes(4) + movie[start + 4 :]


def with_appended(movie, more):
    """The movie, whose moov comes last, with more boxes at moov's end."""
    start, end = isobmff.found(movie, b"moov")
    assert end == len(movie), "something follows moov"
    return movie[:start] + struct.pack(">I", end - start + len(more)) + movie[start + 4 :] + more


def tables(add, whole):
    """Movies whose tables lie."""
    fast = whole["fast"]
    table = (*isobmff.TRACK, b"mdia", b"minf", b"stbl")

    def changed(path, offset, value):
        start, _ = isobmff.found(fast, *path)
        return fast[: start + offset] + struct.pack(">I", value) + fast[start + offset + 4 :]

    add(
        "mp4/endless-samples.mp4",
        "2^31 - 1 samples",
        MP4,
        SIZE,
        changed((*table, b"stsz"), 16, 0x7FFFFFFF),
        SHOWN_OR_NOT,
    )
    add(
        "mp4/endless-times.mp4",
        "2^32 - 1 entries of sample times",
        MP4,
        SIZE,
        changed((*table, b"stts"), 12, 0xFFFFFFFF),
        SHOWN_OR_NOT,
    )
    add("mp4/chunk-past-end.mp4", "a chunk far behind the end", MP4, SIZE, changed((*table, b"stco"), 16, 0x7FFFFFFF))
    add(
        "mp4/long-duration.mp4",
        "a header that claims 49 days",
        MP4,
        SIZE,
        changed((b"moov", b"mvhd"), 24, 0xFFFFFFFE),
        "ok",
    )
    start, _ = isobmff.found(fast, *isobmff.TRACK, b"tkhd")
    add(
        "mp4/zero-matrix.mp4",
        "a display matrix of zeros",
        MP4,
        SIZE,
        fast[: start + 48] + bytes(36) + fast[start + 84 :],
        "ok",
    )
    # The reference to the file itself becomes one to another file: same length, flag cleared, a path behind it.
    movie = whole["mp4"]
    start, end = isobmff.found(movie, *isobmff.TRACK, b"mdia", b"minf", b"dinf")
    place = movie.index(b"url ", start, end)
    assert movie[place + 4 : place + 8] == b"\0\0\0\1", "the flag for the same file"
    path = b"file:///etc/passwd\0"
    moved = bytearray(movie[: place + 4] + bytes(4) + path + movie[place + 8 :])
    enclosing = [
        isobmff.found(movie, *names)[0]
        for names in (
            (b"moov",),
            isobmff.TRACK,
            (*isobmff.TRACK, b"mdia"),
            (*isobmff.TRACK, b"mdia", b"minf"),
            (*isobmff.TRACK, b"mdia", b"minf", b"dinf"),
        )
    ]
    for at in (*enclosing, movie.index(b"dref", start, end) - 4, place - 4):
        struct.pack_into(">I", moved, at, struct.unpack_from(">I", moved, at)[0] + len(path))
    add(
        "mp4/names-another-file.mp4",
        "the media data are said to lie in /etc/passwd, which must stay unread",
        MP4,
        SIZE,
        bytes(moved),
        "ok|error corrupt|error unsupported",
    )


def elements(add, whole):
    mkv = whole["mkv"]
    add("mkv/truncated.mkv", "four fifths of a file", MKV, SIZE, cut(mkv), "ok")
    add(
        "mkv/unknown-sizes.mkv",
        "segment and clusters of unknown size, which is right for a live stream",
        MKV,
        SIZE,
        whole["live"],
        "ok",
    )
    cluster = mkv.index(b"\x1f\x43\xb6\x75")
    add("mkv/no-cluster.mkv", "nothing from the first cluster on", MKV, SIZE, mkv[:cluster])
    add("mkv/header-only.mkv", "the EBML header alone", MKV, None, mkv[: 5 + mkv[4] - 0x80])
    tracks = mkv.index(b"\x16\x54\xae\x6b")
    add(
        "mkv/element-past-end.mkv",
        "the tracks claim 2^56 - 2 bytes",
        MKV,
        None,
        mkv[: tracks + 4] + b"\x01\xff\xff\xff\xff\xff\xff\xfe" + mkv[tracks + 12 :],
        SHOWN_OR_NOT,
    )
    nested = b""
    for _ in range(500):
        nested = b"\x16\x54\xae\x6b\x08" + struct.pack(">I", len(nested))[0:4] + nested
    add("mkv/deep.mkv", "500 elements in each other", MKV, None, mkv[: 5 + mkv[4] - 0x80] + nested)


def streams(add, whole):
    avi = whole["avi"]
    index = avi.rindex(b"idx1")
    add("avi/no-index.avi", "no index", "video/x-msvideo", SIZE, avi[:index], "ok")
    add("avi/truncated.avi", "four fifths of a file", "video/x-msvideo", SIZE, cut(avi), "ok")
    add(
        "avi/chunk-past-end.avi",
        "the list of pictures claims 4 GB",
        "video/x-msvideo",
        SIZE,
        avi[: avi.index(b"movi") - 4] + b"\xff\xff\xff\xf0" + avi[avi.index(b"movi") :],
        SHOWN_OR_NOT,
    )
    stream = whole["ts"]
    add(
        "ts/starts-within-a-packet.ts",
        "the first packet's beginning is missing",
        "video/mp2t",
        None,
        stream[100:],
        "ok",
    )
    add(
        "ts/no-key-frame.ts",
        "the tables, and only what follows the key frame",
        "video/mp2t",
        None,
        without_first_frame(stream),
        SHOWN_OR_NOT,
    )
    add("flv/truncated.flv", "four fifths of a file", "video/x-flv", SIZE, cut(whole["flv"]), "ok")
    add("webm/truncated.webm", "four fifths of a file", "video/webm", SIZE, cut(whole["webm"]), "ok")
    add("mpg/truncated.mpg", "four fifths of a file", "video/mpeg", SIZE, cut(whole["mpg"]), "ok")
    add("ogv/truncated.ogv", "four fifths of a file", "video/ogg", SIZE, cut(whole["ogv"]), "ok")
    add(
        "y4m/truncated.y4m",
        "half of the first frame",
        "video/x-yuv4mpeg",
        SIZE,
        cut(whole["y4m"], 0.25),
        SHOWN_OR_NOT,
    )


def without_first_frame(stream):
    """A transport stream without the packets of its picture's first frame (ISO/IEC 13818-1, 2.4.3.2)."""
    kept, frames = b"", 0
    for at in range(0, len(stream), 188):
        packet = stream[at : at + 188]
        header = struct.unpack_from(">I", packet)[0]
        if header >> 8 & 0x1FFF == 0x100:
            frames += header >> 22 & 1
            if frames < 2:
                continue
        kept += packet
    assert frames > 2, "the picture's packets have another number"
    return kept


def sounds(shop, add):
    nothing = "no-preview|error corrupt"
    frames = shop.read("audio/bare.mp3")
    covered = shop.read("audio/cover.mp3")
    add(
        "mp3/tag-of-256-mb.mp3",
        "an ID3 tag that claims 256 MB",
        "audio/mpeg",
        None,
        b"ID3\3\0\0\x7f\x7f\x7f\x7f" + bytes(100) + frames,
        nothing,
    )
    place = covered.index(b"APIC")
    add(
        "mp3/cover-past-end.mp3",
        "a cover longer than its tag",
        "audio/mpeg",
        None,
        covered[: place + 4] + b"\x7f\xff\xff\xff" + covered[place + 8 :],
        f"ok|{nothing}",
    )
    picture, end = covered.index(b"\xff\xd8\xff"), covered.index(b"\xff\xd9") + 2
    add(
        "mp3/cover-of-noise.mp3",
        "a cover that is no picture",
        "audio/mpeg",
        None,
        covered[:picture] + noise(end - picture) + covered[end:],
        nothing,
    )
    add(
        "mp3/truncated-cover.mp3",
        "a part of the cover and no sound",
        "audio/mpeg",
        None,
        covered[: picture + 3500],
        f"ok|{nothing}",
    )
    flac = shop.read("audio/cover.flac")
    place = flac.index(b"\0\0\0\x0aimage/jpeg") - 8
    assert flac[place] & 0x7F == 6, "a picture's block"
    add(
        "flac/cover-past-end.flac",
        "a picture block of 16 MB",
        "audio/flac",
        None,
        flac[: place + 1] + b"\xff\xff\xff" + flac[place + 4 :],
        f"ok|{nothing}",
    )


def noise(count):
    return bytes((index * index * 167 + index * 13) // 7 % 251 for index in range(count))


def playlists(add):
    """Texts that name other files, which must stay unread."""
    text = lambda name, shows, content, mime="text/plain": add(
        f"playlist/{name}", shows, mime, None, content.encode(), "no-preview"
    )
    text(
        "hls.m3u8",
        "an HTTP live streaming playlist",
        "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
    )
    text("concat.ffconcat", "a list of FFmpeg's", "ffconcat version 1.0\nfile /etc/passwd\n")
    text(
        "session.sdp",
        "a session description",
        "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=thumbs\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 9 RTP/AVP 96\n"
        "a=rtpmap:96 H264/90000\n",
    )
    text(
        "list.asx",
        "a Windows Media playlist",
        '<?xml version="1.0"?>\n<asx version="3.0"><entry><ref href="file:///etc/passwd"/></entry></asx>\n',
        "application/xml",
    )
    text(
        "dash.mpd",
        "a DASH manifest",
        '<?xml version="1.0"?>\n<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" '
        'profiles="urn:mpeg:dash:profile:isoff-main:2011">'
        "<Period><AdaptationSet><Representation><BaseURL>file:///etc/passwd</BaseURL></Representation></AdaptationSet>"
        "</Period></MPD>\n",
        "application/xml",
    )
