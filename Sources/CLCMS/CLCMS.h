// Little CMS' header, and those of its macros that Swift cannot see.
#include <lcms2.h>

static const cmsUInt32Number CLCMS_GREY_8 = TYPE_GRAY_8;
static const cmsUInt32Number CLCMS_GREY_16 = TYPE_GRAY_16;
static const cmsUInt32Number CLCMS_GREY_ALPHA_8 = TYPE_GRAYA_8;
static const cmsUInt32Number CLCMS_GREY_ALPHA_16 = TYPE_GRAYA_16;
static const cmsUInt32Number CLCMS_RGB_8 = TYPE_RGB_8;
static const cmsUInt32Number CLCMS_RGB_16 = TYPE_RGB_16;
static const cmsUInt32Number CLCMS_RGB_ALPHA_8 = TYPE_RGBA_8;
static const cmsUInt32Number CLCMS_RGB_ALPHA_16 = TYPE_RGBA_16;
static const cmsUInt32Number CLCMS_CMYK_8 = TYPE_CMYK_8;
static const cmsUInt32Number CLCMS_CMYK_16 = TYPE_CMYK_16;
// Four inks and one extra channel; Little CMS names no such type itself.
static const cmsUInt32Number CLCMS_CMYK_ALPHA_8 =
    COLORSPACE_SH(PT_CMYK) | EXTRA_SH(1) | CHANNELS_SH(4) | BYTES_SH(1);
static const cmsUInt32Number CLCMS_CMYK_ALPHA_16 =
    COLORSPACE_SH(PT_CMYK) | EXTRA_SH(1) | CHANNELS_SH(4) | BYTES_SH(2);
static const cmsUInt32Number CLCMS_FLAGS = cmsFLAGS_BLACKPOINTCOMPENSATION;
static const cmsUInt32Number CLCMS_FLAGS_ALPHA =
    cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA;
