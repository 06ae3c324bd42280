// What a process can no longer do: system calls that are variadic, GNU's, or have no wrapper.
//
// Each returns what the call returns, or −errno. Nothing here can be taken back.
#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

// prctl(2) is variadic. Neither this process nor what it executes can gain rights.
int csystem_no_new_privileges(void);

// prctl(2) is variadic. No memory image, and no other process of the user may look into this one.
int csystem_not_dumpable(void);

// capset(2) has no wrapper. Gives up every capability, of root too.
int csystem_drop_capabilities(void);

// clearenv(3) is declared for GNU and others only.
int csystem_clear_environment(void);

// close_range(2) is declared for GNU only. Closes all descriptors from a number on.
int csystem_close_from(int first);

// The calls of landlock(7) have no wrappers. The first one returns the version of the interface.
int csystem_landlock_version(void);
int csystem_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes, size_t size);
int csystem_landlock_allow(int ruleset, int directory, uint64_t access);
int csystem_landlock_enter(int ruleset);

// seccomp(2) has no wrapper. The filter holds for all threads.
int csystem_filter_calls(const struct sock_filter *instructions, size_t count);

// open(2)'s O_PATH is declared for GNU only.
extern const int csystem_open_as_place;

// The machine, as a filter is told it. Source: linux/audit.h.
extern const uint32_t csystem_machine;

// Flags of clone(2), prctl(2) and open(2) that a filter looks at.
extern const uint32_t csystem_clone_thread;
extern const uint32_t csystem_prctl_set_name;
extern const uint32_t csystem_prctl_set_memory_name;
extern const uint32_t csystem_open_for_change;

// Numbers of calls; those that a machine lacks are −1.
#ifdef __x86_64__
#define CSYSTEM_OLD(name) SYS_##name
#else
#define CSYSTEM_OLD(name) -1
#endif

enum {
  csystem_call_access = CSYSTEM_OLD(access),
  csystem_call_brk = SYS_brk,
  csystem_call_clock_getres = SYS_clock_getres,
  csystem_call_clock_gettime = SYS_clock_gettime,
  csystem_call_clock_nanosleep = SYS_clock_nanosleep,
  csystem_call_clone = SYS_clone,
  csystem_call_clone3 = SYS_clone3,
  csystem_call_close = SYS_close,
  csystem_call_dup = SYS_dup,
  csystem_call_eventfd2 = SYS_eventfd2,
  csystem_call_exit = SYS_exit,
  csystem_call_exit_group = SYS_exit_group,
  csystem_call_faccessat = SYS_faccessat,
  csystem_call_fcntl = SYS_fcntl,
  csystem_call_fstat = SYS_fstat,
  csystem_call_fstatfs = SYS_fstatfs,
  csystem_call_futex = SYS_futex,
  csystem_call_getdents64 = SYS_getdents64,
  csystem_call_getegid = SYS_getegid,
  csystem_call_geteuid = SYS_geteuid,
  csystem_call_getgid = SYS_getgid,
  csystem_call_getpid = SYS_getpid,
  csystem_call_getrandom = SYS_getrandom,
  csystem_call_getrusage = SYS_getrusage,
  csystem_call_gettid = SYS_gettid,
  csystem_call_gettimeofday = SYS_gettimeofday,
  csystem_call_getuid = SYS_getuid,
  csystem_call_ioctl = SYS_ioctl,
  csystem_call_kill = SYS_kill,
  csystem_call_lseek = SYS_lseek,
  csystem_call_madvise = SYS_madvise,
  csystem_call_membarrier = SYS_membarrier,
  csystem_call_mincore = SYS_mincore,
  csystem_call_mmap = SYS_mmap,
  csystem_call_mprotect = SYS_mprotect,
  csystem_call_mremap = SYS_mremap,
  csystem_call_munmap = SYS_munmap,
  csystem_call_nanosleep = SYS_nanosleep,
  csystem_call_newfstatat = SYS_newfstatat,
  csystem_call_open = CSYSTEM_OLD(open),
  csystem_call_openat = SYS_openat,
  csystem_call_poll = CSYSTEM_OLD(poll),
  csystem_call_ppoll = SYS_ppoll,
  csystem_call_prctl = SYS_prctl,
  csystem_call_pread64 = SYS_pread64,
  csystem_call_preadv = SYS_preadv,
  csystem_call_prlimit64 = SYS_prlimit64,
  csystem_call_read = SYS_read,
  csystem_call_readlink = CSYSTEM_OLD(readlink),
  csystem_call_readlinkat = SYS_readlinkat,
  csystem_call_readv = SYS_readv,
  csystem_call_recvmsg = SYS_recvmsg,
  csystem_call_restart_syscall = SYS_restart_syscall,
  csystem_call_rseq = SYS_rseq,
  csystem_call_rt_sigaction = SYS_rt_sigaction,
  csystem_call_rt_sigprocmask = SYS_rt_sigprocmask,
  csystem_call_rt_sigreturn = SYS_rt_sigreturn,
  csystem_call_sched_getaffinity = SYS_sched_getaffinity,
  csystem_call_sched_getattr = SYS_sched_getattr,
  csystem_call_sched_yield = SYS_sched_yield,
  csystem_call_sendmsg = SYS_sendmsg,
  csystem_call_set_robust_list = SYS_set_robust_list,
  csystem_call_set_tid_address = SYS_set_tid_address,
  csystem_call_sigaltstack = SYS_sigaltstack,
  csystem_call_statfs = SYS_statfs,
  csystem_call_statx = SYS_statx,
  csystem_call_sysinfo = SYS_sysinfo,
  csystem_call_tgkill = SYS_tgkill,
  csystem_call_uname = SYS_uname,
  csystem_call_userfaultfd = SYS_userfaultfd,
  csystem_call_write = SYS_write,
  csystem_call_writev = SYS_writev,
};

#endif
