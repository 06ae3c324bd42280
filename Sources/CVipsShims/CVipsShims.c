#include "CVipsShims.h"

#include <vips/vips.h>

int cvips_init(const char *program) { return vips_init(program); }
