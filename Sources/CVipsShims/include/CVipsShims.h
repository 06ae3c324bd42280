// One plain C function per libvips call that Swift cannot make: variadic operations, GObject's
// macros, signals. No decisions are taken here; images are opaque and owned by the caller.
#ifndef CVIPSSHIMS_H
#define CVIPSSHIMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct _VipsImage CVipsImage;
typedef struct _VipsSource CVipsSource;

// Callbacks of a source: read up to `length` bytes at the position (0 is the end, −1 an error);
// move the position and give it back (whence as in lseek).
typedef int64_t (*cvips_read)(void *context, void *buffer, int64_t length);
typedef int64_t (*cvips_seek)(void *context, int64_t offset, int whence);

// Starts libvips; 0 on success. Logging by GLib is silenced, since a library prints nothing.
int cvips_start(const char *program);
// The version of libvips, as text that is never freed.
const char *cvips_version(void);
// Whether there is an operation of a nickname: 1 or 0.
int cvips_has_operation(const char *nickname);
// Sets threads a pipeline, and turns the operation cache off.
void cvips_configure(int threads);
// Blocks (1) or allows (0) an operation class and all below it.
void cvips_block(const char *operation_class, int blocked);
// Lets go of what libvips keeps for the calling thread.
void cvips_thread_end(void);

// The text of the last errors, to be freed with cvips_free; the buffer is cleared.
char *cvips_take_error(void);
void cvips_clear_error(void);
void cvips_free(void *memory);

// A source over callbacks; they are called from the thread that evaluates. NULL on failure.
CVipsSource *cvips_source_new(cvips_read read, cvips_seek seek, void *context);
void cvips_source_release(CVipsSource *source);

// Runs a loader by its nickname with options in libvips' own string form (may be empty).
CVipsImage *cvips_load(const char *nickname, CVipsSource *source, const char *options);

void cvips_release(CVipsImage *image);
int cvips_width(const CVipsImage *image);
int cvips_height(const CVipsImage *image);
int cvips_bands(const CVipsImage *image);
// The numbers of VipsBandFormat and VipsInterpretation.
int cvips_format(const CVipsImage *image);
int cvips_interpretation(const CVipsImage *image);
int cvips_has_alpha(CVipsImage *image);
// An integer of the header; 0 on success.
int cvips_get_int(CVipsImage *image, const char *name, int *value);
// A blob of the header, lent as long as the image lives; 0 on success.
int cvips_get_blob(CVipsImage *image, const char *name, const void **data, size_t *length);

// Pixels lent to an image: interleaved rows without padding, valid while the image lives.
CVipsImage *cvips_from_memory(
    const void *data, size_t length, int width, int height, int bands, int format,
    int interpretation);
// Evaluates in the calling thread, from top to bottom, into rows without padding; 0 on success.
int cvips_write_rows(CVipsImage *image, void *buffer, size_t length);

// Operations: a new image, or NULL.
CVipsImage *cvips_resize(CVipsImage *image, double horizontal, double vertical);
CVipsImage *cvips_shrink(CVipsImage *image, int horizontal, int vertical);
CVipsImage *cvips_premultiply(CVipsImage *image);
CVipsImage *cvips_unpremultiply(CVipsImage *image);
CVipsImage *cvips_cast(CVipsImage *image, int format);
CVipsImage *cvips_colourspace(CVipsImage *image, int interpretation);
CVipsImage *cvips_decode_radiance(CVipsImage *image);
CVipsImage *cvips_reinterpret(CVipsImage *image, int interpretation);
CVipsImage *cvips_linear(CVipsImage *image, double scale, double offset);
CVipsImage *cvips_extract_bands(CVipsImage *image, int first, int count);
CVipsImage *cvips_join_bands(CVipsImage *image, CVipsImage *more);
CVipsImage *cvips_flatten(CVipsImage *image, double red, double green, double blue);
CVipsImage *cvips_rotate(CVipsImage *image, int clockwise_quarter_turns);
CVipsImage *cvips_mirror(CVipsImage *image);
CVipsImage *cvips_crop(CVipsImage *image, int left, int top, int width, int height);
// Repeats pixels at the edges.
CVipsImage *cvips_extend(CVipsImage *image, int left, int top, int width, int height);
// Leaves a rectangle opaque and makes the rest transparent.
CVipsImage *cvips_clear_around(CVipsImage *image, int left, int top, int width, int height);
CVipsImage *cvips_sharpen(CVipsImage *image, double sigma, double slope);
CVipsImage *cvips_attach(CVipsImage *image, const char *name, const void *data, size_t length);
CVipsImage *cvips_smart_crop(CVipsImage *image, int width, int height, int interesting);
CVipsImage *cvips_in_memory(CVipsImage *image);
// The smallest value of all bands; 0 on success.
int cvips_minimum(CVipsImage *image, double *minimum);

// Encoders: memory to be freed with cvips_free, or NULL. Metadata is left out.
void *cvips_save_jpeg(
    CVipsImage *image, int quality, int subsample, int progressive, int strip, size_t *length);
void *cvips_save_png(CVipsImage *image, int compression, int palette, int strip, size_t *length);
void *cvips_save_webp(CVipsImage *image, int quality, int effort, int strip, size_t *length);
void *cvips_save_avif(CVipsImage *image, int quality, int effort, int strip, size_t *length);

#endif
