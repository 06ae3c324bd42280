// dav1d's header, and those of its macros that Swift cannot see.
#include <dav1d/dav1d.h>
#include <errno.h>

static const int CDAV1D_ERROR_AGAIN = DAV1D_ERR(EAGAIN);
static const int CDAV1D_ERROR_INVALID = DAV1D_ERR(EINVAL);
static const int CDAV1D_ERROR_NO_MEMORY = DAV1D_ERR(ENOMEM);
