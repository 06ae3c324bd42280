import ByteSources
import MediaTypes

/// Files of the same content that are met while one of them is being decoded.
struct Twins {
  /// So many files wait at most, each with an open descriptor; no more are begun then.
  private static let mostFollowers = 256

  /// Files that are on their way, by length.
  private var leaders: [UInt64: [PendingFile]] = [:]
  /// Files that wait, by the number of the file that they are the same as.
  private var followers: [Int: [PendingFile]] = [:]
  private var followerCount = 0

  /// Whether so many files wait that others must be done first.
  var isFull: Bool { followerCount >= Twins.mostFollowers }

  /// Notes that a file is on its way.
  mutating func lead(_ pending: PendingFile) {
    leaders[pending.source.byteCount, default: []].append(pending)
  }

  /// Has a file wait for one of the same content, where one is on its way.
  ///
  /// - Returns: Whether it waits.
  mutating func follow(_ pending: PendingFile) -> Bool {
    let leader = leaders[pending.source.byteCount]?.first { leader in
      (try? leader.source.hasSameContent(as: pending.source)) == true
    }
    guard let leader else { return false }
    followers[leader.file.number, default: []].append(pending)
    followerCount += 1
    return true
  }

  /// Takes a file off its way.
  ///
  /// - Returns: Those that waited for it.
  mutating func end(_ leader: PendingFile) -> [PendingFile] {
    let length = leader.source.byteCount
    leaders[length]?.removeAll { $0.file.number == leader.file.number }
    if leaders[length]?.isEmpty == true { leaders[length] = nil }
    let freed = followers.removeValue(forKey: leader.file.number) ?? []
    followerCount -= freed.count
    return freed
  }
}
