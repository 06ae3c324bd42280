internal import MediaTypes

/// Rules at work: what was taken so far, and what there is still room for.
struct RuleBook {
  /// An item as rules see it.
  struct Entry {
    let identifier: String
    let kind: ShareKind?
    let facts: MediaFacts?
    let type: UniformType
    let byteCount: UInt64?
    let error: ThumbnailError?
  }

  private let rules: ShareRules
  private var counts: [ShareKind: Int] = [:]
  private var total = 0
  private var byteCount: UInt64 = 0

  private init(_ rules: ShareRules) { self.rules = rules }

  /// Judges items in their order.
  static func verdict(on entries: [Entry], by rules: ShareRules) -> ShareVerdict {
    var book = RuleBook(rules)
    let items = entries.enumerated().map { position, entry in
      let refusal = book.refusal(of: entry)
      if refusal == nil { book.take(entry) }
      return ShareVerdict.Item(
        position: position, identifier: entry.identifier, kind: entry.kind,
        byteCount: entry.byteCount, refusal: refusal)
    }
    let shortage =
      book.total < rules.minItemCount
      ? "at least \(rules.minItemCount) items are wanted, \(book.total) can be taken" : nil
    return ShareVerdict(items: items, shortage: shortage)
  }

  private func refusal(of entry: Entry) -> ShareVerdict.Refusal? {
    guard let kind = entry.kind else {
      return .init(
        code: .unreadable, message: entry.error?.description ?? "the content cannot be read")
    }
    if !rules.allowedTypes.isEmpty, !isAllowed(entry) {
      let allowed = rules.allowedTypes.map(\.identifier).joined(separator: ", ")
      return .init(code: .typeNotAllowed, message: "\(entry.type) is none of \(allowed)")
    }
    if let limit = limit(on: kind), count(with: kind) >= limit {
      let message =
        limit == 0
        ? "items of kind \(kind.rawValue) are not taken"
        : "at most \(limit) of kind \(kind.rawValue) are taken"
      return .init(code: .tooManyOfKind, message: message)
    }
    if let limit = rules.maxItemCount, total >= limit {
      return .init(code: .tooManyItems, message: "at most \(limit) items are taken")
    }
    return bytesRefusal(of: entry.byteCount ?? 0)
  }

  private func bytesRefusal(of bytes: UInt64) -> ShareVerdict.Refusal? {
    guard let limit = rules.maxTotalBytes else { return nil }
    let (sum, overflows) = byteCount.addingReportingOverflow(bytes)
    guard overflows || sum > limit else { return nil }
    return .init(
      code: .tooManyBytes,
      message: "its \(bytes) bytes and the \(byteCount) before it exceed the limit of \(limit)")
  }

  private func isAllowed(_ entry: Entry) -> Bool {
    rules.allowedTypes.contains { allowed in
      entry.type.conforms(to: allowed) || entry.facts?.conforms(to: allowed) == true
    }
  }

  private func limit(on kind: ShareKind) -> Int? { rules.maxCounts[kind] ?? rules.maxOtherCount }

  /// How many items share the limit that a kind has.
  private func count(with kind: ShareKind) -> Int {
    guard rules.maxCounts[kind] == nil else { return counts[kind, default: 0] }
    return counts.reduce(0) { rules.maxCounts[$1.key] == nil ? $0 + $1.value : $0 }
  }

  private mutating func take(_ entry: Entry) {
    if let kind = entry.kind { counts[kind, default: 0] += 1 }
    total += 1
    byteCount &+= entry.byteCount ?? 0
  }
}
