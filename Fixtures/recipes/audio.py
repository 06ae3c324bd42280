"""audio: a tone of a second in the usual formats, with and without the cover."""

import base64
import struct

import drawing
import writers

TONE = ("-f", "lavfi", "-i", "sine=frequency=440:duration=1:sample_rate=44100", "-ac", 1)


def make(shop):
    cover = drawing.cover()
    source = shop.keep("cover.ppm", writers.ppm(cover))
    jpeg, png = shop.temporary("cover.jpg"), shop.temporary("cover.png")
    shop.run("vips", "jpegsave", source, jpeg, "--Q", 90, "--strip")
    shop.run("vips", "pngsave", source, png, "--strip")
    shop.add("audio/cover.ppm", "the truth: the cover of the files that have one", "image/x-portable-pixmap", cover.size,
             writers.ppm(cover), by="writers.ppm")

    def plain(name, shows, mime, *words):
        shop.encoded(f"audio/{name}", shows, mime, None, "ffmpeg", *TONE, *words, "{}", expected="no-preview")

    def covered(name, shows, mime, picture, *words):
        shop.encoded(f"audio/{name}", shows, mime, None, "ffmpeg", *TONE, "-i", picture, "-map", 0, "-map", 1, "-c:v",
                     "copy", "-disposition:v", "attached_pic", *words, "{}")

    mp3 = ("-c:a", "libmp3lame", "-b:a", "32k")
    plain("plain.mp3", "MP3 with an empty ID3 tag", "audio/mpeg", *mp3)
    plain("bare.mp3", "MP3 frames without a tag", "audio/mpeg", *mp3, "-id3v2_version", 0, "-write_xing", 0)
    covered("cover.mp3", "MP3 with a JPEG cover in ID3v2.3", "audio/mpeg", jpeg, *mp3, "-id3v2_version", 3)
    covered("cover-png.mp3", "MP3 with a PNG cover in ID3v2.4", "audio/mpeg", png, *mp3, "-id3v2_version", 4)
    aac = ("-c:a", "aac", "-b:a", "32k")
    plain("plain.m4a", "M4A without a cover", "audio/mp4", *aac)
    covered("cover.m4a", "M4A with a JPEG cover", "audio/mp4", jpeg, *aac, "-movflags", "+faststart")
    covered("alac.m4a", "M4A of Apple's lossless codec, with a PNG cover", "audio/mp4", png, "-c:a", "alac")
    plain("plain.flac", "FLAC without a cover", "audio/flac", "-c:a", "flac")
    covered("cover.flac", "FLAC with a JPEG cover", "audio/flac", jpeg, "-c:a", "flac")
    plain("plain.ogg", "Ogg Vorbis without a cover", "audio/ogg", "-c:a", "libvorbis")
    block = base64.b64encode(picture_block(jpeg.read_bytes(), *cover.size)).decode()
    listed = shop.keep("tags.txt", f";FFMETADATA1\nMETADATA_BLOCK_PICTURE={block.replace('=', chr(92) + '=')}\n".encode())
    tags = ("-i", listed, "-map_metadata", 1)
    for name, shows, codec in (("cover.ogg", "Ogg Vorbis", "libvorbis"), ("cover.opus", "Ogg Opus", "libopus"),
                               ("cover-flac.oga", "Ogg FLAC", "flac")):
        target = shop.target(f"audio/{name}")
        shop.run("ffmpeg", "-v", "error", "-y", *TONE, *tags, "-map", 0, "-c:a", codec, "-fflags", "+bitexact", "-flags:a",
                 "+bitexact", "-threads", 1, target)
        shop.add(f"audio/{name}", f"{shows} with a JPEG cover", "audio/ogg", None)
    plain("speex.spx", "Ogg Speex", "audio/ogg", "-ar", 16000, "-c:a", "libspeex")
    plain("plain.wav", "WAVE, 16 bits", "audio/wav", "-ar", 8000)
    plain("plain.aiff", "AIFF, 16 bits", "audio/aiff", "-ar", 8000)
    covered("cover.aiff", "AIFF with a cover in ID3v2", "audio/aiff", jpeg, "-ar", 8000, "-write_id3v2", 1)
    plain("plain.aac", "AAC in ADTS", "audio/aac", *aac)
    plain("plain.mka", "Matroska with sound only", "audio/x-matroska", "-c:a", "libopus", "-b:a", "24k")
    shop.encoded("audio/cover.mka", "Matroska with sound and a cover", "audio/x-matroska", None, "ffmpeg", *TONE, "-c:a",
                 "libopus", "-b:a", "24k", "-attach", jpeg, "-metadata:s:t", "mimetype=image/jpeg", "-metadata:s:t",
                 "filename=cover.jpg", "{}")
    plain("plain.weba", "WebM with sound only", "audio/webm", "-c:a", "libopus", "-b:a", "24k", "-f", "webm")
    plain("plain.wma", "ASF with sound only", "audio/x-ms-wma", "-c:a", "wmav2", "-b:a", "32k")
    plain("plain.ac3", "AC-3", "audio/ac3", "-c:a", "ac3", "-b:a", "64k")
    plain("plain.wv", "WavPack", "audio/x-wavpack", "-ar", 8000, "-c:a", "wavpack")
    plain("plain.caf", "Core Audio", "audio/x-caf", "-ar", 8000, "-c:a", "pcm_s16be")


def picture_block(jpeg, width, height):
    """A FLAC picture of a front cover (RFC 9639, section 8.8)."""
    mime = b"image/jpeg"
    return (struct.pack(">II", 3, len(mime)) + mime + struct.pack(">I", 0)
            + struct.pack(">IIIII", width, height, 24, 0, len(jpeg)) + jpeg)
