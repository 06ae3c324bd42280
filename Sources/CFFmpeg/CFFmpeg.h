// FFmpeg's headers, and those of its macros that Swift cannot see.
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

static const int CFFMPEG_ERROR_EOF = AVERROR_EOF;
static const int CFFMPEG_ERROR_AGAIN = AVERROR(EAGAIN);
static const int CFFMPEG_ERROR_EXIT = AVERROR_EXIT;
static const int CFFMPEG_ERROR_IO = AVERROR(EIO);
static const int CFFMPEG_ERROR_INVALID = AVERROR(EINVAL);
static const int CFFMPEG_ERROR_INVALID_DATA = AVERROR_INVALIDDATA;
static const int CFFMPEG_ERROR_NO_MEMORY = AVERROR(ENOMEM);
static const int CFFMPEG_ERROR_NOT_PERMITTED = AVERROR(EPERM);
static const int64_t CFFMPEG_NO_TIMESTAMP = AV_NOPTS_VALUE;
static const enum AVPixelFormat CFFMPEG_PIX_FMT_RGB48 = AV_PIX_FMT_RGB48;
static const enum AVPixelFormat CFFMPEG_PIX_FMT_RGBA64 = AV_PIX_FMT_RGBA64;
