/// What a worker says of itself before it has read anything that is not trusted.
package struct WorkerGreeting: Sendable, Hashable {
  /// The longest body of its frame, in bytes.
  package static let bodyLimit: UInt64 = 64 << 10

  /// The version of Landlock that confines it; 0 where none does.
  package var landlockVersion: Int
  /// What of its confinement the kernel did not give, in words; empty where all holds.
  package var gaps: [String]
  /// The libraries that it decodes with, each with its version.
  package var libraries: [String]
  /// The names of formats whose decoders its libraries lack.
  package var missingFormats: [String]

  /// Creates a greeting.
  package init(
    landlockVersion: Int, gaps: [String], libraries: [String] = [], missingFormats: [String] = []
  ) {
    self.landlockVersion = landlockVersion
    self.gaps = gaps
    self.libraries = libraries
    self.missingFormats = missingFormats
  }

  /// Reads a greeting from the body of its frame.
  package init(body: [UInt8]) throws(ProtocolError) {
    var reader = WireReader(body[...])
    landlockVersion = try reader.readInt()
    gaps = try reader.readTexts()
    libraries = try reader.readTexts()
    missingFormats = try reader.readTexts()
    try reader.finish()
  }

  /// The greeting as a frame.
  package var frame: [UInt8] {
    var writer = WireWriter()
    writer.write(landlockVersion)
    for texts in [gaps, libraries, missingFormats] {
      writer.write(texts, limit: WireLimit.texts) { $0.write($1) }
    }
    return Frame.header(.ready, bodyByteCount: writer.bytes.count) + writer.bytes
  }
}

extension WireReader {
  fileprivate mutating func readTexts() throws(ProtocolError) -> [String] {
    try readList(limit: WireLimit.texts) { reader throws(ProtocolError) in try reader.readText() }
  }
}
