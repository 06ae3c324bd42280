#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>

int csystem_open(const char *path, int flags, mode_t mode) {
  int fd = open(path, flags, mode);
  return fd < 0 ? -errno : fd;
}

int csystem_openat(int directory, const char *path, int flags, mode_t mode) {
  int fd = openat(directory, path, flags, mode);
  return fd < 0 ? -errno : fd;
}

int csystem_terminal_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) < 0 ? -errno : size.ws_col;
}
