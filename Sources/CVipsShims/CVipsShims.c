#include "CVipsShims.h"

#include <string.h>
#include <vips/vips.h>

static void ignore_log(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer data) {
}

int cvips_start(const char *program) {
  g_log_set_default_handler(ignore_log, NULL);
  return vips_init(program);
}

const char *cvips_version(void) { return vips_version_string(); }

int cvips_has_operation(const char *nickname) {
  return vips_type_find("VipsOperation", nickname) != 0;
}

void cvips_configure(int threads) {
  vips_concurrency_set(threads);
  vips_cache_set_max(0);
  vips_cache_set_max_mem(0);
  vips_cache_set_max_files(0);
}

void cvips_block(const char *operation_class, int blocked) {
  vips_operation_block_set(operation_class, blocked);
}

void cvips_thread_end(void) { vips_thread_shutdown(); }

char *cvips_take_error(void) { return vips_error_buffer_copy(); }

void cvips_clear_error(void) { vips_error_clear(); }

void cvips_free(void *memory) { g_free(memory); }

// Signals carry one pointer, the callbacks are two and their context a third.
typedef struct {
  cvips_read read;
  cvips_seek seek;
  void *context;
} Callbacks;

static gint64 on_read(VipsSourceCustom *source, void *buffer, gint64 length, Callbacks *callbacks) {
  return callbacks->read(callbacks->context, buffer, length);
}

static gint64 on_seek(VipsSourceCustom *source, gint64 offset, int whence, Callbacks *callbacks) {
  return callbacks->seek(callbacks->context, offset, whence);
}

static void free_callbacks(gpointer data, GClosure *closure) { g_free(data); }

CVipsSource *cvips_source_new(cvips_read read, cvips_seek seek, void *context) {
  VipsSourceCustom *source = vips_source_custom_new();
  if (!source) return NULL;
  Callbacks *callbacks = g_new(Callbacks, 1);
  *callbacks = (Callbacks){read, seek, context};
  g_signal_connect_data(source, "read", G_CALLBACK(on_read), callbacks, free_callbacks, 0);
  g_signal_connect_data(source, "seek", G_CALLBACK(on_seek), callbacks, NULL, 0);
  return VIPS_SOURCE(source);
}

void cvips_source_release(CVipsSource *source) { g_object_unref(source); }

// Written out, since vips_call takes option strings only through a va_list.
CVipsImage *cvips_load(const char *nickname, CVipsSource *source, const char *options) {
  VipsOperation *operation = vips_operation_new(nickname);
  if (!operation) return NULL;
  VipsImage *out = NULL;
  g_object_set(operation, "source", source, NULL);
  if (!vips_object_set_from_string(VIPS_OBJECT(operation), options) &&
      !vips_cache_operation_buildp(&operation))
    g_object_get(operation, "out", &out, NULL);
  vips_object_unref_outputs(VIPS_OBJECT(operation));
  g_object_unref(operation);
  return out;
}

void cvips_release(CVipsImage *image) { g_object_unref(image); }
int cvips_width(const CVipsImage *image) { return vips_image_get_width(image); }
int cvips_height(const CVipsImage *image) { return vips_image_get_height(image); }
int cvips_bands(const CVipsImage *image) { return vips_image_get_bands(image); }
int cvips_format(const CVipsImage *image) { return vips_image_get_format(image); }
int cvips_interpretation(const CVipsImage *image) { return vips_image_guess_interpretation(image); }
int cvips_has_alpha(CVipsImage *image) { return vips_image_hasalpha(image); }

// Asking for a field that is absent is an error in libvips, so it is looked for first.
int cvips_get_int(CVipsImage *image, const char *name, int *value) {
  return vips_image_get_typeof(image, name) == 0 ? -1 : vips_image_get_int(image, name, value);
}

int cvips_get_blob(CVipsImage *image, const char *name, const void **data, size_t *length) {
  return vips_image_get_typeof(image, name) == 0 ? -1
                                                 : vips_image_get_blob(image, name, data, length);
}

CVipsImage *cvips_from_memory(
    const void *data, size_t length, int width, int height, int bands, int format,
    int interpretation) {
  VipsImage *image = vips_image_new_from_memory(data, length, width, height, bands, format);
  if (image) image->Type = interpretation;
  return image;
}

// A region pulled strip by strip: vips_image_write_to_memory would start threads and copy once more.
int cvips_write_rows(CVipsImage *image, void *buffer, size_t length) {
  const int strip = 16;
  const size_t stride = VIPS_IMAGE_SIZEOF_LINE(image);
  if (length / stride < (size_t)image->Ysize) return -1;
  VipsRegion *region = vips_region_new(image);
  int status = region ? 0 : -1;
  for (int top = 0; status == 0 && top < image->Ysize; top += strip) {
    VipsRect area = {0, top, image->Xsize, VIPS_MIN(strip, image->Ysize - top)};
    status = vips_region_prepare(region, &area);
    for (int y = 0; status == 0 && y < area.height; y++)
      memcpy(
          (char *)buffer + (size_t)(top + y) * stride, VIPS_REGION_ADDR(region, 0, top + y), stride);
  }
  if (region) g_object_unref(region);
  return status;
}

#define OPERATION(call)           \
  VipsImage *out = NULL;          \
  return (call) ? NULL : out

CVipsImage *cvips_resize(CVipsImage *image, double horizontal, double vertical) {
  OPERATION(vips_resize(image, &out, horizontal, "vscale", vertical, NULL));
}
CVipsImage *cvips_shrink(CVipsImage *image, int horizontal, int vertical) {
  OPERATION(vips_shrink(image, &out, horizontal, vertical, NULL));
}
CVipsImage *cvips_premultiply(CVipsImage *image) { OPERATION(vips_premultiply(image, &out, NULL)); }
CVipsImage *cvips_unpremultiply(CVipsImage *image) {
  OPERATION(vips_unpremultiply(image, &out, NULL));
}
CVipsImage *cvips_cast(CVipsImage *image, int format) {
  OPERATION(vips_cast(image, &out, format, NULL));
}
CVipsImage *cvips_colourspace(CVipsImage *image, int interpretation) {
  OPERATION(vips_colourspace(image, &out, interpretation, NULL));
}
CVipsImage *cvips_decode_radiance(CVipsImage *image) {
  OPERATION(vips_rad2float(image, &out, NULL));
}
CVipsImage *cvips_reinterpret(CVipsImage *image, int interpretation) {
  OPERATION(vips_copy(image, &out, "interpretation", interpretation, NULL));
}

CVipsImage *cvips_linear(CVipsImage *image, double scale, double offset) {
  OPERATION(vips_linear1(image, &out, scale, offset, NULL));
}
CVipsImage *cvips_extract_bands(CVipsImage *image, int first, int count) {
  OPERATION(vips_extract_band(image, &out, first, "n", count, NULL));
}
CVipsImage *cvips_join_bands(CVipsImage *image, CVipsImage *more) {
  OPERATION(vips_bandjoin2(image, more, &out, NULL));
}
CVipsImage *cvips_flatten(CVipsImage *image, double red, double green, double blue) {
  double colour[3] = {red, green, blue};
  VipsArrayDouble *background = vips_array_double_new(colour, vips_image_get_bands(image) < 3 ? 1 : 3);
  VipsImage *out = NULL;
  int status = vips_flatten(image, &out, "background", background, NULL);
  vips_area_unref(VIPS_AREA(background));
  return status ? NULL : out;
}
CVipsImage *cvips_rotate(CVipsImage *image, int clockwise_quarter_turns) {
  OPERATION(vips_rot(image, &out, (VipsAngle)clockwise_quarter_turns, NULL));
}
CVipsImage *cvips_mirror(CVipsImage *image) {
  OPERATION(vips_flip(image, &out, VIPS_DIRECTION_HORIZONTAL, NULL));
}
CVipsImage *cvips_crop(CVipsImage *image, int left, int top, int width, int height) {
  OPERATION(vips_extract_area(image, &out, left, top, width, height, NULL));
}
CVipsImage *cvips_extend(CVipsImage *image, int left, int top, int width, int height) {
  OPERATION(vips_embed(image, &out, left, top, width, height, "extend", VIPS_EXTEND_COPY, NULL));
}
CVipsImage *cvips_clear_around(CVipsImage *image, int left, int top, int width, int height) {
  VipsImage *part = NULL, *opaque = NULL, *out = NULL;
  if (!vips_extract_area(image, &part, left, top, width, height, NULL) &&
      !vips_addalpha(part, &opaque, NULL)) {
    vips_embed(
        opaque, &out, left, top, vips_image_get_width(image), vips_image_get_height(image), "extend",
        VIPS_EXTEND_BLACK, NULL);
  }
  if (part) g_object_unref(part);
  if (opaque) g_object_unref(opaque);
  return out;
}
CVipsImage *cvips_sharpen(CVipsImage *image, double sigma, double slope) {
  OPERATION(vips_sharpen(image, &out, "sigma", sigma, "m1", slope, "m2", slope, NULL));
}
// Fields are set on a copy: an image may be shared.
CVipsImage *cvips_attach(CVipsImage *image, const char *name, const void *data, size_t length) {
  VipsImage *out = NULL;
  if (vips_copy(image, &out, NULL)) return NULL;
  vips_image_set_blob_copy(out, name, data, length);
  return out;
}
CVipsImage *cvips_smart_crop(CVipsImage *image, int width, int height, int interesting) {
  OPERATION(
      vips_smartcrop(image, &out, width, height, "interesting", (VipsInteresting)interesting, NULL));
}
CVipsImage *cvips_in_memory(CVipsImage *image) { return vips_image_copy_memory(image); }
int cvips_minimum(CVipsImage *image, double *minimum) { return vips_min(image, minimum, NULL); }

#define SAVER(call)                     \
  void *data = NULL;                    \
  if (call) return NULL;                \
  return data

void *cvips_save_jpeg(
    CVipsImage *image, int quality, int subsample, int progressive, int strip, size_t *length) {
  SAVER(vips_jpegsave_buffer(
      image, &data, length, "Q", quality, "strip", strip, "optimize_coding", TRUE, "interlace",
      progressive, "subsample_mode",
      subsample ? VIPS_FOREIGN_SUBSAMPLE_ON : VIPS_FOREIGN_SUBSAMPLE_OFF, NULL));
}
void *cvips_save_png(CVipsImage *image, int compression, int palette, int strip, size_t *length) {
  SAVER(vips_pngsave_buffer(
      image, &data, length, "compression", compression, "strip", strip, "palette", palette, "filter",
      palette ? VIPS_FOREIGN_PNG_FILTER_NONE : VIPS_FOREIGN_PNG_FILTER_ALL, NULL));
}
void *cvips_save_webp(CVipsImage *image, int quality, int effort, int strip, size_t *length) {
  SAVER(vips_webpsave_buffer(
      image, &data, length, "Q", quality, "effort", effort, "strip", strip, NULL));
}
void *cvips_save_avif(CVipsImage *image, int quality, int effort, int strip, size_t *length) {
  SAVER(vips_heifsave_buffer(
      image, &data, length, "Q", quality, "effort", effort, "compression",
      VIPS_FOREIGN_HEIF_COMPRESSION_AV1, "strip", strip, NULL));
}
