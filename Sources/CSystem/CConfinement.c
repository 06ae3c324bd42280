#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif

int csystem_no_new_privileges(void) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 ? -errno : 0;
}

int csystem_not_dumpable(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) < 0 ? -errno : 0;
}

int csystem_drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {0};
  return syscall(SYS_capset, &header, none) < 0 ? -errno : 0;
}

int csystem_clear_environment(void) {
  return clearenv() == 0 ? 0 : -ENOMEM;
}

int csystem_close_from(int first) {
  return close_range((unsigned)first, ~0U, 0) < 0 ? -errno : 0;
}

int csystem_landlock_version(void) {
  long version =
      syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 0 ? -errno : (int)version;
}

int csystem_landlock_ruleset(uint64_t files, uint64_t network, uint64_t scopes, size_t size) {
  // Headers of a distribution know the first of these only; older kernels are told a smaller size.
  struct {
    uint64_t files, network, scopes;
  } handled = {files, network, scopes};
  long ruleset = syscall(SYS_landlock_create_ruleset, &handled, size, 0);
  return ruleset < 0 ? -errno : (int)ruleset;
}

int csystem_landlock_allow(int ruleset, int directory, uint64_t access) {
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = directory};
  return syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) < 0
             ? -errno
             : 0;
}

int csystem_landlock_enter(int ruleset) {
  return syscall(SYS_landlock_restrict_self, ruleset, 0) < 0 ? -errno : 0;
}

int csystem_filter_calls(const struct sock_filter *instructions, size_t count) {
  struct sock_fprog program = {.len = (unsigned short)count,
                               .filter = (struct sock_filter *)instructions};
  long thread =
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
  // A positive answer is a thread that could not follow.
  return thread < 0 ? -errno : thread > 0 ? -ESRCH : 0;
}

const int csystem_open_as_place = O_PATH;

#if defined(__x86_64__)
const uint32_t csystem_machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
const uint32_t csystem_machine = AUDIT_ARCH_AARCH64;
#else
#error "numbers of system calls are known for x86-64 and arm64 only"
#endif

const uint32_t csystem_clone_thread = CLONE_THREAD;
const uint32_t csystem_prctl_set_name = PR_SET_NAME;
const uint32_t csystem_prctl_set_memory_name = PR_SET_VMA;
const uint32_t csystem_open_for_change =
    O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
