/*
 * thumbs: small previews of photos, videos and sound files within a memory budget.
 *
 * The interface for programs in C, and in languages that can call C. Link with -lthumbs
 * (pkg-config --cflags --libs thumbs).
 *
 *     thumbs_engine *engine = NULL;
 *     thumbs_result *result = NULL;
 *     thumbs_error *error = NULL;
 *     thumbs_item item = THUMBS_ITEM_INIT;
 *     item.path = "holiday.heic";
 *     if (thumbs_engine_new(NULL, &engine, &error) == THUMBS_OK
 *         && thumbs_make(engine, &item, NULL, &result, &error) == THUMBS_OK) {
 *         thumbs_thumbnail picture = THUMBS_THUMBNAIL_INIT;
 *         thumbs_result_thumbnail(result, 0, &picture);
 *         fwrite(picture.bytes, 1, picture.byte_count, file);
 *     }
 *     thumbs_result_free(result);
 *     thumbs_error_free(error);
 *     thumbs_engine_free(engine);
 *
 * Rules that hold everywhere:
 *
 * - Every function may be called from any thread at any time, but for one: an object must not be
 *   freed while another call uses it. No function throws, exits or prints.
 * - Objects are opaque. Whoever gets one frees it with its own function; NULL may be freed.
 * - Structs begin with struct_size, which says what the caller was compiled with: begin with the
 *   _INIT macro, which sets it, and later versions of the library fill and read no more than that.
 *   Fields that are zero have their defaults. Structs in one array have one struct_size.
 * - A function that can fail returns a code, THUMBS_OK or why not. Where its last parameter is
 *   not NULL and it fails, it stores an error there, with a message for people.
 * - Text is UTF-8 and ends with a zero byte; paths are the bytes that the file system has.
 * - Strings, bytes and structs that come from an object are valid as long as the object is.
 */
#ifndef THUMBS_H
#define THUMBS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this header: functions and fields are only added, and each time it grows. */
#define THUMBS_API_VERSION 1

/* The version of the interface that the library has; not below THUMBS_API_VERSION where the
 * program was compiled. */
uint32_t thumbs_api_version(void);

/* The version of the library, such as "0.1.0". */
const char *thumbs_version(void);

/* ---- Codes and errors --------------------------------------------------------------------- */

/* Why something failed; the names are the same in JSON and in Swift. */
typedef int32_t thumbs_code;
enum {
    THUMBS_OK = 0,
    THUMBS_UNREADABLE = 1,     /* The file cannot be opened or read. */
    THUMBS_VANISHED = 2,       /* There is no such file, or no more. */
    THUMBS_EMPTY = 3,          /* The file has no bytes. */
    THUMBS_NOT_MEDIA = 4,      /* The content is neither a picture, a video nor sound. */
    THUMBS_UNSUPPORTED = 5,    /* The format is known, and nothing here decodes it. */
    THUMBS_CORRUPT = 6,        /* The content breaks its format's rules; nothing can be shown. */
    THUMBS_OVER_BUDGET = 7,    /* Decoding needs more memory than the whole budget. */
    THUMBS_OVER_LIMIT = 8,     /* A cap on pixels or bytes is exceeded. */
    THUMBS_TIMED_OUT = 9,      /* The time limit passed. */
    THUMBS_CRASHED = 10,       /* The decoder's process died. */
    THUMBS_NO_PREVIEW = 11,    /* There is nothing to show, as in sound without a cover. */
    THUMBS_OUTPUT_FAILED = 12, /* Something could not be written. */
    THUMBS_CANCELLED = 13,     /* The caller gave up. */
    THUMBS_USAGE = 100         /* The call itself is wrong: a NULL, a size, an order of calls. */
};

/* The name of a code, such as "overBudget"; "unknown" for what is none. */
const char *thumbs_code_name(thumbs_code code);

typedef struct thumbs_error thumbs_error;

/* The code of an error; THUMBS_OK for NULL. */
thumbs_code thumbs_error_code(const thumbs_error *error);

/* What happened, where, and what to do; "" for NULL. */
const char *thumbs_error_message(const thumbs_error *error);

void thumbs_error_free(thumbs_error *error);

/* ---- Engines ------------------------------------------------------------------------------- */

/* What makes thumbnails, and what it may take. One serves any number of threads. */
typedef struct thumbs_engine thumbs_engine;

typedef struct {
    size_t struct_size;
    uint64_t budget_bytes;      /* Memory in bytes; 0 is 120 * 2^20. */
    uint32_t thread_count;      /* Decoders at once; 0 is 2. */
    uint32_t allows_untrusted;  /* Not 0: SVG, PDF, JPEG XL and their like are decoded in process. */
    uint32_t is_isolated;       /* Not 0: decoders run in processes of their own. */
    uint32_t timeout_ms;        /* Isolated: how long one file may take; 0 is 30000. */
    const char *worker_path;    /* Isolated: the program thumbs-worker; NULL looks beside the running
                                   program, and in ../libexec/thumbs from there. */
} thumbs_engine_options;
#define THUMBS_ENGINE_OPTIONS_INIT { sizeof(thumbs_engine_options), 0, 0, 0, 0, 0, NULL }

/* Makes an engine; NULL options are the defaults. Sessions keep it alive when it is freed. */
thumbs_code thumbs_engine_new(
    const thumbs_engine_options *options, thumbs_engine **engine, thumbs_error **error);

void thumbs_engine_free(thumbs_engine *engine);

/* ---- Items --------------------------------------------------------------------------------- */

/* Gives the next bytes of a stream: as many as were stored in the buffer, 0 at the end, or a
 * negative number where it fails. It is called on a thread of the library, by one at a time. */
typedef ptrdiff_t (*thumbs_read)(void *context, void *buffer, size_t byte_count);

/* One thing that is shared. Exactly one of path, bytes, pixels, read and has_descriptor is set.
 * What it refers to is copied, but for the descriptor, which must stay open, and for read. */
typedef struct {
    size_t struct_size;
    const char *path;           /* A file. */
    const void *bytes;          /* The bytes of a file, byte_count of them. */
    size_t byte_count;
    const void *pixels;         /* Rows of 8-bit sRGB samples, top to bottom. */
    uint32_t pixel_width;
    uint32_t pixel_height;
    uint32_t pixel_has_alpha;   /* Not 0: RGBA with straight alpha, else RGB. */
    uint32_t has_descriptor;    /* Not 0: descriptor is an open file or pipe. */
    size_t pixel_stride;        /* Bytes from row to row; 0 is a row's pixels. */
    thumbs_read read;           /* A stream. */
    void *read_context;         /* Handed to read; must live until the session is freed. */
    int32_t descriptor;
    uint32_t reserved;
    const char *identifier;     /* Results are tagged with it; NULL is "". */
    const char *suggested_name; /* What a person would call it; NULL is a file's own name. */
    const char *claimed_type;   /* A uniform type identifier; a hint where the content is silent. */
} thumbs_item;
#define THUMBS_ITEM_INIT \
    { sizeof(thumbs_item), NULL, NULL, 0, NULL, 0, 0, 0, 0, 0, NULL, NULL, 0, 0, NULL, NULL, NULL }

/* ---- What is wanted ------------------------------------------------------------------------ */

typedef struct {
    const char *name;           /* Under which the thumbnail is found again. */
    uint32_t max_pixel_size;    /* A bound for the longer side, in pixels. */
} thumbs_size;

enum { THUMBS_FORMAT_AUTO = 0, THUMBS_FORMAT_JPEG = 1, THUMBS_FORMAT_PNG = 2,
       THUMBS_FORMAT_WEBP = 3, THUMBS_FORMAT_AVIF = 4 };
enum { THUMBS_FIT_INSIDE = 0, THUMBS_FIT_COVER = 1, THUMBS_FIT_FILL = 2 };
enum { THUMBS_EARLY_WITH_DEADLINE = 0, THUMBS_EARLY_ALWAYS = 1, THUMBS_EARLY_NEVER = 2 };

typedef struct {
    size_t struct_size;
    const thumbs_size *sizes;   /* size_count of them; NULL is one, "small" with 256 pixels. */
    size_t size_count;
    uint32_t no_thumbnails;     /* Not 0: only what files are, no pictures. */
    uint32_t format;            /* THUMBS_FORMAT_...; AUTO is JPEG, and PNG where there is alpha. */
    uint32_t quality;           /* 1 to 100; 0 is 80. */
    uint32_t fit;               /* THUMBS_FIT_... */
    uint32_t deadline_ms;       /* For all results together; 0 is none. */
    uint32_t early_previews;    /* THUMBS_EARLY_...: whether smaller ones come before the final. */
    uint64_t max_stream_bytes;  /* 0 is 4 * 2^30. */
    uint32_t makes_placeholder; /* Not 0: a placeholder is made beside the thumbnails. */
    uint32_t reserved;
} thumbs_options;
#define THUMBS_OPTIONS_INIT { sizeof(thumbs_options), NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }

/* ---- Results ------------------------------------------------------------------------------- */

typedef struct thumbs_result thumbs_result;

enum { THUMBS_KIND_OTHER = 0, THUMBS_KIND_IMAGE = 1, THUMBS_KIND_VIDEO = 2,
       THUMBS_KIND_AUDIO = 3, THUMBS_KIND_DOCUMENT = 4 };

#define THUMBS_NO_COUNT UINT64_MAX

/* What a share sheet shows. Of an item that failed too: title, type and error_code are there. */
typedef struct {
    size_t struct_size;
    size_t position;                /* Of its item, from 0. */
    const char *identifier;
    uint32_t is_final;              /* 0: a better one follows. */
    uint32_t kind;                  /* THUMBS_KIND_... */
    const char *title;
    uint64_t byte_count;            /* THUMBS_NO_COUNT where it is not known. */
    const char *byte_count_text;    /* Such as "4.2 MB"; NULL where it is not known. */
    const char *mime;
    const char *type;               /* A uniform type identifier. */
    const char *type_text;          /* Such as "JPEG image". */
    double duration;                /* In seconds; negative where there is none. */
    const char *duration_text;      /* Such as "3:07"; NULL where there is none. */
    uint32_t width;                 /* As shown, in pixels; 0 where there is no picture. */
    uint32_t height;
    size_t thumbnail_count;
    size_t warning_count;
    thumbs_code error_code;         /* Why there is no thumbnail; THUMBS_OK where there is one. */
    uint32_t is_refused;            /* Not 0: rules refuse the item. */
    const char *error_message;      /* NULL where there is no error. */
    const char *refusal;            /* Why rules refuse it; NULL where they do not. */
    const char *upload_file_name;   /* A safe name; NULL where there are no bytes to be had. */
    uint64_t upload_byte_count;
    const uint8_t *thumb_hash;      /* A ThumbHash, some 25 bytes; NULL where none was wanted. */
    size_t thumb_hash_byte_count;
    uint32_t dominant_colour;       /* 0xRRGGBB; 0 where there is no ThumbHash. */
    uint32_t reserved;
} thumbs_preview;
#define THUMBS_PREVIEW_INIT \
    { sizeof(thumbs_preview), 0, NULL, 0, 0, NULL, 0, NULL, NULL, NULL, NULL, 0.0, NULL, 0, 0, 0, 0, \
      0, 0, NULL, NULL, NULL, 0, NULL, 0, 0, 0 }

typedef struct {
    size_t struct_size;
    const char *name;           /* Of its size, such as "small". */
    const uint8_t *bytes;       /* The encoded picture. */
    size_t byte_count;
    uint32_t width;
    uint32_t height;
    uint32_t format;            /* THUMBS_FORMAT_... */
    uint32_t reserved;
    const char *source;         /* Where the pixels came from: "embedded", "scaled", "frame", ... */
} thumbs_thumbnail;
#define THUMBS_THUMBNAIL_INIT { sizeof(thumbs_thumbnail), NULL, NULL, 0, 0, 0, 0, 0, NULL }

thumbs_code thumbs_result_preview(const thumbs_result *result, thumbs_preview *preview);

thumbs_code thumbs_result_thumbnail(
    const thumbs_result *result, size_t index, thumbs_thumbnail *thumbnail);

/* A warning as its code, and after a colon more in words; NULL beyond the last. */
const char *thumbs_result_warning(const thumbs_result *result, size_t index);

/* Reads bytes of the item for an upload: fewer than byte_count only at the end. No more than the
 * buffer is held. */
thumbs_code thumbs_result_read(
    const thumbs_result *result, uint64_t offset, void *buffer, size_t byte_count,
    size_t *read_count, thumbs_error **error);

void thumbs_result_free(thumbs_result *result);

/* Makes the thumbnails of one item, and waits for them. Where there is none, that is an error. */
thumbs_code thumbs_make(
    thumbs_engine *engine, const thumbs_item *item, const thumbs_options *options,
    thumbs_result **result, thumbs_error **error);

/* ---- Sessions: several items, as they are ready -------------------------------------------- */

typedef struct thumbs_session thumbs_session;

/* Begins a session; nothing is opened yet. NULL options are the defaults. */
thumbs_code thumbs_session_new(
    thumbs_engine *engine, const thumbs_item *items, size_t item_count,
    const thumbs_options *options, thumbs_session **session, thumbs_error **error);

/* How many items are taken; a negative number is no limit. What is refused does not count. */
typedef struct {
    size_t struct_size;
    int64_t max_images;
    int64_t max_videos;
    int64_t max_audio;
    int64_t max_documents;
    int64_t max_urls;
    int64_t max_texts;
    int64_t max_items;
    int64_t min_items;
    int64_t max_total_bytes;
    const char *const *allowed_types; /* Uniform types, of which an item must conform to one. */
    size_t allowed_type_count;        /* 0 allows all. */
    const char *activation_rule;      /* A JSON object with the keys NSExtensionActivation...; the
                                         numbers above, where not negative, go before it. */
} thumbs_rules;
#define THUMBS_RULES_INIT \
    { sizeof(thumbs_rules), -1, -1, -1, -1, -1, -1, -1, -1, -1, NULL, 0, NULL }

/* Judges the items by what their first bytes tell, before anything is decoded. Results that are
 * begun afterwards say what was refused, and decode nothing of it.
 *
 * Stores whether all are taken, and are enough; the result of each item says why not. */
thumbs_code thumbs_session_judge(
    thumbs_session *session, const thumbs_rules *rules, uint32_t *is_accepted,
    thumbs_error **error);

/* Begins to make the previews; once a session. */
thumbs_code thumbs_session_start(thumbs_session *session, thumbs_error **error);

/* Waits for the next result, as long as timeout_ms says; negative is as long as it takes.
 *
 * THUMBS_OK with a result, with NULL when every item has its final one, or THUMBS_TIMED_OUT. */
thumbs_code thumbs_session_next(
    thumbs_session *session, int64_t timeout_ms, thumbs_result **result, thumbs_error **error);

/* Stops the work; items that are not done have results with THUMBS_CANCELLED. */
void thumbs_session_cancel(thumbs_session *session);

/* Cancels what is not done, waits for a read that is under way, and frees. Results live on. */
void thumbs_session_free(thumbs_session *session);

/* ---- Hand-off ------------------------------------------------------------------------------ */

enum { THUMBS_ORIGINALS_LINKS = 0, THUMBS_ORIGINALS_COPIES = 1, THUMBS_ORIGINALS_NONE = 2 };

/* Writes results into a directory that does not exist yet: manifest.json, thumbnails, and the items'
 * own bytes. The directory appears when it is complete, or not at all. */
thumbs_code thumbs_hand_off(
    const thumbs_result *const *results, size_t result_count, const char *path,
    uint32_t originals, thumbs_error **error);

#ifdef __cplusplus
}
#endif

#endif
