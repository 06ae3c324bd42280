"""same-picture: the one picture in every still format that can be written, and the truth beside it."""

import bitmaps
import drawing
import heif
import icc
import isobmff
import jpeg
import tiff
import vector
import writers

SIZE = (240, 180)
# Formats that compress little show the picture at half its size or a third, to keep the files small.
HALF, THIRD = (120, 90), (80, 60)
FOLDER = "same-picture/colour"


class Makers:
    """The two ways to add a file: a command encodes it, or our own code does."""

    def __init__(self, shop):
        self.shop = shop
        self.colour, self.half = drawing.picture(*SIZE), drawing.picture(*HALF)
        self.clear = drawing.translucent(self.half)
        shop.keep("rgb.png", writers.png(self.colour))
        shop.keep("rgb16.png", writers.png(self.colour, bits=16))
        shop.keep("half.png", writers.png(self.half))
        shop.keep("alpha.png", writers.png(self.clear))
        shop.keep("grey.png", writers.png(drawing.grey(self.colour)))

    def still(self, ending, shows, mime, command, size=SIZE, **facts):
        self.shop.encoded(FOLDER + ending, shows, mime, size, command, **facts)

    def own(self, ending, shows, mime, content, by, size=SIZE, **facts):
        self.shop.add(FOLDER + ending, shows, mime, size, content, by=by, **facts)


def make(shop):
    makers = Makers(shop)
    for recipes in (
        portable_maps,
        jpegs,
        profiled_jpegs,
        pngs,
        gifs_and_webps,
        tiffs,
        bitmaps_and_icons,
        rare_bitmaps,
        high_efficiency,
        wavelets_and_kin,
        floats,
        drawings_and_documents,
        others,
    ):
        recipes(shop, makers)


def portable_maps(shop, makers):
    own = makers.own
    own(
        ".ppm",
        "the truth: 8-bit RGB without loss",
        "image/x-portable-pixmap",
        writers.ppm(makers.colour),
        "writers.ppm",
    )
    own(
        "-alpha.pam",
        "the truth with alpha",
        "image/x-portable-arbitrarymap",
        writers.pam(makers.clear),
        "writers.pam",
        HALF,
    )
    own(
        ".pgm",
        "the truth in grey",
        "image/x-portable-graymap",
        writers.pgm(drawing.grey(makers.colour)),
        "writers.pgm",
    )


    half, mime = makers.half, "image/x-portable-pixmap"
    own("-15.ppm", "samples of 0 to 15", mime, writers.ppm(half, most=15), "writers.ppm", HALF)
    own("-1023.ppm", "samples of 0 to 1023", mime, writers.ppm(half, most=1023), "writers.ppm", HALF)


def jpegs(shop, makers):
    still, mime = makers.still, "image/jpeg"
    save = "vips jpegsave rgb.png OUT --strip --Q 90 --subsample-mode"
    still(".jpg", "baseline JPEG, 4:2:0", mime, f"{save} on")
    still("-444.jpg", "baseline JPEG, 4:4:4", mime, f"{save} off")
    still("-422.jpg", "baseline JPEG, 4:2:2", mime, "ffmpeg -i rgb.png -vf format=yuvj422p -q:v 3 OUT")
    still("-restart.jpg", "baseline JPEG with restart markers", mime, f"{save} on --restart-interval 4")
    still("-progressive.jpg", "progressive JPEG, 4:2:0", mime, f"{save} on --interlace")
    still("-progressive-444.jpg", "progressive JPEG, 4:4:4", mime, f"{save} off --interlace")
    still("-grey.jpg", "grey JPEG", mime, "vips jpegsave grey.png OUT --strip --Q 90")
    baseline = f"$fixtures/{FOLDER}.jpg"
    still(
        "-arithmetic.jpg",
        "sequential JPEG with arithmetic coding",
        mime,
        f"jpegtran -arithmetic -outfile OUT {baseline}",
    )
    shop.keep("scans.txt", b"0;\n1;\n2;\n")
    still(
        "-multiscan.jpg",
        "baseline JPEG, a scan a component",
        mime,
        f"jpegtran -scans scans.txt -outfile OUT {baseline}",
    )
    still(
        "-rgb.jpg",
        "baseline JPEG of RGB components",
        mime,
        f"cjpeg -rgb -quality 90 -outfile OUT $fixtures/{FOLDER}.ppm",
    )
    still(
        "-lossless.jpg",
        "lossless JPEG (SOF3)",
        mime,
        "ffmpeg -i half.png -vf format=bgr24 -c:v ljpeg -f image2 -update 1 OUT",
        HALF,
        expected="ok|error unsupported",
    )


def profiled_jpegs(shop, makers):
    own, mime = makers.own, "image/jpeg"
    makers.still(
        "-p3.jpg",
        "JPEG in Display P3 with its profile",
        mime,
        "vips icc_transform rgb.png OUT[Q=90] p3 --input-profile srgb",
    )
    shop.keep("swapped.ppm", writers.ppm(makers.colour.mapped(3, lambda r, g, b: (g, b, r))))
    content = shop.produced("cjpeg -quality 90 -sample 1x1 -outfile OUT swapped.ppm")
    own(
        "-swapped-primaries.jpg",
        "JPEG whose profile names its channels in another order",
        mime,
        jpeg.with_profile(content, icc.swapped_primaries()),
        "jpeg.with_profile, icc.swapped_primaries",
    )

    # Inks by a plain rule, with the profile of that rule; without it a reader falls back on its own idea of inks.
    inks, profile = makers.half.mapped(4, icc.inks_of), icc.plain_inks()
    content = inked_jpeg(shop, inks)
    own(
        "-cmyk.jpg",
        "CMYK JPEG with an Adobe segment and its own profile",
        mime,
        jpeg.with_profile(content, profile),
        "jpeg.with_profile, icc.plain_inks",
        HALF,
    )
    content = inked_jpeg(shop, inks)
    own("-cmyk-untagged.jpg", "CMYK JPEG with an Adobe segment, no profile", mime, content, None, HALF)
    # Adobe stores the luma and the differences of cyan, magenta and yellow as they are and black inverted; the
    # encoder inverts all four channels.
    mixed = inks.mapped(4, lambda c, m, y, k: (*(255 - value for value in writers.luma_and_differences(c, m, y)), k))
    content = jpeg.with_adobe_transform(inked_jpeg(shop, mixed), 2)
    own(
        "-ycck.jpg",
        "YCCK JPEG with an Adobe segment and its own profile",
        mime,
        jpeg.with_profile(content, profile),
        "jpeg.with_adobe_transform, jpeg.with_profile, icc.plain_inks",
        HALF,
    )


def inked_jpeg(shop, inks):
    """A JPEG of four channels as they are."""
    shop.keep("inks.raw", inks.samples)
    shop.run("vips rawload inks.raw inks.v {} {} 4 --interpretation cmyk".format(*inks.size))
    return shop.produced("vips jpegsave inks.v OUT --Q 90 --strip")


def pngs(shop, makers):
    still, mime = makers.still, "image/png"
    save = "OUT --strip --compression 9 --filter all"
    still(".png", "PNG, 8 bits", mime, f"vips pngsave rgb.png {save}")
    still("-16.png", "PNG, 16 bits", mime, f"vips pngsave rgb16.png {save}")
    still("-palette.png", "PNG with a palette", mime, "vips pngsave rgb.png OUT --strip --compression 9 --palette")
    still("-grey.png", "grey PNG", mime, f"vips pngsave grey.png {save}")
    still("-interlaced.png", "PNG in seven passes", mime, f"vips pngsave rgb.png {save} --interlace")
    light = [divmod(round(icc.linear(level / 255) * 65535), 256) for level in range(256)]
    makers.own(
        "-linear.png",
        "PNG, 16 bits of linear light, as its gamma says",
        mime,
        writers.png(makers.half, bits=16, wide=light, chunks=[(b"gAMA", (100000).to_bytes(4, "big"))]),
        "writers.png",
        HALF,
    )
    still("-alpha.png", "PNG with alpha", mime, f"vips pngsave alpha.png {save}", HALF)
    still(
        ".apng", "animated PNG, 3 frames", "image/apng", f"ffmpeg {moving(shop)} -frames:v 3 -plays 0 -pred mixed OUT"
    )


def moving(shop, count=12):
    """The words that name the moving picture as an input of ffmpeg."""
    frames = (drawing.frame(drawing.picture(*SIZE), index, count).samples for index in range(count))
    shop.keep("frames.rgb", b"".join(frames))
    return "-f rawvideo -pix_fmt rgb24 -s {}x{} -r {} -i frames.rgb".format(*SIZE, count)


def gifs_and_webps(shop, makers):
    still, mime = makers.still, "image/gif"
    still(".gif", "GIF", mime, "vips gifsave rgb.png OUT --strip")
    still("-interlaced.gif", "interlaced GIF", mime, "vips gifsave rgb.png OUT --strip --interlace")
    still("-alpha.gif", "GIF with a transparent colour", mime, "vips gifsave alpha.png OUT --strip", HALF)
    still(
        "-animated.gif",
        "animated GIF, 3 frames",
        mime,
        f"ffmpeg {moving(shop)} -frames:v 3 -lavfi 'split[a][b];[a]palettegen[p];[b][p]paletteuse' OUT",
    )
    mime = "image/webp"
    still(".webp", "lossy WebP", mime, "ffmpeg -i rgb.png -c:v libwebp -quality 85 OUT")
    still("-lossless.webp", "lossless WebP", mime, "ffmpeg -i rgb.png -c:v libwebp -lossless 1 OUT")
    still("-alpha.webp", "lossy WebP with alpha", mime, "vips webpsave alpha.png OUT --strip --Q 85", HALF)
    still(
        "-animated.webp",
        "animated WebP, 3 frames",
        mime,
        f"ffmpeg {moving(shop)} -frames:v 3 -c:v libwebp_anim -quality 85 -loop 0 OUT",
    )


def tiffs(shop, makers):
    still, own, half, mime = makers.still, makers.own, makers.half, "image/tiff"
    own(".tif", "TIFF, 4 strips, uncompressed", mime, tiff.tiff([tiff.rgb(half, strips=4)]), "tiff.rgb", HALF)
    own(
        "-big-endian.tif",
        "TIFF, Motorola byte order, planes apart",
        mime,
        tiff.tiff([tiff.rgb(half, strips=3, planar=True)], ">"),
        "tiff.rgb",
        HALF,
    )
    save, predicted = "vips tiffsave rgb.png OUT --strip", "--predictor horizontal"
    tiles = "--tile --tile-width 64 --tile-height 64"
    still("-deflate.tif", "TIFF, deflate with predictor", mime, f"{save} --compression deflate {predicted}")
    still("-lzw.tif", "TIFF, LZW with predictor", mime, f"{save} --compression lzw {predicted}")
    still("-jpeg.tif", "TIFF, JPEG in strips", mime, f"{save} --compression jpeg --Q 90")
    still("-tiled.tif", "TIFF, tiles of 64 by 64", mime, f"{save} {tiles} --compression deflate")
    still(
        "-tiled-jpeg.tif",
        "TIFF, JPEG in tiles, two more levels",
        mime,
        f"{save} {tiles} --compression jpeg --Q 90 --pyramid",
    )
    still("-big.tif", "BigTIFF", mime, f"{save} --bigtiff --compression deflate {predicted}")
    still("-16.tif", "TIFF, 16 bits", mime, f"vips tiffsave rgb16.png OUT --strip --compression deflate {predicted}")
    shop.run("vips colourspace half.png lab.v labs")
    still("-lab.tif", "TIFF, CIE Lab of 16 bits", mime, "vips tiffsave lab.v OUT --strip --compression deflate", HALF)
    profile = {262: 5, 34675: (tiff.UNDEFINED, icc.plain_inks())}
    own(
        "-cmyk.tif",
        "TIFF, CMYK with its own profile",
        mime,
        tiff.tiff([tiff.rgb(half.mapped(4, icc.inks_of), strips=4, extra=profile)]),
        "tiff.rgb, icc.plain_inks",
        HALF,
    )


def rare_bitmaps(shop, makers):
    mime, third = "image/bmp", drawing.picture(*THIRD)
    clear = drawing.translucent(third)

    def own(ending, shows, content, by):
        makers.own(ending, shows, mime, content, f"bitmaps.{by}", THIRD)

    channels = (0xFF000000, 0xFF0000, 0xFF00, 0xFF)
    own("-masks-alpha.bmp", "bitmap, 32 bits by masks, with alpha", bitmaps.masked(clear, 32, channels), "masked")
    tenths = (0x3FF00000, 0xFFC00, 0x3FF)
    own("-1010102.bmp", "bitmap, 10 bits a channel", bitmaps.masked(third, 32, tenths), "masked")
    without = third.mapped(4, lambda r, g, b: (r, g, b, 0))
    own(
        "-unused-mask.bmp",
        "bitmap with a mask for alpha that is zero everywhere",
        bitmaps.masked(without, 32, (0xFF0000, 0xFF00, 0xFF, 0xFF000000)),
        "masked",
    )
    own(
        "-masks-behind.bmp",
        "bitmap, masks behind a header of 40 bytes",
        bitmaps.masked(third, 32, (0xFF00, 0xFF0000, 0xFF000000), length=40),
        "masked",
    )
    own("-unmarked.bmp", "bitmap, 32 bits of which 8 mean nothing", bitmaps.unmarked(third), "unmarked")
    grey = drawing.grey(third)
    own("-grey-os2-16.bmp", "bitmap with a header of 16 bytes", bitmaps.short_header(grey), "short_header")
    own("-grey-rle4.bmp", "bitmap, sixteen greys in runs", bitmaps.runs_of_nibbles(grey), "runs_of_nibbles")
    own("-rle24.bmp", "bitmap, 24 bits in runs", bitmaps.runs_of_triples(third), "runs_of_triples")
    jpeg_bytes = shop.produced("vips jpegsave half.png OUT --strip --Q 90", "wrapped.jpg")
    makers.own(
        "-jpeg.bmp", "a JPEG as a bitmap", mime, bitmaps.wrapped(HALF, jpeg_bytes, 4), "bitmaps.wrapped", HALF
    )
    png_bytes = writers.png(third)
    own("-png.bmp", "a PNG as a bitmap", bitmaps.wrapped(THIRD, png_bytes, 5), "wrapped")


def bitmaps_and_icons(shop, makers):
    still, own, half, mime = makers.still, makers.own, makers.half, "image/bmp"
    own(".bmp", "bitmap, 24 bits", mime, writers.bmp(half), "writers.bmp", HALF)
    still(
        "-palette.bmp",
        "bitmap, 8 bits with a palette",
        mime,
        "ffmpeg -i half.png -lavfi "
        "'split[a][b];[a]palettegen=reserve_transparent=0[p];[b][p]paletteuse,format=pal8' OUT",
        HALF,
    )
    still("-32.bmp", "bitmap, 32 bits", mime, "ffmpeg -i half.png -pix_fmt bgra OUT", HALF)
    still("-565.bmp", "bitmap, 16 bits by bit fields", mime, "ffmpeg -i half.png -pix_fmt rgb565le OUT", HALF)
    own(
        "-rle8.bmp",
        "grey bitmap, run-length coded",
        mime,
        writers.grey_bmp_rle(drawing.grey(half)),
        "writers.grey_bmp_rle",
        HALF,
    )
    own("-top-down.bmp", "bitmap of negative height", mime, writers.bmp(half, bottom_up=False), "writers.bmp", HALF)
    own("-os2.bmp", "bitmap with the header of OS/2", mime, writers.bmp(half, header="core"), "writers.bmp", HALF)
    small = drawing.picture(32, 24)
    first = (*small.size, writers.icon_bitmap(small))
    largest = (*SIZE, writers.png(drawing.translucent(makers.colour)))
    own(
        ".ico",
        "icon: 32 by 24 as bitmap, 240 by 180 as PNG",
        "image/vnd.microsoft.icon",
        writers.icon([first, largest]),
        "writers.icon",
    )
    largest = (*HALF, writers.icon_bitmap(makers.clear))
    own(
        ".cur",
        "cursor: 120 by 90 and 32 by 24 as bitmaps",
        "image/x-win-cursor",
        writers.icon([largest, first], cursor=True),
        "writers.icon",
        HALF,
    )


def high_efficiency(shop, makers):
    still, own, colour = makers.still, makers.own, makers.colour
    mime, tiles = "image/heic", "a grid of 2 by 2 tiles cropped to the picture"
    still(".heic", "HEIC, 8 bits", mime, "heif-enc -q 80 -o OUT rgb.png")
    still("-alpha.heic", "HEIC with an alpha picture", mime, "heif-enc -q 80 -o OUT alpha.png", HALF)
    own("-10.heic", "HEIC, 10 bits", mime, heif.single(shop, colour, "hevc10"), "heif.single")
    own("-grid.heic", f"HEIC, {tiles}", mime, heif.grid_of(shop, colour, 128, 96, codec="hevc"), "heif.grid_of")
    mime, save = "image/avif", "OUT --compression av1 --Q 70 --effort 4"
    still(".avif", "AVIF, 8 bits", mime, f"vips heifsave rgb.png {save} --strip")
    still("-444.avif", "AVIF, 4:4:4", mime, f"vips heifsave rgb.png {save} --strip --subsample-mode off")
    still("-alpha.avif", "AVIF with an alpha picture", mime, f"vips heifsave alpha.png {save}", HALF)
    still(
        "-10.avif",
        "AVIF, 10 bits",
        mime,
        "ffmpeg -i rgb.png -vf scale=out_color_matrix=bt601:out_range=tv:flags=accurate_rnd+full_chroma_int,"
        "format=yuv420p10le -color_primaries bt709 -color_trc iec61966-2-1 -colorspace smpte170m -c:v libaom-av1"
        " -still-picture 1 -crf 18 -cpu-used 4 OUT",
    )
    own("-grid.avif", f"AVIF, {tiles}", mime, heif.grid_of(shop, colour, 128, 96, codec="av1"), "heif.grid_of")
    still(
        "-sequence.avif",
        "AVIF sequence, 3 frames",
        mime,
        f"ffmpeg {moving(shop)} -frames:v 3 -c:v libaom-av1 -crf 24 -cpu-used 6 -pix_fmt yuv420p OUT",
    )


def wavelets_and_kin(shop, makers):
    still, mime = makers.still, "image/jxl"
    still(".jxl", "JPEG XL, lossy", mime, "cjxl rgb.png OUT -d 1 --quiet")
    still("-lossless.jxl", "JPEG XL, lossless", mime, "cjxl rgb.png OUT -d 0 --quiet")
    still("-boxed.jxl", "JPEG XL in boxes", mime, "cjxl rgb.png OUT -d 1 --container=1 --quiet")
    still(
        "-from-jpeg.jxl",
        "JPEG XL that holds a JPEG",
        mime,
        f"cjxl $fixtures/{FOLDER}.jpg OUT --lossless_jpeg=1 --quiet",
    )
    still(
        ".jp2", "JPEG 2000 in its file format", "image/jp2", "vips jp2ksave rgb.png OUT --Q 40 --subsample-mode off"
    )
    boxed = shop.read(f"{FOLDER}.jp2")
    start, end = isobmff.found(boxed, b"jp2c")
    makers.own(".j2k", "JPEG 2000 codestream", "image/j2c", boxed[start + 8 : end], "isobmff.found")


def floats(shop, makers):
    still, half = makers.still, makers.half
    makers.own(
        ".pfm",
        "portable float map, linear light, rows from bottom to top",
        "image/x-portable-floatmap",
        writers.pfm(drawing.picture(*THIRD)),
        "writers.pfm",
        THIRD,
    )
    # FFmpeg 5.1 and libvips 8.14 read the rows of such maps from top to bottom, hence the flip.
    shop.keep("linear.pfm", writers.pfm(half))
    still(
        ".exr",
        "OpenEXR, linear light, half floats",
        "image/x-exr",
        "ffmpeg -i linear.pfm -vf vflip -compression zip16 -format half OUT",
        HALF,
    )
    shop.keep("linear.raw", writers.linear_samples(half))
    shop.run("vips rawload linear.raw linear.v {} {} 3 --format float --interpretation scrgb".format(*HALF))
    still(".hdr", "Radiance, linear light", "image/vnd.radiance", "vips radsave linear.v OUT", HALF)


def drawings_and_documents(shop, makers):
    own, mime, drawn = makers.own, "image/svg+xml", vector.svg(*SIZE)
    own(".svg", "vector drawing of the same formulas", mime, drawn, "vector.svg")
    own(".svgz", "the vector drawing inside gzip", mime, writers.gzipped(drawn), "vector.svg")
    page = (*SIZE, shop.read(f"{FOLDER}.jpg"))
    own(".pdf", "a page that is the picture", "application/pdf", writers.pdf([page]), "writers.pdf")


def others(shop, makers):
    still, own, half = makers.still, makers.own, makers.half
    mime = "image/vnd.adobe.photoshop"
    own(".psd", "Photoshop, packed rows", mime, writers.psd(half, packed=True), "writers.psd", HALF)
    own("-raw.psd", "Photoshop, raw rows", mime, writers.psd(half, packed=False), "writers.psd", HALF)
    still(".tga", "Targa, run-length coded", "image/x-tga", "ffmpeg -i half.png -pix_fmt bgr24 OUT", HALF)
    without = half.mapped(4, lambda r, g, b: (r, g, b, 0))
    shop.keep("without.png", writers.png(without))
    still("-unused.tga", "Targa, alpha that is zero everywhere", "image/x-tga", "ffmpeg -i without.png -pix_fmt bgra OUT", HALF)
    still(".pcx", "PCX, 24 bits", "image/vnd.zbrush.pcx", "ffmpeg -i half.png OUT", HALF)
    still(".sgi", "SGI, run-length coded", "image/sgi", "ffmpeg -i half.png OUT", HALF)
    still(".xwd", "dump of a window", "image/x-xwindowdump", "ffmpeg -i half.png -c:v xwd -pix_fmt rgb24 OUT", HALF)
    still(".ras", "Sun raster, run-length coded", "image/x-sun-raster", "ffmpeg -i half.png -c:v sunrast OUT", HALF)
    still(
        ".xbm",
        "X bitmap: black and white",
        "image/x-xbitmap",
        "ffmpeg -i half.png -sws_dither ed -pix_fmt monow OUT",
        HALF,
    )
    own(".xpm", "X pixmap of at most 216 colours", "image/x-xpixmap", writers.xpm(half), "writers.xpm", HALF)
    still(".qoi", "QOI", "image/qoi", "ffmpeg -i rgb.png -pix_fmt rgb24 OUT")
    own(".dds", "DirectDraw surface, uncompressed", "image/vnd.ms-dds", writers.dds(half), "writers.dds", HALF)
    own("-dxt1.dds", "DirectDraw surface, DXT1", "image/vnd.ms-dds", writers.dxt1(makers.colour), "writers.dxt1")
    still(".dpx", "DPX, 8 bits", "image/x-dpx", "ffmpeg -i half.png OUT", HALF)
