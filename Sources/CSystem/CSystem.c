#define _GNU_SOURCE
#include "CSystem.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/userfaultfd.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

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

ssize_t csystem_getdents(int directory, void *buffer, size_t size) {
  ssize_t count = getdents64(directory, buffer, size);
  return count < 0 ? -errno : count;
}

size_t csystem_dirent_length(const void *record) {
  return ((const struct dirent64 *)record)->d_reclen;
}

unsigned char csystem_dirent_type(const void *record) {
  return ((const struct dirent64 *)record)->d_type;
}

uint64_t csystem_dirent_inode(const void *record) {
  return ((const struct dirent64 *)record)->d_ino;
}

const char *csystem_dirent_name(const void *record) {
  return ((const struct dirent64 *)record)->d_name;
}

int csystem_socketpair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0 ? -errno : 0;
}

// Room for one descriptor in a control message, aligned as cmsg(3) asks.
union one_descriptor {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

ssize_t csystem_send(int socket, const void *bytes, size_t count, int descriptor, int waits) {
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  union one_descriptor control = {0};
  if (descriptor >= 0) {
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  }
  ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT));
  return sent < 0 ? -errno : sent;
}

ssize_t csystem_receive(int socket, void *bytes, size_t count, int *descriptor, int waits) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union one_descriptor control = {0};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor) {
    *descriptor = -1;
    message.msg_control = control.bytes;
    message.msg_controllen = sizeof control.bytes;
  }
  ssize_t received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (waits ? 0 : MSG_DONTWAIT));
  if (received < 0) return -errno;
  if (!descriptor) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len >= CMSG_LEN(sizeof(int))) {
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  }
  return received;
}

int csystem_spawn_close_from(posix_spawn_file_actions_t *actions, int first) {
  return -posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int csystem_end_with_parent(void) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 ? -errno : 0;
}

int csystem_limit_data(pid_t process, uint64_t bytes) {
  struct rlimit limit;
  if (prlimit(process, RLIMIT_DATA, NULL, &limit) < 0) return -errno;
  limit.rlim_cur = bytes < limit.rlim_max ? bytes : limit.rlim_max;
  return prlimit(process, RLIMIT_DATA, &limit, NULL) < 0 ? -errno : 0;
}

const int csystem_open_without_name = O_TMPFILE;

const int csystem_limit_kind_core = RLIMIT_CORE;
const int csystem_limit_kind_data = RLIMIT_DATA;
const int csystem_limit_kind_descriptors = RLIMIT_NOFILE;
const int csystem_limit_kind_file_length = RLIMIT_FSIZE;

int csystem_set_limit(int kind, uint64_t soft, uint64_t hard) {
  struct rlimit limit = {.rlim_cur = soft, .rlim_max = hard};
  return setrlimit(kind, &limit) < 0 ? -errno : 0;
}

int csystem_get_limit(int kind, uint64_t *soft, uint64_t *hard) {
  struct rlimit limit;
  if (getrlimit(kind, &limit) < 0) return -errno;
  *soft = limit.rlim_cur;
  *hard = limit.rlim_max;
  return 0;
}

static volatile sig_atomic_t stop_descriptor = -1;
static struct sigaction before_interrupt, before_terminate;

static void note_stop(int signal) {
  int number = errno;
  unsigned char byte = (unsigned char)signal;
  ssize_t written = write(stop_descriptor, &byte, 1);
  (void)written;  // A full pipe means that a signal was noted already.
  errno = number;
}

int csystem_watch_stop_signals(int descriptor) {
  if (descriptor < 0) {
    int result = sigaction(SIGINT, &before_interrupt, NULL) |
                 sigaction(SIGTERM, &before_terminate, NULL);
    stop_descriptor = -1;
    return result < 0 ? -errno : 0;
  }
  stop_descriptor = descriptor;
  struct sigaction action = {.sa_handler = note_stop, .sa_flags = SA_RESTART};
  int result = sigaction(SIGINT, &action, &before_interrupt) |
               sigaction(SIGTERM, &action, &before_terminate);
  return result < 0 ? -errno : 0;
}

int csystem_processor_count(void) {
  cpu_set_t processors;
  return sched_getaffinity(0, sizeof processors, &processors) < 0 ? -errno : CPU_COUNT(&processors);
}

int csystem_set_thread_stack(size_t bytes) {
  pthread_attr_t attributes;
  int failure = pthread_getattr_default_np(&attributes);
  if (failure == 0) failure = pthread_attr_setstacksize(&attributes, bytes);
  if (failure == 0) failure = pthread_setattr_default_np(&attributes);
  return -failure;
}

int csystem_malloc_settle(int arenas, int trim_threshold, int mmap_threshold) {
  return mallopt(M_ARENA_MAX, arenas) && mallopt(M_TRIM_THRESHOLD, trim_threshold) &&
         mallopt(M_MMAP_THRESHOLD, mmap_threshold);
}

int csystem_malloc_trim(void) {
  return malloc_trim(0);
}

int64_t csystem_birth_time(int fd) {
  struct statx facts;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_BTIME, &facts) != 0) return 0;
  if (!(facts.stx_mask & STATX_BTIME)) return 0;
  return facts.stx_btime.tv_sec * INT64_C(1000000000) + facts.stx_btime.tv_nsec;
}

int csystem_event(void) {
  int event = eventfd(0, EFD_CLOEXEC);
  return event < 0 ? -errno : event;
}

int csystem_page_faults(void) {
  int faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK | UFFD_USER_MODE_ONLY);
  if (faults < 0) return -errno;
  struct uffdio_api api = {.api = UFFD_API, .features = UFFD_FEATURE_MISSING_SHMEM};
  if (ioctl(faults, UFFDIO_API, &api) == 0) return faults;
  int number = errno;
  close(faults);
  return -number;
}

int csystem_page_faults_watch(int faults, void *start, size_t count) {
  struct uffdio_register range = {
      .range = {.start = (uintptr_t)start, .len = count}, .mode = UFFDIO_REGISTER_MODE_MISSING};
  return ioctl(faults, UFFDIO_REGISTER, &range) < 0 ? -errno : 0;
}

int csystem_page_faults_forget(int faults, void *start, size_t count) {
  struct uffdio_range range = {.start = (uintptr_t)start, .len = count};
  return ioctl(faults, UFFDIO_UNREGISTER, &range) < 0 ? -errno : 0;
}

int csystem_page_faults_wait(int faults, int stop, uintptr_t *address) {
  for (;;) {
    struct pollfd ends[2] = {{.fd = faults, .events = POLLIN}, {.fd = stop, .events = POLLIN}};
    if (poll(ends, 2, -1) < 0) {
      if (errno == EINTR) continue;
      return -errno;
    }
    struct uffd_msg message;
    ssize_t count = ends[0].revents ? read(faults, &message, sizeof message) : 0;
    if (count == sizeof message && message.event == UFFD_EVENT_PAGEFAULT) {
      *address = message.arg.pagefault.address;
      return 1;
    }
    if (count < 0 && errno != EAGAIN && errno != EINTR) return -errno;
    if (ends[1].revents) return 0;
  }
}

int csystem_page_faults_fill(int faults, uintptr_t page, size_t count) {
  struct uffdio_zeropage zeros = {.range = {.start = page, .len = count}};
  while (ioctl(faults, UFFDIO_ZEROPAGE, &zeros) < 0) {
    // Another thread is changing the process's mappings.
    if (errno == EAGAIN) continue;
    if (errno == EEXIST) break;
    return -errno;
  }
  if (zeros.zeropage == (int64_t)count) return 0;
  // Somebody else was quicker.
  struct uffdio_range range = {.start = page, .len = count};
  return ioctl(faults, UFFDIO_WAKE, &range) < 0 ? -errno : 0;
}

// Whether the loader writes to parts that cannot be written to afterwards.
static int has_text_relocations(const struct dl_phdr_info *object) {
  for (int i = 0; i < object->dlpi_phnum; i++) {
    if (object->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; entry++) {
      if (entry->d_tag == DT_TEXTREL) return 1;
      if (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_TEXTREL)) return 1;
    }
  }
  return 0;
}

static int release_object(struct dl_phdr_info *object, size_t size, void *page_size) {
  (void)size;
  uintptr_t page = *(const uintptr_t *)page_size;
  if (has_text_relocations(object)) return 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || (part->p_flags & PF_W)) continue;
    uintptr_t start = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
    uintptr_t end = (object->dlpi_addr + part->p_vaddr + part->p_filesz + page - 1) & ~(page - 1);
    madvise((void *)start, end - start, MADV_DONTNEED);
  }
  return 0;
}

void csystem_release_file_pages(void) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  dl_iterate_phdr(release_object, &page);
}
