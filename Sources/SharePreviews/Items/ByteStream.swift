/// Bytes that come over time, such as a download.
public struct ByteStream: Sendable {
  /// Hands over what comes, piece by piece; the taker may refuse to go on by throwing.
  typealias Taker = (_ piece: [UInt8]) throws -> Void

  private static let pieceByteCount = 64 << 10

  let forEachPiece: @Sendable (_ take: Taker) async throws -> Void

  /// Creates a stream of pieces.
  ///
  /// - Parameter pieces: Bytes in order, any number at once; it is iterated once.
  public init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces) where Pieces.Element == [UInt8] {
    forEachPiece = { take in
      for try await piece in pieces { try take(piece) }
    }
  }

  /// Creates a stream of single bytes.
  ///
  /// - Parameter bytes: Bytes in order; it is iterated once.
  public init<Bytes: AsyncSequence & Sendable>(bytes: Bytes) where Bytes.Element == UInt8 {
    forEachPiece = { take in
      var piece: [UInt8] = []
      for try await byte in bytes {
        piece.append(byte)
        if piece.count == Self.pieceByteCount {
          try take(piece)
          piece.removeAll(keepingCapacity: true)
        }
      }
      if !piece.isEmpty { try take(piece) }
    }
  }
}
