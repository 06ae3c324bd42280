// System calls that Swift cannot say: variadic ones, and those that only GNU's headers declare.
//
// Each returns what the call returns, or −errno.
#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <spawn.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "CConfinement.h"

// open(2) is variadic. Returns a descriptor, or −errno.
int csystem_open(const char *path, int flags, mode_t mode);

// openat(2) is variadic. Returns a descriptor, or −errno.
int csystem_openat(int directory, const char *path, int flags, mode_t mode);

// O_TMPFILE is declared for GNU only.
extern const int csystem_open_without_name;

// ioctl(2) is variadic. Returns the columns of the terminal behind a descriptor, or −errno.
int csystem_terminal_columns(int fd);

// getdents64(2). Fills whole records; returns their bytes, 0 at the end.
ssize_t csystem_getdents(int directory, void *buffer, size_t size);

// Where the parts of a record of getdents64 lie; its struct is GNU's.
size_t csystem_dirent_length(const void *record);
unsigned char csystem_dirent_type(const void *record);
uint64_t csystem_dirent_inode(const void *record);
const char *csystem_dirent_name(const void *record);

// statx(2) and its struct are GNU's. The time at which an open file was made, in nanoseconds since
// 1970; 0 where the file system does not tell.
int64_t csystem_birth_time(int fd);

// socketpair(2) of stream sockets that are closed on exec.
int csystem_socketpair(int ends[2]);

// sendmsg(2) with a descriptor unless it is negative: control messages are made by macros.
// Never raises SIGPIPE; does not block where `waits` is 0.
ssize_t csystem_send(int socket, const void *bytes, size_t count, int descriptor, int waits);

// recvmsg(2), which also takes one descriptor where one comes; −1 where none does.
// What comes beyond one is closed by the kernel, and so is that one where `descriptor` is NULL.
ssize_t csystem_receive(int socket, void *bytes, size_t count, int *descriptor, int waits);

// posix_spawn_file_actions_addclosefrom_np(3) is declared for GNU only.
int csystem_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

// prctl(2) is variadic: SIGKILL for this process when the thread that started it ends.
int csystem_end_with_parent(void);

// prlimit(2) is declared for GNU only. What is said is RLIMIT_DATA's soft limit; the hard one stays.
int csystem_limit_data(pid_t process, uint64_t bytes);

// setrlimit(2): the kinds are an enumeration that Swift sees as a type of its own.
int csystem_set_limit(int kind, uint64_t soft, uint64_t hard);
int csystem_get_limit(int kind, uint64_t *soft, uint64_t *hard);
extern const int csystem_limit_kind_core;
extern const int csystem_limit_kind_data;
extern const int csystem_limit_kind_descriptors;
extern const int csystem_limit_kind_file_length;

// sigaction(2) for SIGINT and SIGTERM: a handler may do next to nothing, and Swift cannot promise
// what a closure does. The handler writes the signal's number, one byte, to the descriptor;
// −1 brings back what was there before. One watcher a process.
int csystem_watch_stop_signals(int descriptor);

// sched_getaffinity(2) is declared for GNU only.
int csystem_processor_count(void);

// pthread_setattr_default_np(3) is declared for GNU only. The stack of threads started later.
int csystem_set_thread_stack(size_t bytes);

// mallopt(3) and malloc_trim(3) are not in the modules that Swift sees.
int csystem_malloc_settle(int arenas, int trim_threshold, int mmap_threshold);
int csystem_malloc_trim(void);

// madvise(2) with MADV_DONTNEED for the parts of programs and libraries that cannot be written to,
// as dl_iterate_phdr(3) lists them; their pages come back from the file when they are touched.
void csystem_release_file_pages(void);

// eventfd(2) with nothing to tell, closed on exec; its flags are GNU's.
int csystem_event(void);

// userfaultfd(2) has no wrapper. Returns a descriptor that tells of pages which are touched before
// they are there, in memory that is shared; only touches by programs, not by the kernel for them.
int csystem_page_faults(void);

// UFFDIO_REGISTER: the pages that a descriptor is to tell of.
int csystem_page_faults_watch(int faults, void *start, size_t count);

// UFFDIO_UNREGISTER: ends that, and lets whoever waits go on.
int csystem_page_faults_forget(int faults, void *start, size_t count);

// Waits for a touch; 1 with its address, 0 where the other descriptor has become readable.
int csystem_page_faults_wait(int faults, int stop, uintptr_t *address);

// UFFDIO_ZEROPAGE: makes a page of zeros be there, and lets whoever touched it go on.
int csystem_page_faults_fill(int faults, uintptr_t page, size_t count);

#endif
