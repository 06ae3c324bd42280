"""recognised: the fewest bytes of formats that are told by name alone, as their specifications give them."""

import struct

import other

NOTHING = "no-preview|error corrupt"


def make(shop):
    def add(name, shows, mime, content, expected="no-preview", size=None, **facts):
        shop.add(f"recognised/{name}", shows, mime, size, content, expected=expected, **facts)

    sounds(add)
    archives(add)
    programs(add)
    data(add)
    texts(add)
    films(add)
    packages(add)
    cameras(add)
    pictures(add)


def sounds(add):
    add("speech.amr", "AMR, one silent frame", "audio/amr", b"#!AMR\n" + b"\x7c" + bytes(0), NOTHING)
    add("speech.awb", "AMR of the wide band", "audio/amr-wb", b"#!AMR-WB\n" + b"\x7c", NOTHING)
    add("sound.au", "Sun's sound", "audio/basic", b".snd" + struct.pack(">5I", 24, 0, 1, 8000, 1), NOTHING)
    add("sound.dff", "DSDIFF", "audio/x-dff", b"FRM8" + struct.pack(">Q", 4) + b"DSD ", NOTHING)
    add(
        "sound.dsf",
        "DSF, two channels",
        "audio/x-dsf",
        b"DSD "
        + struct.pack("<3Q", 28, 92, 0)
        + b"fmt "
        + struct.pack("<Q6IQ2I", 52, 1, 0, 2, 2, 2822400, 1, 2822400, 4096, 0)
        + b"data"
        + struct.pack("<Q", 12),
        NOTHING,
    )
    ape = struct.pack("<HHIIIIII16s", 3990, 0, 52, 24, 0, 0, 0, 0, bytes(16))
    ape += struct.pack("<HHIIIHHI", 2000, 0, 73728, 1000, 1, 16, 1, 8000)
    add("sound.ape", "Monkey's Audio", "audio/x-ape", b"MAC " + ape, NOTHING)
    add("sound.mpc", "Musepack, version 8", "audio/x-musepack", b"MPCKSH\x0f" + bytes(4) + b"\x08\x9f\x20\x00\x0b\x08", NOTHING)
    add("book.aa", "Audible", "audio/x-pn-audibleaudio", struct.pack(">II", 64, 0x57907536) + bytes(56), NOTHING)
    latm = bytes([0x56, 0xE0, 0x04]) + b"lake"
    add("sound.loas", "AAC in LATM", "audio/aac", latm * 4, NOTHING)
    add("sound.adif", "AAC in ADIF", "audio/aac", b"ADIF" + bytes(60), NOTHING)
    eac3 = struct.pack(">HH", 0x0B77, 31) + b"\x3f\x86\xff" + bytes(57)
    add("sound.eac3", "Enhanced AC-3", "audio/eac3", eac3 * 3, NOTHING)
    ac3 = struct.pack(">H", 0x0B77) + b"\0\0\x00\x40" + bytes(122)
    tag = b"ID3\x04\0\0\0\0\0\x0aPRIV" + struct.pack(">I", 0) + b"\0\0"
    add("tagged.ac3", "AC-3 behind an ID3 tag", "audio/ac3", tag + ac3 * 3, NOTHING)
    for name, shows, mime, content in (
        ("sound.w64", "Wave64", "audio/x-w64", b"riff" + bytes.fromhex("2e91cf11a5d628db04c10000") + bytes(24)),
        ("sound.tta", "True Audio", "audio/x-tta", b"TTA1" + bytes(18)),
        ("sound.dts", "DTS in words of 16 bits", "audio/vnd.dts", bytes.fromhex("7ffe8001") + bytes(92)),
        ("sound.voc", "Creative Voice", "audio/x-voc", b"Creative Voice File\x1a\x1a\0\x0a\x01\x29\x11\0"),
        ("sound.sox", "SoX", "audio/x-sox", b".SoX" + bytes(28)),
        ("sound.mmf", "SMAF", "application/vnd.smaf", b"MMMD" + struct.pack(">I", 8) + b"CNTI" + bytes(4)),
        ("sound.sf", "IRCAM", "audio/x-ircam", bytes.fromhex("64a30200") + bytes(1020)),
        ("sound.ast", "AST of a game console", "audio/x-ast", b"STRM" + bytes(60) + b"BLCK" + bytes(28)),
        ("sound.adx", "ADX", "audio/x-adx", bytes.fromhex("80000024031204020000bb80") + bytes(22) + b"(c)CRI" + bytes(18)),
        ("sound.mlp", "Meridian Lossless Packing", "audio/vnd.dolby.mlp", bytes.fromhex("f0000000f8726fbb") + bytes(24)),
    ):
        add(name, shows, mime, content, NOTHING, kind="audio")
    frame = bytes.fromhex("fffb9064") + bytes(413)
    add("padded.mp3", "MP3 behind zeros", "audio/mpeg", bytes(192) + frame * 4, NOTHING)


def archives(add):
    add("archive.rar", "RAR 5", "application/vnd.rar", b"Rar!\x1a\x07\x01\0" + bytes(20))
    add("archive-1.4.rar", "RAR 1.4", "application/vnd.rar", b"RE~^" + struct.pack("<HB", 7, 0))
    add("archive.7z", "7z without files", "application/x-7z-compressed", b"7z\xbc\xaf\x27\x1c\0\4" + bytes(24))
    add("text.zst", "Zstandard", "application/zstd", bytes.fromhex("28b52ffd2005290000") + b"lake\n")
    add("text.lz", "lzip", "application/x-lzip", b"LZIP\x01\x0c" + bytes(30))
    add("empty.bz2", "bzip2 of nothing", "application/x-bzip2", bytes.fromhex("425a683917724538509000000000"))
    add("archive.cpio", "cpio, text form", "application/x-cpio", b"070701" + b"0" * 104)
    add("archive.a", "ar", "application/x-archive", b"!<arch>\n")
    add("archive.cab", "a cabinet", "application/vnd.ms-cab-compressed", b"MSCF" + bytes(32))
    add("archive.lzh", "LHa", "application/x-lzh-compressed", b"\x16\x00-lh0-" + bytes(20))
    disc = bytearray(36 << 10)
    disc[0:2] = b"ER"
    disc[32768:32775] = b"\x01CD001\x01"
    add("disc.iso", "ISO 9660 behind another map", "application/x-iso9660-image", bytes(disc))


def programs(add):
    kinds = {1: ("part.elf", "application/x-object"), 3: ("library.so", "application/x-sharedlib")}
    for kind, (name, mime) in kinds.items():
        add(name, "ELF", mime, b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHI", kind, 62, 1) + bytes(40))
    add("library.dylib", "Mach-O", "application/x-mach-binary", bytes.fromhex("cffaedfe07000001") + bytes(24))
    add("Lake.class", "a class of Java", "application/java-vm", bytes.fromhex("cafebabe00000034") + bytes(8))
    add("lake.exe", "a program of Windows", "application/vnd.microsoft.portable-executable", b"MZ" + bytes(62))


def data(add):
    add("lake.sqlite", "SQLite", "application/vnd.sqlite3", b"SQLite format 3\0" + bytes(84))
    add("lake.h5", "HDF5", "application/x-hdf5", b"\x89HDF\r\n\x1a\n" + bytes(40))
    add("lake.pcap", "captured packets", "application/vnd.tcpdump.pcap", struct.pack("<IHHIIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
    add("lake.pcapng", "captured packets, newer", "application/x-pcapng", struct.pack("<IIIHHqI", 0x0A0D0D0A, 28, 0x1A2B3C4D, 1, 0, -1, 28))
    add("lake.torrent", "a torrent", "application/x-bittorrent", b"d8:announce19:http://example.org/4:infod4:name4:lakeee")
    add("lake.swf", "Flash", "application/x-shockwave-flash", b"FWS\x05" + struct.pack("<I", 21) + bytes(13))
    add("lake.icc", "a colour profile", "application/vnd.iccprofile", struct.pack(">I", 128) + bytes(32) + b"acsp" + bytes(88))
    add("book.mobi", "a book for the Kindle", "application/x-mobipocket-ebook", b"lake" + bytes(56) + b"BOOKMOBI" + bytes(12), kind="document")
    metrics = bytearray(117)
    struct.pack_into("<HI", metrics, 0, 0x0100, 117)
    struct.pack_into("<H", metrics, 66, 0x81)
    add("lake.pfm", "metrics of a PostScript font", "application/x-font-pfm", bytes(metrics))
    for name, mark, mime in (
        ("lake.ttf", b"\0\1\0\0\0\x01", "font/ttf"),
        ("lake.otf", b"OTTO\0\x01", "font/otf"),
        ("lake.ttc", b"ttcf\0\1\0\0", "font/collection"),
        ("lake.woff", b"wOFF\0\1\0\0", "font/woff"),
        ("lake.woff2", b"wOF2\0\1\0\0", "font/woff2"),
        ("lake.eot", bytes(8) + struct.pack("<I", 0x20001) + bytes(22) + b"LP", "application/vnd.ms-fontobject"),
    ):
        add(name, "the front of a font", mime, mark + bytes(30))
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16) + struct.pack("<5H", 0x3E, 3, 0xFFFE, 9, 6)
    head += bytes(10) + struct.pack("<6I", 1, 1, 0, 4096, 0xFFFFFFFE, 0) + struct.pack("<3I", 0xFFFFFFFE, 0, 0)
    head += b"\xff" * (512 - len(head))

    def entry(name):
        letters = (name + "\0").encode("utf-16-le") if name else b""
        return letters + bytes(64 - len(letters)) + struct.pack("<H", len(letters)) + bytes(62)

    table = struct.pack("<2I", 0xFFFFFFFD, 0xFFFFFFFE) + b"\xff" * 504
    names = (("letter.doc", "WordDocument", "application/msword"), ("sheet.xls", "Workbook", "application/vnd.ms-excel"))
    for name, stream, mime in names:
        directory = entry("Root Entry") + entry(stream) + entry("") * 2
        add(name, "a compound file", mime, head + table + directory, kind="document")


def texts(add):
    def text(name, shows, mime, words):
        add(name, shows, mime, words.encode(), kind="document")

    text("card.vcf", "a visiting card", "text/vcard", "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Lake\r\nEND:VCARD\r\n")
    text("evening.ics", "a calendar", "text/calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n")
    text("lake.vtt", "subtitles", "text/vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nA lake.\n")
    text("lake.eml", "a message", "message/rfc822", "From: a@example.org\r\nTo: b@example.org\r\nSubject: Lake\r\n\r\nEvening.\r\n")
    side = '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"></x:xmpmeta>'
    text("lake.xmp", "a side file", "application/rdf+xml", side)
    add("lake-utf-16.xmp", "a side file in UTF-16", "application/rdf+xml", b"\xff\xfe" + side.encode("utf-16-le"), kind="document")
    words = "Ein See am Abend, dar\u00fcber ein Ballon.\n"
    add("utf-32-le.txt", "UTF-32 text, little end first", "text/plain", b"\xff\xfe\0\0" + words.encode("utf-32-le"), kind="document")
    add("utf-32-be.txt", "UTF-32 text, big end first", "text/plain", b"\0\0\xfe\xff" + words.encode("utf-32-be"), kind="document")
    text("numbers.json", "a list of numbers", "application/json", "[\n  0,\n  1.5,\n  -2e3\n]\n")


def films(add):
    add("film.wtv", "recorded television", "video/x-ms-wtv", bytes.fromhex("b7d800203749da11") + bytes(56), NOTHING)
    add("film.gxf", "GXF, the leader of a map", "application/gxf", bytes.fromhex("0000000001bc") + bytes(58), NOTHING, kind="video")
    add("film.r3d", "RED's video", "video/x-red-r3d", struct.pack(">I", 64) + b"RED2" + bytes(56), NOTHING)
    add("film.rm", "RealMedia, one chunk", "application/vnd.rn-realmedia", b".RMF" + struct.pack(">IHII", 18, 0, 0, 0), NOTHING, kind="video")
    add("sound.ra", "RealAudio", "audio/x-pn-realaudio", b".ra\xfd" + bytes(60), NOTHING)
    fli = struct.pack("<IHHHHHHI", 128, 0xAF12, 1, 300, 200, 8, 3, 40) + bytes(108)
    add("film.flc", "FLC without frames", "video/x-fli", fli, NOTHING, (300, 200))
    film = brands(b"3g2a")
    add("film.3g2", "3GPP2 without tracks", "video/3gpp2", film, NOTHING)
    add("film.mj2", "Motion JPEG 2000 without tracks", "video/mj2", JP2 + brands(b"mjp2"), NOTHING)


JP2 = struct.pack(">I4sI", 12, b"jP  ", 0x0D0A870A)


def brands(brand):
    return struct.pack(">I4s4sI4s", 20, b"ftyp", brand, 0, brand)


def packages(add):
    add("lake.apk", "a package for Android", "application/vnd.android.package-archive", other.zipped([("AndroidManifest.xml", b"\x03\0")]))
    drawing = other.zipped([("[Content_Types].xml", b"<Types/>"), ("visio/document.xml", b"<a/>")])
    add("lake.vsdx", "a drawing of Visio", "application/vnd.ms-visio.drawing.main+xml", drawing, kind="document")


def sensor(make, model, magic=b"II*\0", front=b"", photometric=32803):
    """A TIFF whose one directory says that samples of a sensor of 300 by 200 lie behind it; none do."""
    words = [make.encode() + b"\0", model.encode() + b"\0"]
    place = 8 + len(front)
    fields = [(256, 4, 300), (257, 4, 200), (258, 3, 16), (259, 3, 1), (262, 3, photometric), (277, 3, 1)]
    texts = place + 2 + 12 * (len(fields) + 2) + 4
    fields += [(271, 2, texts), (272, 2, texts + len(words[0]))]
    body = struct.pack("<H", len(fields))
    for tag, kind, value in sorted(fields):
        count = len(words[tag - 271]) if kind == 2 else 1
        body += struct.pack("<HHII", tag, kind, count, value)
    return magic + struct.pack("<I", place) + front + body + bytes(4) + b"".join(words)


def cameras(add):
    for ending, mime, make, model in (
        ("nef", "image/x-nikon-nef", "NIKON CORPORATION", "NIKON D70"),
        ("nrw", "image/x-nikon-nrw", "NIKON", "COOLPIX P7000"),
        ("arw", "image/x-sony-arw", "SONY", "ILCE-7M3"),
        ("sr2", "image/x-sony-sr2", "SONY", "DSC-R1"),
        ("pef", "image/x-pentax-pef", "PENTAX", "PENTAX K-5"),
        ("srw", "image/x-samsung-srw", "SAMSUNG", "NX1"),
        ("3fr", "image/x-hasselblad-3fr", "Hasselblad", "H3D"),
        ("dcr", "image/x-kodak-dcr", "EASTMAN KODAK COMPANY", "DCS Pro 14N"),
        ("kdc", "image/x-kodak-kdc", "EASTMAN KODAK COMPANY", "P880"),
        ("erf", "image/x-epson-erf", "SEIKO EPSON CORP.", "R-D1"),
        ("mef", "image/x-mamiya-mef", "Mamiya-OP Co.,Ltd.", "ZD"),
        ("mos", "image/x-leaf-mos", "Leaf", "Aptus 22"),
    ):
        add(f"camera.{ending}", f"a directory of {make}, no picture", mime, sensor(make, model), NOTHING, (300, 200))
    canon = sensor("Canon", "Canon EOS 5D", front=b"CR\2\0" + bytes(4))
    add("camera.cr2", "a directory of Canon, no picture", "image/x-canon-cr2", canon, NOTHING, (300, 200))
    phase = sensor("Phase One", "P 45", front=b"IIII" + bytes(4))
    add("camera.iiq", "a directory of Phase One, no picture", "image/x-phaseone-iiq", phase, NOTHING, (300, 200))


def pictures(add):
    def head(name, shows, mime, content, size=None):
        add(name, shows, mime, content, NOTHING, size)

    head("items.heif", "HEIF without items", "image/heif", brands(b"mif1"))
    head("frames.heics", "HEIC sequence without tracks", "image/heic-sequence", brands(b"hevc"))
    head("frames.heifs", "HEIF sequence without tracks", "image/heif-sequence", brands(b"msf1"))
    for brand, mime in ((b"jpx ", "image/jpx"), (b"jpm ", "image/jpm"), (b"jph ", "image/jph")):
        name = brand.decode().strip()
        head(f"boxes.{name}", "JPEG 2000 boxes without a picture", mime, JP2 + brands(brand))
    jng = bytes.fromhex("8b4a4e470d0a1a0a") + struct.pack(">I4sII", 16, b"JHDR", 300, 200) + bytes(30)
    head("head.jng", "JNG, its header", "image/x-jng", jng, (300, 200))
    head("head.nie", "a naive image, its header", "image/nie", bytes.fromhex("6ec3af45ff626e34") + struct.pack("<II", 300, 200), (300, 200))
    head("head.nii", "a naive image index", "image/nii", bytes.fromhex("6ec3af49ff626e34") + struct.pack("<II", 300, 200), (300, 200))
    head("head.lfp", "a light field picture, its header", "image/x-lytro-lfp", bytes.fromhex("894c46500d0a1a0a") + bytes(24))
    labels = [0.0] * 256
    labels[0:2], labels[4], labels[11], labels[12], labels[21], labels[22] = [1.0, 200.0], 1.0, 300.0, 1.0, 1200.0, 1200.0
    head("head.spi", "SPIDER, its header", "image/x-spider", struct.pack(">256f", *labels)[:1024], (300, 200))
