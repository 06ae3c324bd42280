#include "CJXL.h"

#include <dlfcn.h>
#include <jxl/version.h>

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
// Versions before 1 change their interface with each minor number.
#define LIBRARY "libjxl.so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION)

#define FUNCTIONS(F)               \
  F(JxlDecoderCreate)              \
  F(JxlDecoderDestroy)             \
  F(JxlDecoderVersion)             \
  F(JxlDecoderSubscribeEvents)     \
  F(JxlDecoderSetKeepOrientation)  \
  F(JxlDecoderSetInput)            \
  F(JxlDecoderReleaseInput)        \
  F(JxlDecoderCloseInput)          \
  F(JxlDecoderProcessInput)        \
  F(JxlDecoderGetBasicInfo)        \
  F(JxlDecoderGetColorAsEncodedProfile) \
  F(JxlDecoderGetICCProfileSize)   \
  F(JxlDecoderGetColorAsICCProfile) \
  F(JxlDecoderSetImageOutCallback)

static struct {
#define FIELD(name) __typeof__(name) *name;
  FUNCTIONS(FIELD)
#undef FIELD
} jxl;

const char *cjxl_load(void) {
  void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
  if (!library) return dlerror();
#define FIND(name)                                   \
  jxl.name = (__typeof__(jxl.name))dlsym(library, #name); \
  if (!jxl.name) return dlerror();
  FUNCTIONS(FIND)
#undef FIND
  return 0;
}

JxlDecoder *cjxl_create(void) { return jxl.JxlDecoderCreate(0); }

void cjxl_destroy(JxlDecoder *decoder) { jxl.JxlDecoderDestroy(decoder); }

uint32_t cjxl_version(void) { return jxl.JxlDecoderVersion(); }

JxlDecoderStatus cjxl_subscribe_events(JxlDecoder *decoder, int events) {
  return jxl.JxlDecoderSubscribeEvents(decoder, events);
}

JxlDecoderStatus cjxl_set_keep_orientation(JxlDecoder *decoder, int keeps) {
  return jxl.JxlDecoderSetKeepOrientation(decoder, keeps);
}

JxlDecoderStatus cjxl_set_input(JxlDecoder *decoder, const uint8_t *bytes, size_t count) {
  return jxl.JxlDecoderSetInput(decoder, bytes, count);
}

size_t cjxl_release_input(JxlDecoder *decoder) { return jxl.JxlDecoderReleaseInput(decoder); }

void cjxl_close_input(JxlDecoder *decoder) { jxl.JxlDecoderCloseInput(decoder); }

JxlDecoderStatus cjxl_process_input(JxlDecoder *decoder) {
  return jxl.JxlDecoderProcessInput(decoder);
}

JxlDecoderStatus cjxl_get_basic_info(const JxlDecoder *decoder, JxlBasicInfo *info) {
  return jxl.JxlDecoderGetBasicInfo(decoder, info);
}

// The argument that 0.9 has taken out.
#if JPEGXL_NUMERIC_VERSION < JPEGXL_COMPUTE_NUMERIC_VERSION(0, 9, 0)
#define FORMAT format,
#else
#define FORMAT
#endif

JxlDecoderStatus cjxl_get_colours(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                  JxlColorEncoding *colours) {
  (void)format;
  return jxl.JxlDecoderGetColorAsEncodedProfile(decoder, FORMAT JXL_COLOR_PROFILE_TARGET_DATA,
                                                colours);
}

JxlDecoderStatus cjxl_get_profile_size(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                       size_t *count) {
  (void)format;
  return jxl.JxlDecoderGetICCProfileSize(decoder, FORMAT JXL_COLOR_PROFILE_TARGET_DATA, count);
}

JxlDecoderStatus cjxl_get_profile(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                  uint8_t *bytes, size_t count) {
  (void)format;
  return jxl.JxlDecoderGetColorAsICCProfile(decoder, FORMAT JXL_COLOR_PROFILE_TARGET_DATA, bytes,
                                            count);
}

JxlDecoderStatus cjxl_set_image_out_callback(JxlDecoder *decoder, const JxlPixelFormat *format,
                                             JxlImageOutCallback callback, void *opaque) {
  return jxl.JxlDecoderSetImageOutCallback(decoder, format, callback, opaque);
}
