#include "CFFmpegLoader.h"

#include <dlfcn.h>
#include <libavcodec/version_major.h>
#include <libavformat/version_major.h>
#include <libavutil/version.h>
#include <libswscale/version_major.h>
#include <stddef.h>
#include <stdlib.h>

#define TEXT(number) TEXT_OF(number)
#define TEXT_OF(number) #number
#define LIBRARY(name, major) "lib" name ".so." TEXT(major)

static const char *const libraries[] = {
    LIBRARY("avutil", LIBAVUTIL_VERSION_MAJOR),
    LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR),
    LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR),
    LIBRARY("swscale", LIBSWSCALE_VERSION_MAJOR),
};

static const char *const names[] = {
#define FUNCTION(name) #name,
#include "functions.h"
#undef FUNCTION
};

enum { library_count = sizeof libraries / sizeof *libraries };
enum { function_count = sizeof names / sizeof *names };

// Where the entries go on to; a call before the libraries are loaded ends the process.
__attribute__((visibility("hidden"))) void *cffmpeg_functions[] = {
#define FUNCTION(name) (void *)abort,
#include "functions.h"
#undef FUNCTION
};

const char *cffmpeg_load(void) {
  void *handles[library_count];
  for (size_t i = 0; i < library_count; i++) {
    handles[i] = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
    if (!handles[i]) return dlerror();
  }
  for (size_t i = 0; i < function_count; i++) {
    void *found = NULL;
    for (size_t library = 0; library < library_count && !found; library++) {
      found = dlsym(handles[library], names[i]);
    }
    if (!found) return dlerror();
    cffmpeg_functions[i] = found;
  }
  return NULL;
}
