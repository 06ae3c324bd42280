// libjxl's decoder, loaded when it is first needed: it comes with libraries that few pictures need.
#ifndef CJXL_H
#define CJXL_H

#include <jxl/decode.h>

// Loads the library of the version whose headers were compiled with; to be called once, before any
// other function here. Returns a null pointer, or why it cannot be loaded, as dlerror(3) says it.
const char *cjxl_load(void);

// Each is the function of the library's own name behind the prefix JxlDecoder, for one thread and
// the usual allocator.
JxlDecoder *cjxl_create(void);
void cjxl_destroy(JxlDecoder *decoder);
uint32_t cjxl_version(void);
JxlDecoderStatus cjxl_subscribe_events(JxlDecoder *decoder, int events);
JxlDecoderStatus cjxl_set_keep_orientation(JxlDecoder *decoder, int keeps);
JxlDecoderStatus cjxl_set_input(JxlDecoder *decoder, const uint8_t *bytes, size_t count);
size_t cjxl_release_input(JxlDecoder *decoder);
void cjxl_close_input(JxlDecoder *decoder);
JxlDecoderStatus cjxl_process_input(JxlDecoder *decoder);
JxlDecoderStatus cjxl_get_basic_info(const JxlDecoder *decoder, JxlBasicInfo *info);

// The colours of the samples that are given out; the format counts in versions before 0.9 alone.
JxlDecoderStatus cjxl_get_colours(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                  JxlColorEncoding *colours);
JxlDecoderStatus cjxl_get_profile_size(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                       size_t *count);
JxlDecoderStatus cjxl_get_profile(const JxlDecoder *decoder, const JxlPixelFormat *format,
                                  uint8_t *bytes, size_t count);

JxlDecoderStatus cjxl_set_image_out_callback(JxlDecoder *decoder, const JxlPixelFormat *format,
                                             JxlImageOutCallback callback, void *opaque);

#endif
