/// A message between supervisor and worker, in its envelope.
///
/// ```
/// offset 0  "thw" and the version, one byte each
///        4  kind, one byte
///        5  length of the body, eight bytes, little endian
///       13  body
/// ```
package struct Frame: Sendable, Hashable {
  /// What the body is.
  package enum Kind: UInt8, Sendable, CaseIterable {
    /// A worker says that it is ready.
    case ready = 1
    /// A job; a descriptor of its file travels with the first byte.
    case job = 2
    /// The answer to a job.
    case answer = 3
  }

  /// The version of the protocol; both sides are of one build and refuse any other.
  package static let version: UInt8 = 1

  static let mark: [UInt8] = [0x74, 0x68, 0x77]
  static let headerByteCount = 13

  /// What the body is.
  package var kind: Kind
  /// The encoded message.
  package var body: [UInt8]

  /// Creates a frame.
  package init(kind: Kind, body: [UInt8]) {
    self.kind = kind
    self.body = body
  }

  /// The bytes that come before a body.
  ///
  /// - Parameters:
  ///   - kind: What the body is.
  ///   - bodyByteCount: Its length in bytes.
  /// - Returns: The header.
  static func header(_ kind: Kind, bodyByteCount: Int) -> [UInt8] {
    var writer = WireWriter()
    writer.bytes = mark + [version, kind.rawValue]
    writer.write(UInt64(bodyByteCount))
    return writer.bytes
  }
}

/// Puts frames together from bytes as they arrive.
///
/// It holds one body at most, and never room for bytes that have not come.
package struct FrameAssembler: Sendable {
  /// The longest body that is accepted, in bytes.
  package var bodyLimit: UInt64

  private var header: [UInt8] = []
  private var body: [UInt8] = []
  private var expected: (kind: Frame.Kind, byteCount: Int)?

  /// Creates an assembler.
  ///
  /// - Parameter bodyLimit: The longest body that is accepted, in bytes.
  package init(bodyLimit: UInt64) { self.bodyLimit = bodyLimit }

  /// Whether bytes of a frame came that is not complete.
  package var isInsideFrame: Bool { !header.isEmpty }

  /// Takes bytes.
  ///
  /// - Parameter bytes: What arrived; what belongs to the frame is removed from its front.
  /// - Returns: The frame that is now complete; `nil` once all bytes are taken.
  /// - Throws: `ProtocolError`, after which the stream is of no use.
  package mutating func take(
    _ bytes: inout ArraySlice<UInt8>
  ) throws(ProtocolError) -> Frame? {
    if expected == nil {
      let missing = Frame.headerByteCount - header.count
      header += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard header.count == Frame.headerByteCount else { return nil }
      expected = try parseHeader()
    }
    guard let expected else { return nil }
    let missing = expected.byteCount - body.count
    body += bytes.prefix(missing)
    bytes = bytes.dropFirst(missing)
    guard body.count == expected.byteCount else { return nil }
    let frame = Frame(kind: expected.kind, body: body)
    header = []
    body = []
    self.expected = nil
    return frame
  }

  private func parseHeader() throws(ProtocolError) -> (kind: Frame.Kind, byteCount: Int) {
    guard header.starts(with: Frame.mark) else { throw .notAFrame }
    guard header[3] == Frame.version else { throw .otherVersion(header[3]) }
    guard let kind = Frame.Kind(rawValue: header[4]) else { throw .unknown("kind of message") }
    var reader = WireReader(header[5...])
    let byteCount = try reader.readUInt64()
    guard byteCount <= bodyLimit, let count = Int(exactly: byteCount) else {
      throw .frameTooLong(byteCount: byteCount, limit: bodyLimit)
    }
    return (kind, count)
  }
}
