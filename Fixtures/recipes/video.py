"""video: the picture as a clip of a second in which a ball crosses.

The first frame is the picture itself, so that same-picture/colour.ppm is its truth too.
"""

import drawing
import isobmff
import orientations
import writers

SIZE, HALF = (240, 180), (120, 90)
RATE = 12
MP4, MOV, MKV, WEBM = "video/mp4", "video/quicktime", "video/x-matroska", "video/webm"
TONE = "-f lavfi -i sine=frequency=440:duration=1:sample_rate=44100"
FAST = "-movflags +faststart"
X264 = "-c:v libx264 -preset slow -crf 22"
X265 = "-c:v libx265 -preset medium -crf 24 -x265-params info=0:log-level=none:pools=none:frame-threads=1"
# HDR wastes codes on light that the picture does not have, so those clips are coded more finely.
FINE = "-crf 14"
AV1 = "-c:v libaom-av1 -crf 34 -cpu-used 6"
VP8 = "-c:v libvpx -crf 20 -b:v 400k"
VP9 = "-c:v libvpx-vp9 -crf 34 -b:v 0"
MPEG2 = "-r 24 -c:v mpeg2video -q:v 4"
AAC, MP3 = "-c:a aac -b:a 48k", "-c:a libmp3lame -b:a 48k"


def converted(matrix="bt601", spread="tv", pixels="yuv420p"):
    """The filter that makes luma and differences of RGB without losing half steps."""
    precise = "flags=accurate_rnd+full_chroma_int+full_chroma_inp"
    return f"scale=out_color_matrix={matrix}:out_range={spread}:{precise},format={pixels}"


def raw_input(name, size, pixels="rgb24"):
    """The words that name a file of raw pixels as an input of ffmpeg."""
    return f"-f rawvideo -pix_fmt {pixels} -s {size[0]}x{size[1]} -r {RATE} -i {name}"


class Makers:
    def __init__(self, shop):
        self.shop = shop
        self.colour = drawing.picture(*SIZE)
        frames = (drawing.frame(self.colour, index, RATE).samples for index in range(RATE))
        self.source = raw_input(shop.keep("clip.rgb", b"".join(frames)), SIZE)

    def video(self, name, shows, mime, words, *, source=None, filters=None, size=SIZE, tone=False, **facts):
        """A clip: a source of pixels, perhaps with a tone beside it, through a filter to encoder and container."""
        inputs = f"{source or self.source} {TONE}" if tone else source or self.source
        self.shop.encoded(
            f"video/{name}", shows, mime, size, f"ffmpeg {inputs} -vf {filters or converted()} {words} OUT", **facts
        )


def make(shop):
    makers = Makers(shop)
    for recipes in (movies, matroskas, containers, streams, geometry, colours, alphas, beginnings, covers):
        recipes(shop, makers)


def movies(shop, makers):
    video = makers.video
    video("h264.mp4", "MP4, H.264 and AAC, moov first", MP4, f"{X264} {AAC} {FAST}", tone=True)
    video("moov-at-end.mp4", "MP4, H.264 and AAC, moov last", MP4, f"{X264} {AAC}", tone=True)
    video(
        "fragmented.mp4", "MP4 in fragments", MP4, f"{X264} -g 6 -movflags frag_keyframe+empty_moov+default_base_moof"
    )
    video("hevc.mp4", "MP4, HEVC", MP4, f"{X265} -tag:v hvc1 {FAST}")
    video("av1.mp4", "MP4, AV1", MP4, f"{AV1} {FAST}")
    video("vp9.mp4", "MP4, VP9", MP4, f"{VP9} {FAST}")
    video("mpeg4.mp4", "MP4, MPEG-4 part 2", MP4, f"-c:v mpeg4 -q:v 4 {FAST}")
    shop.encoded(
        "video/edit-list.mp4",
        "MP4 whose edit list begins after half a second",
        MP4,
        SIZE,
        "ffmpeg -ss 0.5 -i $fixtures/video/h264.mp4 -c copy OUT",
    )
    shop.encoded(
        "video/only-sound.mp4",
        "MP4 with sound only",
        "audio/mp4",
        None,
        f"ffmpeg {TONE} -c:a aac {FAST} OUT",
        expected="no-preview",
    )
    video("h264.m4v", "M4V, H.264", "video/x-m4v", f"{X264} -f ipod")
    video("h264.3gp", "3GP, H.264 and AAC", "video/3gpp", f"{X264} {AAC}", tone=True)
    video("h264.mov", "QuickTime, H.264 and AAC", MOV, f"{X264} {AAC}", tone=True)
    movie = shop.read("video/h264.mov")
    _, end = isobmff.found(movie, b"ftyp")
    shop.add(
        "video/no-ftyp.mov",
        "QuickTime whose first box is not ftyp",
        MOV,
        SIZE,
        isobmff.box(b"free", movie[8:end]) + movie[end:],
        by="isobmff.box",
    )
    video(
        "prores.mov",
        "QuickTime, ProRes 422, one frame",
        MOV,
        "-frames:v 1 -c:v prores_ks -profile:v lt -vendor apl0",
        filters=converted(pixels="yuv422p10le"),
    )
    video(
        "animation.mov",
        "QuickTime, Animation, one frame",
        MOV,
        "-frames:v 1 -c:v qtrle",
        filters="scale=120:90:flags=area,format=rgb24",
        size=HALF,
    )
    video("cinepak.mov", "QuickTime, Cinepak, one frame", MOV, "-frames:v 1 -c:v cinepak", filters="format=rgb24")


def matroskas(shop, makers):
    video = makers.video
    video("h264.mkv", "Matroska, H.264 and AAC", MKV, f"{X264} {AAC}", tone=True)
    video("hevc.mkv", "Matroska, HEVC", MKV, X265)
    video("ffv1.mkv", "Matroska, FFV1, one frame", MKV, "-frames:v 1 -c:v ffv1", filters="format=bgr0")
    video("vp8.webm", "WebM, VP8 and Vorbis", WEBM, f"{VP8} -c:a libvorbis", tone=True)
    video("vp9.webm", "WebM, VP9 and Opus", WEBM, f"{VP9} -c:a libopus -b:a 32k", tone=True)
    video("av1.webm", "WebM, AV1", WEBM, AV1)


def containers(shop, makers):
    video = makers.video
    video("mpeg4.avi", "AVI, MPEG-4 part 2 and MP3", "video/x-msvideo", f"-c:v mpeg4 -q:v 4 {MP3}", tone=True)
    video(
        "mjpeg.avi",
        "AVI, Motion JPEG",
        "video/x-msvideo",
        "-frames:v 2 -c:v mjpeg -q:v 3",
        filters=converted(spread="pc", pixels="yuvj420p"),
    )
    video("h264.ts", "MPEG transport stream, H.264 and AAC", "video/mp2t", f"{X264} {AAC}", tone=True)
    video(
        "hevc.m2ts",
        "MPEG transport stream of 192 bytes a packet, HEVC",
        "video/mp2t",
        f"{X265} -mpegts_m2ts_mode 1 -f mpegts",
    )
    video("mpeg1.mpg", "MPEG program stream, MPEG-1", "video/mpeg", "-r 24 -c:v mpeg1video -q:v 4")
    video(
        "mpeg2.vob",
        "MPEG program stream, MPEG-2 and MP2",
        "video/mpeg",
        f"-t 0.5 {MPEG2} -c:a mp2 -b:a 64k -f vob",
        tone=True,
    )
    video(
        "interlaced.mpg",
        "MPEG-2 whose frames are two fields of different times",
        "video/mpeg",
        f"{MPEG2} -flags +ildct+ilme",
        filters=f"tinterlace=interleave_top,setfield=tff,{converted()}",
    )
    video("flv1.flv", "Flash video, Sorenson and MP3", "video/x-flv", f"-c:v flv -q:v 4 {MP3}", tone=True)
    video("h264.flv", "Flash video, H.264", "video/x-flv", X264)
    video("theora.ogv", "Ogg, Theora and Vorbis", "video/ogg", "-c:v libtheora -q:v 7 -c:a libvorbis", tone=True)
    video(
        "wmv2.wmv",
        "ASF, Windows Media 8 video and audio",
        "video/x-ms-wmv",
        "-c:v wmv2 -q:v 4 -c:a wmav2 -b:a 32k",
        tone=True,
    )
    video("mpeg2.wtv", "Windows Recorded TV, MPEG-2", "video/x-ms-wtv", f"-frames:v 6 {MPEG2}", size=None)
    video("h264.nut", "NUT, H.264", "video/x-nut", X264, size=None)
    video("mpeg2.mxf", "MXF, MPEG-2", "application/mxf", f"-frames:v 6 {MPEG2}")
    video(
        "ntsc.dv",
        "DV, one frame of 720 by 480, pixels of 8 to 9",
        "video/x-dv",
        "-frames:v 1 -r 30000/1001 -c:v dvvideo",
        filters="scale=720:480:out_color_matrix=bt601:flags=accurate_rnd,format=yuv411p,setdar=4/3",
        size=(720, 480),
        display=(640, 480),
    )


def streams(shop, makers):
    video = makers.video
    video("stream.h264", "H.264 elementary stream", "video/h264", f"{X264} -f h264")
    video("stream.hevc", "HEVC elementary stream", "video/h265", f"{X265} -f hevc")
    video("stream.m2v", "MPEG-2 elementary stream", "video/mpeg", f"{MPEG2} -f mpeg2video")
    video("vp8.ivf", "IVF, VP8", "video/x-ivf", VP8)
    video("av1.ivf", "IVF, AV1", "video/x-ivf", AV1)
    half = drawing.picture(*HALF)
    shop.keep("half.rgb", b"".join(drawing.frame(half, index, RATE).samples for index in (0, 3)))
    video(
        "raw.y4m",
        "YUV4MPEG2, 2 frames",
        "video/x-yuv4mpeg",
        "-f yuv4mpegpipe",
        source=raw_input("half.rgb", HALF),
        size=HALF,
    )


def geometry(shop, makers):
    video, colour = makers.video, makers.colour

    def turned(orientation, ratio=""):
        stored = orientations.stored(colour, orientation)
        frames = (orientations.stored(drawing.frame(colour, index, RATE), orientation).samples for index in range(3))
        shop.keep("turned.rgb", b"".join(frames))
        movie = shop.produced(
            f"ffmpeg {raw_input('turned.rgb', stored.size)} -vf {converted()}{ratio} {X264} {FAST} OUT", "turned.mp4"
        )
        return stored.size, isobmff.with_matrix(movie, orientations.matrix(orientation, *stored.size))

    for orientation in orientations.ALL:
        stored, movie = turned(orientation)
        shop.add(
            f"video/matrix-{orientation}.mp4",
            f"MP4, display matrix equal to EXIF {orientation}",
            MP4,
            stored,
            movie,
            orientation=orientation,
            by="isobmff.with_matrix",
        )
    video(
        "sar-4-3.mp4",
        "MP4, pixels of 4 to 3",
        MP4,
        f"{X264} {FAST}",
        filters=f"{converted()},setsar=4/3",
        display=(320, 180),
    )
    stored, movie = turned(6, ",setsar=3/2")
    shop.add(
        "video/sar-3-2-matrix-6.mp4",
        "MP4, pixels of 3 to 2, to be turned by 90° after that",
        MP4,
        stored,
        movie,
        orientation=6,
        display=(240, 270),
        by="isobmff.with_matrix",
    )
    odd = colour.cropped(0, 0, 239, 179)
    source = raw_input(shop.keep("odd.rgb", odd.samples), odd.size)
    video(
        "odd-size.mp4",
        "MP4, MPEG-4 part 2 of odd sides",
        MP4,
        f"-c:v mpeg4 -q:v 4 {FAST}",
        source=source,
        size=odd.size,
    )
    video("odd-size.webm", "WebM, VP9 of odd sides", WEBM, VP9, source=source, size=odd.size)


def colours(shop, makers):
    video, few = makers.video, "-frames:v 2"

    def tags(space, transfer, primaries, spread="tv"):
        return f"-colorspace {space} -color_trc {transfer} -color_primaries {primaries} -color_range {spread}"

    video(
        "bt601.mp4",
        "MP4, BT.601 in tags and samples",
        MP4,
        f"{few} {X264} {tags('smpte170m', 'smpte170m', 'smpte170m')} {FAST}",
    )
    rec709 = tags("bt709", "bt709", "bt709")
    video(
        "bt709.mp4",
        "MP4, BT.709 in tags and samples",
        MP4,
        f"{few} {X264} {rec709} {FAST}",
        filters=converted("bt709"),
    )
    rec709_full = tags("bt709", "bt709", "bt709", "pc")
    video(
        "full-range.mp4",
        "MP4, BT.709, full range",
        MP4,
        f"{few} {X264} {rec709_full} {FAST}",
        filters=converted("bt709", "pc"),
    )
    for name, shows, tag, transfer in (
        ("bt2020-10bit", "SDR", "bt2020-10", "bt709"),
        ("bt2020-10bit-hlg", "HLG", "arib-std-b67", "arib-std-b67"),
        ("pq", "PQ, white at 203 nits", "smpte2084", "smpte2084"),
    ):
        video(
            f"{name}.mp4",
            f"MP4, HEVC of 10 bits, BT.2020, {shows}",
            MP4,
            f"{few} {X265} {FINE} -tag:v hvc1 {tags('bt2020nc', tag, 'bt2020')} {FAST}",
            filters=wide(transfer),
        )
    video("h264-444.mp4", "MP4, H.264, 4:4:4", MP4, f"{few} {X264} {FAST}", filters=converted(pixels="yuv444p"))
    video(
        "h264-422-10bit.mp4",
        "MP4, H.264 of 10 bits, 4:2:2",
        MP4,
        f"{few} {X264} {FAST}",
        filters=converted(pixels="yuv422p10le"),
    )
    master = drawing.master()
    video(
        "hd-untagged.mp4",
        "MP4 of 720 lines without tags, which means BT.709",
        MP4,
        f"-c:v libx264 -crf 30 {FAST}",
        source=raw_input(shop.keep("master.rgb", master.samples), master.size),
        filters=converted("bt709"),
        size=master.size,
    )


def wide(transfer):
    """From sRGB to BT.2020 of 10 bits by a transfer function; sRGB's white is at 203 nits."""
    return (
        "format=gbrp,zscale=matrixin=gbr:primariesin=bt709:transferin=iec61966-2-1:rangein=full:matrix=2020_ncl:"
        f"primaries=2020:transfer={transfer}:range=limited:npl=203,format=yuv420p10le"
    )


def alphas(shop, makers):
    video = makers.video

    def clear(picture):
        name = shop.keep(f"alpha{picture.width}.rgba", drawing.translucent(picture).samples * 2)
        return raw_input(name, picture.size, "rgba")

    source, filters = clear(makers.colour), converted(pixels="yuva420p")
    video("vp9-alpha.webm", "WebM, VP9 with alpha", WEBM, f"{VP9} -auto-alt-ref 0", source=source, filters=filters)
    video("vp8-alpha.webm", "WebM, VP8 with alpha", WEBM, f"{VP8} -auto-alt-ref 0", source=source, filters=filters)
    video(
        "prores-alpha.mov",
        "QuickTime, ProRes 4444 with alpha, one frame",
        MOV,
        "-frames:v 1 -c:v prores_ks -profile:v 4444 -qscale:v 12 -vendor apl0",
        source=clear(drawing.picture(*HALF)),
        size=HALF,
        filters=converted(pixels="yuva444p10le"),
    )


def beginnings(shop, makers):
    """Clips whose first frame says nothing."""

    def second(picture):
        return picture.samples * RATE

    def flat(*colour):
        return second(makers.colour.mapped(3, lambda *_: colour))

    still, key = second(makers.colour), f"-g {RATE} -sc_threshold 0"
    shop.keep("black.rgb", flat(0, 0, 0) + still)
    makers.video(
        "start-black.mp4",
        "MP4: a second of black, a second of the picture",
        MP4,
        f"{X264} {key} {FAST}",
        source=raw_input("black.rgb", SIZE),
    )
    shop.keep("scenes.rgb", flat(255, 255, 255) + flat(201, 60, 40) + still)
    makers.video(
        "scenes.mp4",
        "MP4: a second each of white, of (201, 60, 40) and of the picture",
        MP4,
        f"{X264} {key} {FAST}",
        source=raw_input("scenes.rgb", SIZE),
    )


def covers(shop, makers):
    shop.keep("cover.ppm", writers.ppm(drawing.cover()))
    shop.run("vips jpegsave cover.ppm cover.jpg --Q 90 --strip")
    shop.run("vips thumbnail cover.ppm small.jpg 60")
    shop.run("vips webpsave cover.ppm cover.webp --Q 90 --strip")

    def attached(name, mime, number, path=None):
        return f"-attach {path or name} -metadata:s:t:{number} mimetype={mime} -metadata:s:t:{number} filename={name}"

    big, small = attached("cover.jpg", "image/jpeg", 0), attached("small_cover.jpg", "image/jpeg", 0, "small.jpg")
    makers.video("with-cover.mkv", "Matroska with a JPEG cover", MKV, f"{X264} {big}")
    makers.video(
        "with-cover-webp.mkv", "Matroska with a WebP cover", MKV, f"{X264} {attached('cover.webp', 'image/webp', 0)}"
    )
    makers.video(
        "with-covers.mkv",
        "Matroska with a small cover before the big one",
        MKV,
        f"{X264} {small} {attached('cover.jpg', 'image/jpeg', 1)}",
    )
    shop.encoded(
        "video/with-cover.mp4",
        "MP4 with a cover",
        MP4,
        SIZE,
        f"ffmpeg {makers.source} -i cover.jpg -map 0 -map 1 -filter:v:0 {converted()} -c:v:0 libx264 -crf 22"
        f" -c:v:1 copy -disposition:v:1 attached_pic {FAST} OUT",
    )
