internal import CSystem
internal import Glibc

/// Zeroed memory that can be given back to the system page by page, and that can tell where it is
/// first touched before whoever touches it goes on.
///
/// SAFETY: what changes is the watch, which only the owner starts and ends.
@safe package final class DemandMemory: @unchecked Sendable {
  /// Bytes of a page.
  package static let pageByteCount = 4096

  /// How many bytes there are, whole pages.
  package let byteCount: Int
  /// The first byte; valid as long as this object is.
  @unsafe package let start: UnsafeMutableRawPointer
  private var watch: TouchWatch?

  /// Maps memory, of which pages take none until they are touched.
  ///
  /// It is shared memory by the system's words, though nobody shares it: that is given back without
  /// counting against limits on data before it is touched.
  ///
  /// - Parameter byteCount: How many bytes, rounded up to whole pages.
  /// - Throws: What `mmap` says.
  package init(byteCount: Int) throws(SystemError) {
    self.byteCount = (byteCount + Self.pageByteCount - 1) & ~(Self.pageByteCount - 1)
    let memory = unsafe mmap(
      nil, max(Self.pageByteCount, self.byteCount), PROT_READ | PROT_WRITE,
      MAP_SHARED | MAP_ANONYMOUS, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
      throw SystemError(errno, in: "mmap")
    }
    unsafe start = memory
  }

  deinit {
    watch?.end()
    unsafe munmap(start, max(Self.pageByteCount, byteCount))
  }

  /// Gives pages back; what reads them afterwards reads zeros.
  ///
  /// - Parameter range: Which bytes; only pages that lie wholly inside go.
  package func release(_ range: Range<Int>) {
    let page = Self.pageByteCount
    let first = (max(0, range.lowerBound) + page - 1) / page * page
    let end = min(range.upperBound, byteCount) / page * page
    guard first < end else { return }
    // SAFETY: the pages are inside the mapping.
    unsafe madvise(start + first, end - first, MADV_REMOVE)
  }

  /// Has a closure called on a thread of its own at each first touch of a page, and of one that was
  /// given back, while the thread that touches it waits.
  ///
  /// The closure must not touch pages that are not there: it would wait for itself.
  /// The corresponding C function is `userfaultfd`.
  ///
  /// - Parameter body: Is given the number of the first byte of the page, and returns how many bytes
  ///   from it on may come at once, untold; at least the page comes.
  /// - Throws: What the system says where it has no such watch, or does not let it be used.
  package func watchTouches(_ body: @escaping @Sendable (Int) -> Int) throws(SystemError) {
    endWatch()
    watch = unsafe try TouchWatch(start: start, byteCount: byteCount, body: body)
  }

  /// Ends the watch; pages that are touched later just come.
  package func endWatch() {
    watch?.end()
    watch = nil
  }
}

/// A thread that is told of touches.
///
/// SAFETY: all is set before the thread starts, but for its number, which
/// only the owner uses.
@safe private final class TouchWatch: @unchecked Sendable {
  private let faults: FileDescriptor
  private let stop: FileDescriptor
  private let start: UnsafeMutableRawPointer
  private let byteCount: Int
  private let body: @Sendable (Int) -> Int
  private var thread = pthread_t()

  init(
    start: UnsafeMutableRawPointer, byteCount: Int, body: @escaping @Sendable (Int) -> Int
  ) throws(SystemError) {
    faults = FileDescriptor(
      takingOwnershipOf: try Syscalls.checked(csystem_page_faults(), in: "userfaultfd"))
    stop = FileDescriptor(
      takingOwnershipOf: try Syscalls.checked(csystem_event(), in: "eventfd"))
    unsafe self.start = start
    self.byteCount = byteCount
    self.body = body
    _ = unsafe try Syscalls.checked(
      csystem_page_faults_watch(faults.number, start, byteCount), in: "ioctl")
    // The thread has its own hold on this object until it ends.
    let held = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(&thread, nil, runTouchWatch, held.toOpaque())
    guard status == 0 else {
      unsafe held.release()
      throw SystemError(status, in: "pthread_create")
    }
  }

  /// Answers touches until it is stopped, or the system says that it cannot go on; nobody is left
  /// waiting then.
  func run() {
    answerTouches()
    _ = unsafe csystem_page_faults_forget(faults.number, start, byteCount)
  }

  private func answerTouches() {
    let page = UInt(DemandMemory.pageByteCount)
    while true {
      var address: UInt = 0
      let status = unsafe csystem_page_faults_wait(faults.number, stop.number, &address)
      guard status > 0 else { return }
      let first = address & ~(page - 1)
      let place = unsafe Int(first - UInt(bitPattern: start))
      let wanted = body(place) & ~(Int(page) - 1)
      let count = max(Int(page), min(wanted, byteCount - place))
      guard csystem_page_faults_fill(faults.number, first, count) >= 0 else { return }
    }
  }

  /// Stops the thread and waits for its end.
  func end() {
    var one: UInt64 = 1
    _ = unsafe write(stop.number, &one, 8)
    pthread_join(thread, nil)
  }
}

private let runTouchWatch: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
  context in
  if let context = unsafe context {
    unsafe Unmanaged<TouchWatch>.fromOpaque(context).takeRetainedValue().run()
  }
  return nil
}
