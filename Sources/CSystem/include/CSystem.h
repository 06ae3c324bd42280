// System calls that Swift cannot say: variadic ones, and those whose macros it does not see.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <sys/types.h>

// open(2) is variadic. Returns a descriptor, or −errno.
int csystem_open(const char *path, int flags, mode_t mode);

// openat(2) is variadic. Returns a descriptor, or −errno.
int csystem_openat(int directory, const char *path, int flags, mode_t mode);

// ioctl(2) is variadic. Returns the columns of the terminal behind a descriptor, or −errno.
int csystem_terminal_columns(int fd);

#endif
