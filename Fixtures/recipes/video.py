"""video: the picture as a clip of a second in which a ball crosses.

The first frame is the picture itself, so that same-picture/colour.ppm is its truth too.
"""

import drawing
import isobmff
import orientations
import writers

SIZE = (240, 180)
RATE = 12
PRECISE = "flags=accurate_rnd+full_chroma_int+full_chroma_inp"
SD = f"scale=out_color_matrix=bt601:out_range=tv:{PRECISE},format=yuv420p"
X264 = ("-c:v", "libx264", "-preset", "slow", "-crf", 22)
# HDR wastes codes on light that the picture does not have, so those clips are coded more finely.
FINE = ("-crf", 14)
X265 = ("-c:v", "libx265", "-preset", "medium", "-crf", 24, "-x265-params",
        "info=0:log-level=none:pools=none:frame-threads=1", "-tag:v", "hvc1")
FAST = ("-movflags", "+faststart")
TONE = ("-f", "lavfi", "-i", "sine=frequency=440:duration=1:sample_rate=44100")
MP4, MOV, MKV, WEBM = "video/mp4", "video/quicktime", "video/x-matroska", "video/webm"


def make(shop):
    colour = drawing.picture(*SIZE)
    clip = shop.keep("clip.rgb", b"".join(drawing.frame(colour, index, RATE).samples for index in range(RATE)))
    frames = raw_input(clip, SIZE)

    def video(name, shows, mime, *words, source=frames, colours=SD, size=SIZE, **facts):
        filters = ("-vf", colours) if colours else ()
        shop.encoded(f"video/{name}", shows, mime, size, "ffmpeg", *source, *filters, *words, "{}", **facts)

    movies(shop, video, frames)
    containers(video, frames)
    streams(shop, video, colour)
    geometry(shop, video, colour)
    colours(shop, video, colour)
    alphas(shop, video, colour)
    beginnings(shop, video, colour)
    covers(shop, video, frames)
    shop.encoded("video/only-sound.mp4", "MP4 with sound only", "audio/mp4", None, "ffmpeg", *TONE, "-c:a", "aac",
                 *FAST, "{}", expected="no-preview")


def raw_input(path, size):
    return ("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % size, "-r", RATE, "-i", path)


def movies(shop, video, frames):
    both = (*frames, *TONE)
    aac = ("-c:a", "aac", "-b:a", "48k")
    video("h264.mp4", "MP4, H.264 and AAC, moov first", MP4, *X264, *aac, *FAST, source=both)
    video("moov-at-end.mp4", "MP4, H.264 and AAC, moov last", MP4, *X264, *aac, source=both)
    video("fragmented.mp4", "MP4 in fragments", MP4, *X264, "-g", 6, "-movflags",
          "frag_keyframe+empty_moov+default_base_moof")
    video("hevc.mp4", "MP4, HEVC", MP4, *X265, *FAST)
    video("av1.mp4", "MP4, AV1", MP4, "-c:v", "libaom-av1", "-crf", 34, "-cpu-used", 6, *FAST)
    video("vp9.mp4", "MP4, VP9", MP4, "-c:v", "libvpx-vp9", "-crf", 34, "-b:v", 0, *FAST)
    video("mpeg4.mp4", "MP4, MPEG-4 part 2", MP4, "-c:v", "mpeg4", "-q:v", 4, *FAST)
    video("h264.mov", "QuickTime, H.264 and AAC", MOV, *X264, *aac, source=both)
    old = shop.read("video/h264.mov")
    _, end = isobmff.found(old, b"ftyp")
    assert end == 20, "a file type box of another length"
    shop.add("video/no-ftyp.mov", "QuickTime whose first box is not ftyp", MOV, SIZE,
             isobmff.box(b"free", old[8:end]) + old[end:], by="isobmff.box")
    video("prores.mov", "QuickTime, ProRes 422, one frame", MOV, "-frames:v", 1, "-c:v", "prores_ks", "-profile:v", "lt",
          "-vendor", "apl0", colours=SD.replace("yuv420p", "yuv422p10le"))
    video("animation.mov", "QuickTime, Animation, one frame", MOV, "-frames:v", 1, "-c:v", "qtrle",
          colours="scale=120:90:flags=area,format=rgb24", size=(120, 90))
    video("cinepak.mov", "QuickTime, Cinepak, one frame", MOV, "-frames:v", 1, "-c:v", "cinepak", colours="format=rgb24")
    video("h264.3gp", "3GP, H.264 and AAC", "video/3gpp", *X264, *aac, source=both)
    video("h264.m4v", "M4V, H.264", "video/x-m4v", *X264, "-f", "ipod")
    whole = shop.root / "video/h264.mp4"
    shop.encoded("video/edit-list.mp4", "MP4 whose edit list begins after half a second", MP4, SIZE, "ffmpeg", "-ss", 0.5,
                 "-i", whole, "-c", "copy", "{}")


def containers(video, frames):
    both = (*frames, *TONE)
    video("h264.mkv", "Matroska, H.264 and AAC", MKV, *X264, "-c:a", "aac", "-b:a", "48k", source=both)
    video("hevc.mkv", "Matroska, HEVC", MKV, *X265)
    video("ffv1.mkv", "Matroska, FFV1, one frame", MKV, "-frames:v", 1, "-c:v", "ffv1", colours="format=bgr0")
    vpx = ("-crf", 34, "-b:v", 0)
    video("vp8.webm", "WebM, VP8 and Vorbis", WEBM, "-c:v", "libvpx", "-crf", 20, "-b:v", "400k", "-c:a", "libvorbis",
          source=both)
    video("vp9.webm", "WebM, VP9 and Opus", WEBM, "-c:v", "libvpx-vp9", *vpx, "-c:a", "libopus", "-b:a", "32k",
          source=both)
    video("av1.webm", "WebM, AV1", WEBM, "-c:v", "libaom-av1", "-crf", 34, "-cpu-used", 6)
    video("mpeg4.avi", "AVI, MPEG-4 part 2 and MP3", "video/x-msvideo", "-c:v", "mpeg4", "-q:v", 4, "-c:a", "libmp3lame",
          "-b:a", "48k", source=both)
    video("mjpeg.avi", "AVI, Motion JPEG", "video/x-msvideo", "-frames:v", 2, "-c:v", "mjpeg", "-q:v", 3, colours=
          f"scale=out_color_matrix=bt601:out_range=pc:{PRECISE},format=yuvj420p")
    video("h264.ts", "MPEG transport stream, H.264 and AAC", "video/mp2t", *X264, "-c:a", "aac", "-b:a", "48k",
          source=both)
    video("hevc.m2ts", "MPEG transport stream of 192 bytes a packet, HEVC", "video/mp2t", *X265[:-2],
          "-mpegts_m2ts_mode", 1, "-f", "mpegts")
    video("mpeg1.mpg", "MPEG program stream, MPEG-1", "video/mpeg", "-r", 24, "-c:v", "mpeg1video", "-q:v", 4)
    video("mpeg2.vob", "MPEG program stream, MPEG-2 and MP2", "video/mpeg", "-r", 24, "-c:v", "mpeg2video", "-q:v", 4,
          "-c:a", "mp2", "-b:a", "64k", "-f", "vob", source=both)
    video("interlaced.mpg", "MPEG-2 whose frames are two fields of different times", "video/mpeg", "-r", 24, "-c:v",
          "mpeg2video", "-q:v", 4, "-flags", "+ildct+ilme", colours=f"tinterlace=interleave_top,setfield=tff,{SD}")
    video("flv1.flv", "Flash video, Sorenson and MP3", "video/x-flv", "-c:v", "flv", "-q:v", 4, "-c:a", "libmp3lame",
          "-b:a", "48k", source=both)
    video("h264.flv", "Flash video, H.264", "video/x-flv", *X264)
    video("theora.ogv", "Ogg, Theora and Vorbis", "video/ogg", "-c:v", "libtheora", "-q:v", 7, "-c:a", "libvorbis",
          source=both)
    video("wmv2.wmv", "ASF, Windows Media 8 video and audio", "video/x-ms-wmv", "-c:v", "wmv2", "-q:v", 4, "-c:a", "wmav2",
          "-b:a", "32k", source=both)
    video("mpeg2.mxf", "MXF, MPEG-2", "application/mxf", "-r", 24, "-c:v", "mpeg2video", "-q:v", 6)
    video("ntsc.dv", "DV, one frame of 720 by 480, pixels of 8 to 9", "video/x-dv", "-frames:v", 1, "-r", "30000/1001", "-c:v",
          "dvvideo", colours=f"scale=720:480:out_color_matrix=bt601:{PRECISE},format=yuv411p,setdar=4/3", size=(720, 480),
          display=(640, 480))


def streams(shop, video, colour):
    video("stream.h264", "H.264 elementary stream", "video/h264", *X264, "-f", "h264")
    video("stream.hevc", "HEVC elementary stream", "video/h265", *X265[:-2], "-f", "hevc")
    video("stream.m2v", "MPEG-2 elementary stream", "video/mpeg", "-r", 24, "-c:v", "mpeg2video", "-q:v", 4, "-f",
          "mpeg2video")
    video("vp8.ivf", "IVF, VP8", "video/x-ivf", "-c:v", "libvpx", "-crf", 20, "-b:v", "400k")
    video("av1.ivf", "IVF, AV1", "video/x-ivf", "-c:v", "libaom-av1", "-crf", 34, "-cpu-used", 6)
    half = drawing.picture(120, 90)
    path = shop.keep("half.rgb", b"".join(drawing.frame(half, index, RATE).samples for index in (0, 3)))
    video("raw.y4m", "YUV4MPEG2, 2 frames", "video/x-yuv4mpeg", source=raw_input(path, half.size), size=half.size)


def geometry(shop, video, colour):
    def turned(orientation, ratio=""):
        stored = orientations.stored(colour, orientation)
        path = shop.keep("turned.rgb", b"".join(
            orientations.stored(drawing.frame(colour, index, RATE), orientation).samples for index in range(3)))
        content = shop.produced("turned.mp4", "ffmpeg", *raw_input(path, stored.size), "-vf", SD + ratio, *X264, *FAST, "{}")
        return stored.size, isobmff.with_matrix(content, orientations.matrix(orientation, *stored.size))

    for orientation in orientations.ALL:
        stored, content = turned(orientation)
        shop.add(f"video/matrix-{orientation}.mp4", f"MP4, display matrix equal to EXIF {orientation}", MP4, stored, content,
                 orientation=orientation, by="isobmff.with_matrix")
    video("sar-4-3.mp4", "MP4, pixels of 4 to 3", MP4, *X264, *FAST, colours=f"{SD},setsar=4/3", display=(320, 180))
    stored, content = turned(6, ",setsar=3/2")
    shop.add("video/sar-3-2-matrix-6.mp4", "MP4, pixels of 3 to 2, to be turned by 90° after that", MP4, stored, content,
             orientation=6, display=(240, 270), by="isobmff.with_matrix")
    odd = colour.cropped(0, 0, 239, 179)
    path = shop.keep("odd.rgb", odd.samples)
    video("odd-size.mp4", "MP4, MPEG-4 part 2 of odd sides", MP4, "-c:v", "mpeg4", "-q:v", 4, *FAST,
          source=raw_input(path, odd.size), size=odd.size)
    video("odd-size.webm", "WebM, VP9 of odd sides", WEBM, "-c:v", "libvpx-vp9", "-crf", 34, "-b:v", 0,
          source=raw_input(path, odd.size), size=odd.size)


def colours(shop, video, colour):
    def matrix(name, spread="tv", pixels="yuv420p"):
        return f"scale=out_color_matrix={name}:out_range={spread}:{PRECISE},format={pixels}"

    def tags(space, transfer, primaries, spread="tv"):
        return ("-colorspace", space, "-color_trc", transfer, "-color_primaries", primaries, "-color_range", spread)

    few = ("-frames:v", 2)
    video("bt601.mp4", "MP4, BT.601 in tags and samples", MP4, *few, *X264, *tags("smpte170m", "smpte170m", "smpte170m"),
          *FAST, colours=matrix("bt601"))
    video("bt709.mp4", "MP4, BT.709 in tags and samples", MP4, *few, *X264, *tags("bt709", "bt709", "bt709"), *FAST,
          colours=matrix("bt709"))
    video("full-range.mp4", "MP4, BT.709, full range", MP4, *few, *X264, *tags("bt709", "bt709", "bt709", "pc"), *FAST,
          colours=matrix("bt709", "pc"))
    video("bt2020-10bit.mp4", "MP4, HEVC of 10 bits, BT.2020, SDR", MP4, *few, *X265, *FINE,
          *tags("bt2020nc", "bt2020-10", "bt2020"), *FAST, colours=zscale("bt709"))
    video("bt2020-10bit-hlg.mp4", "MP4, HEVC of 10 bits, BT.2020, HLG", MP4, *few, *X265,
          *FINE, *tags("bt2020nc", "arib-std-b67", "bt2020"), *FAST, colours=zscale("arib-std-b67"))
    video("pq.mp4", "MP4, HEVC of 10 bits, BT.2020, PQ, white at 203 nits", MP4, *few, *X265,
          *FINE, *tags("bt2020nc", "smpte2084", "bt2020"), *FAST, colours=zscale("smpte2084"))
    video("h264-444.mp4", "MP4, H.264, 4:4:4", MP4, *few, *X264, *FAST, colours=matrix("bt601", pixels="yuv444p"))
    video("h264-422-10bit.mp4", "MP4, H.264 of 10 bits, 4:2:2", MP4, *few, *X264, *FAST,
          colours=matrix("bt601", pixels="yuv422p10le"))
    master = drawing.master()
    path = shop.keep("master.rgb", master.samples)
    video("hd-untagged.mp4", "MP4 of 720 lines without tags, which means BT.709", MP4, "-c:v", "libx264", "-crf", 30, *FAST,
          source=raw_input(path, master.size), colours=matrix("bt709"), size=master.size)


def zscale(transfer):
    """From sRGB to BT.2020 of 10 bits; the transfer function of sRGB's white is 203 nits."""
    return ("format=gbrp,zscale=matrixin=gbr:primariesin=bt709:transferin=iec61966-2-1:rangein=full:matrix=2020_ncl:"
            f"primaries=2020:transfer={transfer}:range=limited:npl=203,format=yuv420p10le")


def alphas(shop, video, colour):
    def clear(picture):
        path = shop.keep(f"alpha{picture.width}.rgba", drawing.translucent(picture).samples * 2)
        return ("-f", "rawvideo", "-pix_fmt", "rgba", "-s", "%dx%d" % picture.size, "-r", RATE, "-i", path)

    source, half = clear(colour), drawing.picture(120, 90)
    pixels = SD.replace("yuv420p", "yuva420p")
    video("vp9-alpha.webm", "WebM, VP9 with alpha", WEBM, "-c:v", "libvpx-vp9", "-crf", 34, "-b:v", 0, "-auto-alt-ref", 0,
          source=source, colours=pixels)
    video("vp8-alpha.webm", "WebM, VP8 with alpha", WEBM, "-c:v", "libvpx", "-crf", 20, "-b:v", "400k", "-auto-alt-ref", 0,
          source=source, colours=pixels)
    video("prores-alpha.mov", "QuickTime, ProRes 4444 with alpha, one frame", MOV, "-frames:v", 1, "-c:v", "prores_ks",
          "-profile:v", "4444", "-qscale:v", 12, "-vendor", "apl0", source=clear(half), size=half.size,
          colours=SD.replace("yuv420p", "yuva444p10le"))


def beginnings(shop, video, colour):
    """Clips whose first frame says nothing."""
    def second(picture):
        return picture.samples * RATE

    flat = lambda r, g, b: colour.mapped(3, lambda *_: (r, g, b))
    still = second(colour)
    black = shop.keep("black.rgb", second(flat(0, 0, 0)) + still)
    key = ("-g", RATE, "-sc_threshold", 0)
    video("start-black.mp4", "MP4: a second of black, a second of the picture", MP4, *X264, *key, *FAST,
          source=raw_input(black, SIZE))
    scenes = shop.keep("scenes.rgb", second(flat(255, 255, 255)) + second(flat(201, 60, 40)) + still)
    video("scenes.mp4", "MP4: a second each of white, of (201, 60, 40) and of the picture", MP4, *X264, *key, *FAST,
          source=raw_input(scenes, SIZE))


def covers(shop, video, frames):
    cover = drawing.cover()
    source = shop.keep("cover.ppm", writers.ppm(cover))
    jpeg, png, webp = (shop.temporary(f"cover.{ending}") for ending in ("jpg", "png", "webp"))
    shop.run("vips", "jpegsave", source, jpeg, "--Q", 90, "--strip")
    shop.run("vips", "pngsave", source, png, "--strip")
    shop.run("vips", "webpsave", source, webp, "--Q", 90, "--strip")
    attached = lambda path, mime, number, name: (
        "-attach", path, f"-metadata:s:t:{number}", f"mimetype={mime}", f"-metadata:s:t:{number}", f"filename={name}")
    video("with-cover.mkv", "Matroska with a JPEG cover", MKV, *X264, *attached(jpeg, "image/jpeg", 0, "cover.jpg"))
    video("with-cover-webp.mkv", "Matroska with a WebP cover", MKV, *X264, *attached(webp, "image/webp", 0, "cover.webp"))
    small = shop.temporary("small.jpg")
    shop.run("vips", "thumbnail", source, small, 60)
    video("with-covers.mkv", "Matroska with a small cover before the big one", MKV, *X264,
          *attached(small, "image/jpeg", 0, "small_cover.jpg"), *attached(jpeg, "image/jpeg", 1, "cover.jpg"))
    shop.encoded("video/with-cover.mp4", "MP4 with a cover", MP4, SIZE, "ffmpeg", *frames, "-i", jpeg, "-map", 0, "-map", 1,
                 "-filter:v:0", SD, "-c:v:0", "libx264", "-crf", 22, "-c:v:1", "copy", "-disposition:v:1",
                 "attached_pic", *FAST, "{}")
