/// Boxes of an ISO base media file, taken apart so that a test can change one.
///
/// Source: ISO/IEC 14496-12:2022 § 4.2; sizes of 64 bits do not occur in what the tests make.
struct BoxTree {
  var type: String
  /// The content of a box without boxes inside.
  var content: [UInt8]
  var children: [BoxTree]

  private static let parents: Set<String> = [
    "moov", "trak", "mdia", "minf", "dinf", "stbl", "edts",
  ]

  static func boxes(of bytes: ArraySlice<UInt8>) -> [BoxTree] {
    var boxes: [BoxTree] = []
    var rest = bytes
    while rest.count >= 8 {
      let start = rest.startIndex
      let size = rest[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      guard size >= 8, size <= rest.count else { break }
      let type = String(decoding: rest[(start + 4)..<(start + 8)], as: UTF8.self)
      let content = rest[(start + 8)..<(start + size)]
      boxes.append(
        parents.contains(type)
          ? BoxTree(type: type, content: [], children: Self.boxes(of: content))
          : BoxTree(type: type, content: Array(content), children: []))
      rest = rest[(start + size)...]
    }
    return boxes
  }

  var bytes: [UInt8] {
    let inside = children.isEmpty ? content : children.flatMap(\.bytes)
    return Self.number(inside.count + 8) + Array(type.utf8) + inside
  }

  /// Changes every box of a type, wherever it is.
  mutating func change(_ type: String, _ body: (inout BoxTree) -> Void) {
    if self.type == type { body(&self) }
    for index in children.indices { children[index].change(type, body) }
  }

  static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  /// Changes every box of a type in a file.
  static func changing(
    _ type: String, in file: [UInt8], _ body: (inout BoxTree) -> Void
  ) -> [UInt8] {
    boxes(of: file[...]).flatMap { box in
      var box = box
      box.change(type, body)
      return box.bytes
    }
  }
}
