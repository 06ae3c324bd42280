"""Makes thumbnails with a Python library: `library_peers.py LIBRARY JOBS SIZE QUALITY OUTPUT < paths`.

Runs in the environment the peers are installed in. Each library is used as its documentation
advises for thumbnails, in one process with as many threads as jobs: all of them release the
interpreter's lock while they decode.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

LIBRARY, JOBS, SIZE, QUALITY, OUTPUT = sys.argv[1:6]
JOBS, SIZE, QUALITY = int(JOBS), int(SIZE), int(QUALITY)


def with_pyvips():
    import pyvips

    pyvips.cache_set_max(0)

    bare = {"keep": "none"} if pyvips.at_least_libvips(8, 15) else {"strip": True}

    def make(path, target):
        image = pyvips.Image.thumbnail(path, SIZE, height=SIZE, size="down")
        image.jpegsave(target, Q=QUALITY, **bare)

    return make


def with_pillow():
    import pillow_heif
    from PIL import Image, ImageOps

    pillow_heif.register_heif_opener()
    Image.MAX_IMAGE_PIXELS = None

    def make(path, target):
        with Image.open(path) as image:
            image.draft("RGB", (SIZE, SIZE))
            image.thumbnail((SIZE, SIZE))
            upright = ImageOps.exif_transpose(image)
            upright.convert("RGB").save(target, quality=QUALITY)

    return make


def with_opencv():
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = str(1 << 32)
    import cv2

    cv2.setNumThreads(1)
    reductions = [
        cv2.IMREAD_REDUCED_COLOR_8, cv2.IMREAD_REDUCED_COLOR_4, cv2.IMREAD_REDUCED_COLOR_2,
        cv2.IMREAD_COLOR]

    def make(path, target):
        # There is no way to ask for the size first; an eighth is enough for most photos.
        for reduction in reductions:
            image = cv2.imread(path, reduction)
            if image is None:
                raise ValueError("not decoded")
            if max(image.shape[:2]) >= SIZE:
                break
        scale = min(1, SIZE / max(image.shape[:2]))
        height, width = (max(1, round(side * scale)) for side in image.shape[:2])
        small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
        cv2.imwrite(target, small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])

    return make


def main():
    make = {"pyvips": with_pyvips, "pillow": with_pillow, "opencv": with_opencv}[LIBRARY]()

    def attempt(path):
        name = os.path.splitext(os.path.basename(path))[0] + ".jpg"
        try:
            make(path, os.path.join(OUTPUT, name))
        except Exception as error:  # A file that fails costs no other, as with the other peers.
            print(f"{path}: {error}", file=sys.stderr)

    paths = sys.stdin.buffer.read().decode(errors="surrogateescape").splitlines()
    if JOBS == 1:
        for path in paths:
            attempt(path)
    else:
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(attempt, paths))


main()
