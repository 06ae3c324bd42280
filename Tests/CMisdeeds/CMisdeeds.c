#define _GNU_SOURCE
#include "CMisdeeds.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int number(long result) { return result < 0 ? errno : 0; }

static int opens(const char *path, int flags) {
  int file = open(path, flags, 0600);
  if (file < 0) return errno;
  close(file);
  return 0;
}

// A connection by a socket that is made here.
static int connects(const char *port) {
  int end = socket(AF_INET, SOCK_STREAM, 0);
  if (end < 0) return errno;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  return number(connect(end, (struct sockaddr *)&address, sizeof address));
}

static int forks(void) {
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  return number(child);
}

static int raises_limit(int kind) {
  struct rlimit limit;
  if (getrlimit(kind, &limit) < 0) return errno;
  limit.rlim_cur = limit.rlim_max;
  return number(setrlimit(kind, &limit));
}

static int reads_other(pid_t process) {
  char byte;
  struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
  return number(process_vm_readv(process, &here, 1, &there, 1, 0));
}

static void *nothing(void *argument) { return argument; }

int misdeed(const char *name, const char *with) {
  char *const words[] = {(char *)with, NULL};
  if (!strcmp(name, "open")) return opens(with, O_RDONLY);
  if (!strcmp(name, "open-writing")) return opens(with, O_WRONLY);
  if (!strcmp(name, "create")) return opens(with, O_CREAT | O_WRONLY);
  if (!strcmp(name, "create-nameless")) return opens(with, O_TMPFILE | O_WRONLY);
  if (!strcmp(name, "unlink")) return number(unlink(with));
  if (!strcmp(name, "mkdir")) return number(mkdir(with, 0700));
  if (!strcmp(name, "rename")) return number(rename(with, "/tmp/elsewhere"));
  if (!strcmp(name, "symlink")) return number(symlink("/etc/passwd", with));
  if (!strcmp(name, "chmod")) return number(chmod(with, 0777));
  if (!strcmp(name, "chdir")) return number(chdir(with));
  if (!strcmp(name, "connect")) return connects(with);
  if (!strcmp(name, "local-socket")) return number(socket(AF_UNIX, SOCK_STREAM, 0));
  if (!strcmp(name, "raw-netlink")) return number(socket(AF_NETLINK, SOCK_RAW, 0));
  if (!strcmp(name, "fork")) return forks();
  if (!strcmp(name, "execute")) return number(execv(with, words));
  if (!strcmp(name, "trace")) return number(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
  if (!strcmp(name, "read-parent")) return reads_other(getppid());
  if (!strcmp(name, "signal-parent")) return number(kill(getppid(), SIGURG));
  if (!strcmp(name, "raise-data-limit")) return raises_limit(RLIMIT_DATA);
  if (!strcmp(name, "dumpable")) return number(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0));
  if (!strcmp(name, "new-namespace")) return number(unshare(CLONE_NEWUSER));
  if (!strcmp(name, "mount")) return number(mount("none", "/mnt", "tmpfs", 0, NULL));
  if (!strcmp(name, "user-id")) return number(setuid(0));
  if (!strcmp(name, "rings")) return number(syscall(SYS_io_uring_setup, 1, NULL));
  if (!strcmp(name, "bpf")) return number(syscall(SYS_bpf, 0, NULL, 0));
  if (!strcmp(name, "keys")) return number(syscall(SYS_keyctl, 0, 0, 0, 0, 0));
  if (!strcmp(name, "terminal-input")) return number(ioctl(0, TIOCSTI, "x"));
  if (!strcmp(name, "signals-by-descriptor")) return number(fcntl(3, F_SETOWN, getppid()));
  // What decoders need, and must still be able to do.
  if (!strcmp(name, "thread")) {
    pthread_t thread;
    int failure = pthread_create(&thread, NULL, nothing, NULL);
    if (failure == 0) pthread_join(thread, NULL);
    return failure;
  }
  if (!strcmp(name, "memory")) {
    void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? errno : number(munmap(memory, 1 << 20));
  }
  if (!strcmp(name, "read-limit")) {
    struct rlimit limit;
    return number(getrlimit(RLIMIT_DATA, &limit));
  }
  return -1;
}
