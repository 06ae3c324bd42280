#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>

int csystem_open(const char *path, int flags, mode_t mode) {
  int fd = open(path, flags, mode);
  return fd < 0 ? -errno : fd;
}

int csystem_openat(int directory, const char *path, int flags, mode_t mode) {
  int fd = openat(directory, path, flags, mode);
  return fd < 0 ? -errno : fd;
}
