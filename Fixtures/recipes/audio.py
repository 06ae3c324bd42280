"""audio: a tone of a second in the usual formats, with and without the cover."""

import base64
import struct

import drawing
import writers

TONE = "-f lavfi -i sine=frequency=440:duration=1:sample_rate=44100 -ac 1"


def make(shop):
    cover = drawing.cover()
    shop.add(
        "audio/cover.ppm",
        "the truth: the cover of the files that have one",
        "image/x-portable-pixmap",
        cover.size,
        writers.ppm(cover),
        by="writers.ppm",
    )
    shop.run("vips jpegsave $fixtures/audio/cover.ppm cover.jpg --Q 90 --strip")
    shop.run("vips pngsave $fixtures/audio/cover.ppm cover.png --strip")
    shop.forget_commands()
    plain_files(shop)
    covered_files(shop)
    ogg_covers(shop, cover)


def plain_files(shop):
    def plain(name, shows, mime, words):
        shop.encoded(f"audio/{name}", shows, mime, None, f"ffmpeg {TONE} {words} OUT", expected="no-preview")

    plain("plain.mp3", "MP3 with an empty ID3 tag", "audio/mpeg", "-c:a libmp3lame -b:a 32k")
    plain(
        "bare.mp3",
        "MP3 frames without a tag",
        "audio/mpeg",
        "-c:a libmp3lame -b:a 32k -id3v2_version 0 -write_xing 0",
    )
    plain("plain.m4a", "M4A without a cover", "audio/mp4", "-c:a aac -b:a 32k")
    plain("plain.aac", "AAC in ADTS", "audio/aac", "-c:a aac -b:a 32k")
    plain("plain.flac", "FLAC without a cover", "audio/flac", "-c:a flac")
    plain("plain.ogg", "Ogg Vorbis without a cover", "audio/ogg", "-c:a libvorbis")
    plain("speex.spx", "Ogg Speex", "audio/ogg", "-ar 16000 -c:a libspeex")
    plain("plain.wav", "WAVE, 16 bits", "audio/wav", "-ar 8000")
    plain("plain.aiff", "AIFF, 16 bits", "audio/aiff", "-ar 8000")
    plain("plain.mka", "Matroska with sound only", "audio/x-matroska", "-c:a libopus -b:a 24k")
    plain("plain.weba", "WebM with sound only", "audio/webm", "-c:a libopus -b:a 24k -f webm")
    plain("plain.wma", "ASF with sound only", "audio/x-ms-wma", "-c:a wmav2 -b:a 32k")
    plain("plain.ac3", "AC-3", "audio/ac3", "-c:a ac3 -b:a 64k")
    plain("plain.wv", "WavPack", "audio/x-wavpack", "-ar 8000 -c:a wavpack")
    plain("plain.caf", "Core Audio", "audio/x-caf", "-ar 8000 -c:a pcm_s16be")


def covered_files(shop):
    def covered(name, shows, mime, picture, words):
        shop.encoded(
            f"audio/{name}",
            shows,
            mime,
            None,
            f"ffmpeg {TONE} -i {picture} -map 0 -map 1 -c:v copy -disposition:v attached_pic {words} OUT",
        )

    covered(
        "cover.mp3",
        "MP3 with a JPEG cover in ID3v2.3",
        "audio/mpeg",
        "cover.jpg",
        "-c:a libmp3lame -b:a 32k -id3v2_version 3",
    )
    covered(
        "cover-png.mp3",
        "MP3 with a PNG cover in ID3v2.4",
        "audio/mpeg",
        "cover.png",
        "-c:a libmp3lame -b:a 32k -id3v2_version 4",
    )
    covered("cover.m4a", "M4A with a JPEG cover", "audio/mp4", "cover.jpg", "-c:a aac -b:a 32k -movflags +faststart")
    covered("alac.m4a", "M4A of Apple's lossless codec, with a PNG cover", "audio/mp4", "cover.png", "-c:a alac")
    covered("cover.flac", "FLAC with a JPEG cover", "audio/flac", "cover.jpg", "-c:a flac")
    covered("cover.aiff", "AIFF with a cover in ID3v2", "audio/aiff", "cover.jpg", "-ar 8000 -write_id3v2 1")
    shop.encoded(
        "audio/cover.mka",
        "Matroska with sound and a cover",
        "audio/x-matroska",
        None,
        f"ffmpeg {TONE} -c:a libopus -b:a 24k -attach cover.jpg -metadata:s:t mimetype=image/jpeg"
        " -metadata:s:t filename=cover.jpg OUT",
    )


def ogg_covers(shop, cover):
    """Ogg files, whose cover is a comment; ffmpeg takes it from a file of tags."""
    block = base64.b64encode(picture_block((shop.scratch / "cover.jpg").read_bytes(), *cover.size)).decode()
    escaped = block.replace("=", "\\=")
    shop.keep("tags.txt", f";FFMETADATA1\nMETADATA_BLOCK_PICTURE={escaped}\n".encode())
    for name, shows, codec in (
        ("cover.ogg", "Ogg Vorbis", "libvorbis"),
        ("cover.opus", "Ogg Opus", "libopus"),
        ("cover-flac.oga", "Ogg FLAC", "flac"),
    ):
        shop.encoded(
            f"audio/{name}",
            f"{shows} with a JPEG cover",
            "audio/ogg",
            None,
            f"ffmpeg {TONE} -i tags.txt -map 0 -c:a {codec} -map_metadata:g 1:g OUT",
        )


def picture_block(jpeg, width, height):
    """A FLAC picture of a front cover (RFC 9639, section 8.8)."""
    mime = b"image/jpeg"
    return (
        struct.pack(">II", 3, len(mime))
        + mime
        + struct.pack(">I", 0)
        + struct.pack(">IIIII", width, height, 24, 0, len(jpeg))
        + jpeg
    )
