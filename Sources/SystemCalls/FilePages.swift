internal import CSystem

extension Syscalls {
  /// Lets go of the pages of programs and libraries that are mapped and were not written to.
  ///
  /// They stay in the kernel's cache and come back when they are touched. The corresponding C
  /// functions are `dl_iterate_phdr` and `madvise` with `MADV_DONTNEED`.
  package static func releaseFilePages() { csystem_release_file_pages() }
}
