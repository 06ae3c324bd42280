"""Thumbnails from Python, over ctypes: no module needs to be built.

    python3 thumbs.py FILE...

prints a line for each file and writes its thumbnail as POSITION.jpg or POSITION.png. The library is
libthumbs.so.0 where the loader finds it, or the file that THUMBS_LIBRARY names.
"""

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int32, c_int64, c_size_t
from ctypes import c_uint32, c_uint64, c_void_p


class Item(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("path", c_char_p), ("bytes", c_void_p),
        ("byte_count", c_size_t), ("pixels", c_void_p), ("pixel_width", c_uint32),
        ("pixel_height", c_uint32), ("pixel_has_alpha", c_uint32), ("has_descriptor", c_uint32),
        ("pixel_stride", c_size_t), ("read", c_void_p), ("read_context", c_void_p),
        ("descriptor", c_int32), ("reserved", c_uint32), ("identifier", c_char_p),
        ("suggested_name", c_char_p), ("claimed_type", c_char_p),
    ]


class Preview(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("position", c_size_t), ("identifier", c_char_p),
        ("is_final", c_uint32), ("kind", c_uint32), ("title", c_char_p), ("byte_count", c_uint64),
        ("byte_count_text", c_char_p), ("mime", c_char_p), ("type", c_char_p),
        ("type_text", c_char_p), ("duration", c_double), ("duration_text", c_char_p),
        ("width", c_uint32), ("height", c_uint32), ("thumbnail_count", c_size_t),
        ("warning_count", c_size_t), ("error_code", c_int32), ("is_refused", c_uint32),
        ("error_message", c_char_p), ("refusal", c_char_p), ("upload_file_name", c_char_p),
        ("upload_byte_count", c_uint64),
    ]


class Thumbnail(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_size_t), ("name", c_char_p), ("bytes", c_void_p),
        ("byte_count", c_size_t), ("width", c_uint32), ("height", c_uint32), ("format", c_uint32),
        ("reserved", c_uint32), ("source", c_char_p),
    ]


def new(structure):
    """A struct that says how long it is."""
    value = structure()
    value.struct_size = ctypes.sizeof(structure)
    return value


class ThumbsError(Exception):
    """Why something failed: `code` is a name such as "overBudget"."""

    def __init__(self, code, message):
        super().__init__(f"{code}: {message}")
        self.code = code


class Library:
    """The functions of thumbs.h that this module uses."""

    def __init__(self, path=None):
        self.library = ctypes.CDLL(path or os.environ.get("THUMBS_LIBRARY", "libthumbs.so.0"))
        errors = POINTER(c_void_p)
        self.declare("thumbs_version", c_char_p)
        self.declare("thumbs_code_name", c_char_p, c_int32)
        self.declare("thumbs_error_message", c_char_p, c_void_p)
        self.declare("thumbs_error_free", None, c_void_p)
        self.declare("thumbs_engine_new", c_int32, c_void_p, POINTER(c_void_p), errors)
        self.declare("thumbs_engine_free", None, c_void_p)
        self.declare(
            "thumbs_session_new", c_int32, c_void_p, POINTER(Item), c_size_t, c_void_p,
            POINTER(c_void_p), errors)
        self.declare("thumbs_session_start", c_int32, c_void_p, errors)
        self.declare(
            "thumbs_session_next", c_int32, c_void_p, c_int64, POINTER(c_void_p), errors)
        self.declare("thumbs_session_free", None, c_void_p)
        self.declare("thumbs_result_preview", c_int32, c_void_p, POINTER(Preview))
        self.declare(
            "thumbs_result_thumbnail", c_int32, c_void_p, c_size_t, POINTER(Thumbnail))
        self.declare("thumbs_result_free", None, c_void_p)

    def declare(self, name, result, *arguments):
        function = getattr(self.library, name)
        function.restype = result
        function.argtypes = arguments
        setattr(self, name, function)

    def code_name(self, code):
        return self.thumbs_code_name(code).decode()

    def check(self, code, error):
        if code != 0:
            message = self.thumbs_error_message(error).decode()
            self.thumbs_error_free(error)
            raise ThumbsError(self.code_name(code), message)


def previews(paths, library=None):
    """Yields a dictionary for each file as soon as it is ready."""
    library = library or Library()
    engine, session, error = c_void_p(), c_void_p(), c_void_p()
    library.check(library.thumbs_engine_new(None, byref(engine), byref(error)), error)
    try:
        items = (Item * len(paths))()
        for item, path in zip(items, paths):
            item.struct_size = ctypes.sizeof(Item)
            item.path = os.fsencode(path)
        library.check(
            library.thumbs_session_new(
                engine, items, len(paths), None, byref(session), byref(error)), error)
        library.check(library.thumbs_session_start(session, byref(error)), error)
        while True:
            result = c_void_p()
            library.check(
                library.thumbs_session_next(session, -1, byref(result), byref(error)), error)
            if not result:
                return
            try:
                yield describe(library, result)
            finally:
                library.thumbs_result_free(result)
    finally:
        library.thumbs_session_free(session)
        library.thumbs_engine_free(engine)


def describe(library, result):
    """What a result says, as values of Python."""
    preview = new(Preview)
    library.thumbs_result_preview(result, byref(preview))
    thumbnails = []
    for index in range(preview.thumbnail_count):
        thumbnail = new(Thumbnail)
        library.thumbs_result_thumbnail(result, index, byref(thumbnail))
        thumbnails.append({
            "name": thumbnail.name.decode(), "width": thumbnail.width, "height": thumbnail.height,
            "is_png": thumbnail.format == 2,
            "bytes": ctypes.string_at(thumbnail.bytes, thumbnail.byte_count),
        })
    return {
        "position": preview.position, "title": preview.title.decode(),
        "type_text": preview.type_text.decode(), "mime": preview.mime.decode(),
        "byte_count_text": (preview.byte_count_text or b"").decode(),
        "width": preview.width, "height": preview.height, "thumbnails": thumbnails,
        "error": library.code_name(preview.error_code) if preview.error_code else None,
    }


def main(paths):
    for preview in previews(paths):
        parts = [preview["title"], preview["type_text"], preview["byte_count_text"]]
        if preview["width"]:
            parts.append(f"{preview['width']}x{preview['height']}")
        parts.append(preview["error"])
        print(f"{preview['position']}: " + ", ".join(part for part in parts if part))
        for thumbnail in preview["thumbnails"]:
            ending = "png" if thumbnail["is_png"] else "jpg"
            with open(f"{preview['position']}.{ending}", "wb") as file:
                file.write(thumbnail["bytes"])


if __name__ == "__main__":
    main(sys.argv[1:])
