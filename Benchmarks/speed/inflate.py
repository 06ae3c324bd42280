"""Inflates what the IDAT chunks of PNG files hold, 64 KB at a time: the floor of decoding PNG."""

import sys
import zlib


def inflate(path):
    with open(path, "rb") as file:
        file.read(8)
        engine = zlib.decompressobj()
        while header := file.read(8):
            length, kind = int.from_bytes(header[:4], "big"), header[4:]
            content = file.read(length + 4)[:-4]
            while kind == b"IDAT" and content:
                engine.decompress(content, 1 << 16)
                content = engine.unconsumed_tail


for path in sys.argv[1:]:
    inflate(path)
