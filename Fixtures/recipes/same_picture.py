"""same-picture: the one picture in every still format that can be written, and the truth beside it."""

import drawing
import heif
import icc
import isobmff
import jpeg
import tiff
import vector
import writers

SIZE = (240, 180)
FOLDER = "same-picture/colour"


# Formats without compression show the picture at half its size, to keep the files small.
HALF, THIRD = (120, 90), (80, 60)


def make(shop):
    colour, half = drawing.picture(*SIZE), drawing.picture(*HALF)
    alpha, grey = drawing.translucent(half), drawing.grey(colour)
    sources = {
        "rgb": shop.keep("rgb.png", writers.png(colour)),
        "rgb16": shop.keep("rgb16.png", writers.png(colour, bits=16)),
        "alpha": shop.keep("alpha.png", writers.png(alpha)),
        "grey": shop.keep("grey.png", writers.png(grey)),
        "half": shop.keep("half.png", writers.png(half)),
        "third": shop.keep("third.png", writers.png(drawing.picture(*THIRD))),
    }

    def still(ending, shows, mime, program, *words, size=SIZE, **facts):
        shop.encoded(f"{FOLDER}{ending}", shows, mime, size, program, *words, **facts)

    def own(ending, shows, mime, content, by, size=SIZE, **facts):
        shop.add(f"{FOLDER}{ending}", shows, mime, size, content, by=by, **facts)

    portable_maps(own, colour, alpha, grey)
    jpegs(shop, still, own, sources, colour, half)
    pngs_and_gifs(shop, still, sources)
    webps(shop, still, sources)
    tiffs(shop, still, own, sources, colour, half)
    bitmaps_and_icons(still, own, sources, colour, half, grey)
    high_efficiency(shop, still, own, sources, colour)
    wavelets_and_kin(shop, still, own, sources)
    floats(shop, still, sources)
    drawings_and_documents(shop, own)
    others(still, own, sources, colour, half)


def portable_maps(own, colour, alpha, grey):
    own(".ppm", "the truth: 8-bit RGB without loss", "image/x-portable-pixmap", writers.ppm(colour), "writers.ppm")
    own("-alpha.pam", "the truth with alpha", "image/x-portable-arbitrarymap", writers.pam(alpha), "writers.pam",
        size=HALF)
    own(".pgm", "the truth in grey", "image/x-portable-graymap", writers.pgm(grey), "writers.pgm")


def jpegs(shop, still, own, sources, colour, half):
    rgb, grey = sources["rgb"], sources["grey"]
    save = ("vips", "jpegsave", rgb, "{}", "--strip", "--Q", 90)
    still(".jpg", "baseline JPEG, 4:2:0", "image/jpeg", *save, "--subsample-mode", "on")
    still("-444.jpg", "baseline JPEG, 4:4:4", "image/jpeg", *save, "--subsample-mode", "off")
    still("-422.jpg", "baseline JPEG, 4:2:2", "image/jpeg", "ffmpeg", "-i", rgb, "-vf", "format=yuvj422p", "-q:v", 3,
          "{}")
    still("-restart.jpg", "baseline JPEG with restart markers", "image/jpeg", *save, "--subsample-mode", "on",
          "--restart-interval", 4)
    still("-progressive.jpg", "progressive JPEG, 4:2:0", "image/jpeg", *save, "--subsample-mode", "on", "--interlace")
    still("-progressive-444.jpg", "progressive JPEG, 4:4:4", "image/jpeg", *save, "--interlace", "--subsample-mode",
          "off")
    still("-grey.jpg", "grey JPEG", "image/jpeg", "vips", "jpegsave", grey, "{}", "--strip", "--Q", 90)
    baseline = shop.root / f"{FOLDER}.jpg"
    still("-arithmetic.jpg", "sequential JPEG with arithmetic coding", "image/jpeg", "jpegtran", "-arithmetic",
          "-outfile", "{}", baseline)
    scans = shop.keep("scans.txt", b"0;\n1;\n2;\n")
    still("-multiscan.jpg", "baseline JPEG, a scan a component", "image/jpeg", "jpegtran", "-scans", scans, "-outfile",
          "{}", baseline)
    truth = shop.root / f"{FOLDER}.ppm"
    still("-rgb.jpg", "baseline JPEG of RGB components", "image/jpeg", "cjpeg", "-rgb", "-quality", 90, "-outfile", "{}",
          truth)
    still("-lossless.jpg", "lossless JPEG (SOF3)", "image/jpeg", "ffmpeg", "-i", sources["half"], "-vf", "format=bgr24",
          "-c:v", "ljpeg", "-f", "image2", "-update", 1, "{}", size=HALF, expected="ok|error unsupported")
    still("-p3.jpg", "JPEG in Display P3 with its profile", "image/jpeg", "vips", "icc_transform", rgb,
          "{}", "p3", "--input-profile", "srgb")
    swapped = colour.mapped(3, lambda r, g, b: (g, b, r))
    rotated = shop.keep("rotated.ppm", writers.ppm(swapped))
    content = shop.produced("rotated.jpg", "cjpeg", "-quality", 90, "-sample", "1x1", "-outfile", "{}", rotated)
    own("-swapped-primaries.jpg", "JPEG whose profile names its channels in another order", "image/jpeg",
        jpeg.with_profile(content, icc.swapped_primaries()), "jpeg.with_profile, icc.swapped_primaries")
    four_inks(shop, own, half)


def four_inks(shop, own, half):
    """Inks by a plain rule, with the profile of that rule; without it a reader falls back on its own idea of inks."""
    inks = half.mapped(4, icc.inks_of)
    content = inked_jpeg(shop, inks)
    own("-cmyk.jpg", "CMYK JPEG with an Adobe segment and its own profile", "image/jpeg",
        jpeg.with_profile(content, icc.plain_inks()), "jpeg.with_profile, icc.plain_inks", size=HALF)
    content = inked_jpeg(shop, inks)
    own("-cmyk-untagged.jpg", "CMYK JPEG with an Adobe segment, no profile", "image/jpeg", content, None,
        size=HALF)
    # Adobe stores the luma and the differences of cyan, magenta and yellow as they are and black inverted; the encoder
    # inverts all four channels.
    mixed = inks.mapped(4, lambda c, m, y, k: (*(255 - value for value in writers.luma_and_differences(c, m, y)), k))
    content = jpeg.with_adobe_transform(inked_jpeg(shop, mixed), 2)
    own("-ycck.jpg", "YCCK JPEG with an Adobe segment and its own profile", "image/jpeg",
        jpeg.with_profile(content, icc.plain_inks()), "jpeg.with_adobe_transform, jpeg.with_profile, icc.plain_inks",
        size=HALF)


def inked_jpeg(shop, inks):
    """A JPEG of four channels as they are."""
    raw, loaded = shop.keep("inks.raw", inks.samples), shop.temporary("inks.v")
    shop.run("vips", "rawload", raw, loaded, *inks.size, 4, "--interpretation", "cmyk")
    return shop.produced("inks.jpg", "vips", "jpegsave", loaded, "{}", "--Q", 90, "--strip")


def pngs_and_gifs(shop, still, sources):
    rgb, alpha = sources["rgb"], sources["alpha"]
    save = ("vips", "pngsave", rgb, "{}", "--strip", "--compression", 9)
    still(".png", "PNG, 8 bits", "image/png", *save, "--filter", "all")
    still("-16.png", "PNG, 16 bits", "image/png", "vips", "pngsave", sources["rgb16"], "{}", "--strip", "--compression",
          9, "--filter", "all")
    still("-palette.png", "PNG with a palette", "image/png", *save, "--palette")
    still("-grey.png", "grey PNG", "image/png", "vips", "pngsave", sources["grey"], "{}", "--strip", "--compression", 9)
    still("-interlaced.png", "PNG in seven passes", "image/png", *save, "--interlace", "--filter", "all")
    still("-alpha.png", "PNG with alpha", "image/png", "vips", "pngsave", alpha, "{}", "--strip", "--compression", 9,
          "--filter", "all", size=HALF)
    still(".apng", "animated PNG, 3 frames", "image/apng", "ffmpeg", *moving(shop), "-frames:v", 3, "-plays", 0, "-pred",
          "mixed", "{}")
    still(".gif", "GIF", "image/gif", "vips", "gifsave", rgb, "{}", "--strip")
    still("-interlaced.gif", "interlaced GIF", "image/gif", "vips", "gifsave", rgb, "{}", "--strip", "--interlace")
    still("-alpha.gif", "GIF with a transparent colour", "image/gif", "vips", "gifsave", alpha, "{}", "--strip",
          size=HALF)
    still("-animated.gif", "animated GIF, 3 frames", "image/gif", "ffmpeg", *moving(shop), "-frames:v", 3, "-lavfi",
          "split[a][b];[a]palettegen[p];[b][p]paletteuse", "{}")


def moving(shop):
    """The words that name the moving picture as an input of ffmpeg."""
    count = 12
    frames = b"".join(drawing.frame(drawing.picture(*SIZE), index, count).samples for index in range(count))
    path = shop.temporary("frames.rgb")
    if not path.exists():
        path.write_bytes(frames)
    return ["-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "%dx%d" % SIZE, "-r", str(count), "-i", path]


def webps(shop, still, sources):
    rgb, alpha = sources["rgb"], sources["alpha"]
    still(".webp", "lossy WebP", "image/webp", "ffmpeg", "-i", rgb, "-c:v", "libwebp", "-quality", 85, "{}")
    still("-lossless.webp", "lossless WebP", "image/webp", "ffmpeg", "-i", rgb, "-c:v", "libwebp", "-lossless", 1,
          "{}")
    still("-alpha.webp", "lossy WebP with alpha", "image/webp", "vips", "webpsave", alpha, "{}", "--strip", "--Q", 85,
          size=HALF)
    still("-animated.webp", "animated WebP, 3 frames", "image/webp", "ffmpeg", *moving(shop), "-frames:v", 3, "-c:v",
          "libwebp_anim", "-quality", 85, "-loop", 0, "{}")


def tiffs(shop, still, own, sources, colour, half):
    rgb = sources["rgb"]
    save = ("vips", "tiffsave", rgb, "{}", "--strip")
    own(".tif", "TIFF, 4 strips, uncompressed", "image/tiff", tiff.tiff([tiff.rgb(half, strips=4)]), "tiff.rgb",
        size=HALF)
    own("-big-endian.tif", "TIFF, Motorola byte order, planes apart", "image/tiff",
        tiff.tiff([tiff.rgb(half, strips=3, planar=True)], ">"), "tiff.rgb", size=HALF)
    still("-deflate.tif", "TIFF, deflate with predictor", "image/tiff", *save, "--compression", "deflate", "--predictor",
          "horizontal")
    still("-lzw.tif", "TIFF, LZW with predictor", "image/tiff", *save, "--compression", "lzw", "--predictor",
          "horizontal")
    still("-jpeg.tif", "TIFF, JPEG in strips", "image/tiff", *save, "--compression", "jpeg", "--Q", 90)
    still("-tiled.tif", "TIFF, tiles of 64 by 64", "image/tiff", *save, "--tile", "--tile-width", 64, "--tile-height",
          64, "--compression", "deflate")
    still("-tiled-jpeg.tif", "TIFF, JPEG in tiles, two more levels", "image/tiff", *save, "--tile", "--tile-width", 64,
          "--tile-height", 64, "--compression", "jpeg", "--Q", 90, "--pyramid")
    still("-big.tif", "BigTIFF", "image/tiff", *save, "--bigtiff", "--compression", "deflate", "--predictor",
          "horizontal")
    still("-16.tif", "TIFF, 16 bits", "image/tiff", "vips", "tiffsave", sources["rgb16"], "{}", "--strip",
          "--compression", "deflate", "--predictor", "horizontal")
    shop.run("vips", "colourspace", sources["half"], shop.temporary("lab.v"), "labs")
    still("-lab.tif", "TIFF, CIE Lab of 16 bits", "image/tiff", "vips", "tiffsave", shop.temporary("lab.v"), "{}",
          "--strip", "--compression", "deflate", size=HALF)
    inks = half.mapped(4, icc.inks_of)
    separated = tiff.rgb(inks, strips=4, extra={262: 5, 34675: (tiff.UNDEFINED, icc.plain_inks())})
    own("-cmyk.tif", "TIFF, CMYK with its own profile", "image/tiff", tiff.tiff([separated]), "tiff.rgb, icc.plain_inks",
        size=HALF)


def bitmaps_and_icons(still, own, sources, colour, half, grey):
    own(".bmp", "bitmap, 24 bits", "image/bmp", writers.bmp(colour), "writers.bmp")
    still("-palette.bmp", "bitmap, 8 bits with a palette", "image/bmp", "ffmpeg", "-i", sources["rgb"], "-lavfi",
          "split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse,format=pal8", "{}")
    still("-32.bmp", "bitmap, 32 bits", "image/bmp", "ffmpeg", "-i", sources["half"], "-pix_fmt", "bgra", "{}", size=HALF)
    still("-565.bmp", "bitmap, 16 bits by bit fields", "image/bmp", "ffmpeg", "-i", sources["half"], "-pix_fmt",
          "rgb565le", "{}", size=HALF)
    own("-rle8.bmp", "grey bitmap, run-length coded", "image/bmp", writers.grey_bmp_rle(grey), "writers.grey_bmp_rle")
    own("-top-down.bmp", "bitmap of negative height", "image/bmp", writers.bmp(half, bottom_up=False), "writers.bmp",
        size=HALF)
    own("-os2.bmp", "bitmap with the header of OS/2", "image/bmp", writers.bmp(half, header="core"), "writers.bmp",
        size=HALF)
    small = drawing.picture(32, 24)
    largest = (*SIZE, writers.png(drawing.translucent(colour)))
    own(".ico", "icon: 32 by 24 as bitmap, 240 by 180 as PNG", "image/vnd.microsoft.icon",
        writers.icon([(32, 24, writers.icon_bitmap(small)), largest]), "writers.icon")
    own(".cur", "cursor: 120 by 90 and 32 by 24 as bitmaps", "image/x-win-cursor",
        writers.icon([(*HALF, writers.icon_bitmap(drawing.translucent(half))), (32, 24, writers.icon_bitmap(small))], cursor=True),
        "writers.icon", size=HALF)


def high_efficiency(shop, still, own, sources, colour):
    rgb, alpha = sources["rgb"], sources["alpha"]
    still(".heic", "HEIC, 8 bits", "image/heic", "heif-enc", "-q", 80, "-o", "{}", rgb)
    still("-alpha.heic", "HEIC with an alpha picture", "image/heic", "heif-enc", "-q", 80, "-o", "{}", alpha, size=HALF)
    own("-10.heic", "HEIC, 10 bits", "image/heic", heif.single(shop, colour, "hevc10"), "heif.single")
    own("-grid.heic", "HEIC, a grid of 2 by 2 tiles cropped to the picture", "image/heic",
        heif.grid_of(shop, colour, 128, 96, codec="hevc"), "heif.grid_of")
    save = ("vips", "heifsave", rgb, "{}", "--compression", "av1", "--Q", 70, "--effort", 4, "--strip")
    still(".avif", "AVIF, 8 bits", "image/avif", *save)
    still("-10.avif", "AVIF, 10 bits", "image/avif", "ffmpeg", "-i", rgb, "-vf",
          "scale=out_color_matrix=bt601:out_range=tv:flags=accurate_rnd+full_chroma_int,format=yuv420p10le", "-color_primaries",
          "bt709", "-color_trc", "iec61966-2-1", "-colorspace", "smpte170m", "-c:v", "libaom-av1", "-still-picture", 1,
          "-crf", 18, "-cpu-used", 4, "{}")
    still("-444.avif", "AVIF, 4:4:4", "image/avif", *save, "--subsample-mode", "off")
    still("-alpha.avif", "AVIF with an alpha picture", "image/avif", "vips", "heifsave", alpha, "{}", "--compression",
          "av1", "--Q", 70, "--effort", 4, size=HALF)
    own("-grid.avif", "AVIF, a grid of 2 by 2 tiles cropped to the picture", "image/avif",
        heif.grid_of(shop, colour, 128, 96, codec="av1"), "heif.grid_of")
    still("-sequence.avif", "AVIF sequence, 3 frames", "image/avif", "ffmpeg", *moving(shop), "-frames:v", 3, "-c:v",
          "libaom-av1", "-crf", 24, "-cpu-used", 6, "-pix_fmt", "yuv420p", "{}")


def wavelets_and_kin(shop, still, own, sources):
    rgb = sources["rgb"]
    still(".jxl", "JPEG XL, lossy", "image/jxl", "cjxl", rgb, "{}", "-d", 1, "--quiet")
    still("-lossless.jxl", "JPEG XL, lossless", "image/jxl", "cjxl", rgb, "{}", "-d", 0, "--quiet")
    still("-boxed.jxl", "JPEG XL in boxes", "image/jxl", "cjxl", rgb, "{}", "-d", 1, "--container=1", "--quiet")
    still("-from-jpeg.jxl", "JPEG XL that holds a JPEG", "image/jxl", "cjxl", shop.root / f"{FOLDER}.jpg", "{}",
          "--lossless_jpeg=1", "--quiet")
    still(".jp2", "JPEG 2000 in its file format", "image/jp2", "vips", "jp2ksave", rgb, "{}", "--Q", 40, "--subsample-mode",
          "off")
    boxed = shop.read(f"{FOLDER}.jp2")
    start, end = isobmff.found(boxed, b"jp2c")
    own(".j2k", "JPEG 2000 codestream", "image/j2c", boxed[start + 8 : end], "isobmff.found")


def floats(shop, still, sources):
    def linear(source, ending):
        target = shop.temporary(f"linear{ending}")
        shop.run("vips", "colourspace", sources[source], target, "scrgb")
        return target

    still(".pfm", "portable float map, linear light", "image/x-portable-floatmap", "vips", "copy", linear("third", ".v"),
          "{}", size=THIRD)
    still(".exr", "OpenEXR, linear light, half floats", "image/x-exr", "ffmpeg", "-i", linear("half", ".pfm"),
          "-compression", "zip16", "-format", "half", "{}", size=HALF)
    still(".hdr", "Radiance, linear light", "image/vnd.radiance", "vips", "radsave", linear("half", ".v"), "{}", size=HALF)


def drawings_and_documents(shop, own):
    drawn = vector.svg(*SIZE)
    own(".svg", "vector drawing of the same formulas", "image/svg+xml", drawn, "vector.svg")
    own(".svgz", "the vector drawing inside gzip", "image/svg+xml", writers.gzipped(drawn), "vector.svg")
    page = (*SIZE, shop.read(f"{FOLDER}.jpg"))
    own(".pdf", "a page that is the picture", "application/pdf", writers.pdf([page]), "writers.pdf")


def others(still, own, sources, colour, half):
    rgb, small = sources["rgb"], sources["half"]
    own(".psd", "Photoshop, packed rows", "image/vnd.adobe.photoshop", writers.psd(half, packed=True), "writers.psd",
        size=HALF)
    own("-raw.psd", "Photoshop, raw rows", "image/vnd.adobe.photoshop", writers.psd(half, packed=False),
        "writers.psd", size=HALF)
    still(".tga", "Targa, run-length coded", "image/x-tga", "ffmpeg", "-i", small, "-pix_fmt", "bgr24", "{}", size=HALF)
    still(".pcx", "PCX, 24 bits", "image/vnd.zbrush.pcx", "ffmpeg", "-i", small, "{}", size=HALF)
    still(".sgi", "SGI, run-length coded", "image/sgi", "ffmpeg", "-i", small, "{}", size=HALF)
    still(".ras", "Sun raster, run-length coded", "image/x-sun-raster", "ffmpeg", "-i", small, "-c:v",
          "sunrast", "{}", size=HALF)
    still(".xbm", "X bitmap: black and white", "image/x-xbitmap", "ffmpeg", "-i", small, "-sws_dither", "ed",
          "-pix_fmt", "monow", "{}", size=HALF)
    own(".xpm", "X pixmap of at most 216 colours", "image/x-xpixmap", writers.xpm(half), "writers.xpm", size=HALF)
    still(".qoi", "QOI", "image/qoi", "ffmpeg", "-i", rgb, "-pix_fmt", "rgb24", "{}")
    own(".dds", "DirectDraw surface, uncompressed", "image/vnd.ms-dds", writers.dds(half), "writers.dds", size=HALF)
    own("-dxt1.dds", "DirectDraw surface, DXT1", "image/vnd.ms-dds", writers.dxt1(colour), "writers.dxt1")
    still(".dpx", "DPX, 8 bits", "image/x-dpx", "ffmpeg", "-i", small, "{}", size=HALF)
