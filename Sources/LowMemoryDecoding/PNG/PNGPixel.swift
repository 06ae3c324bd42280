/// A pixel of whole bytes, whose bytes are calculated with side by side.
protocol PNGPixel {
  associatedtype Lanes: SIMD where Lanes.Scalar == Int16

  /// Bytes a pixel.
  static var byteCount: Int { get }
  /// Reads as many bytes as there are lanes.
  static func load(_ pointer: UnsafePointer<UInt8>) -> Lanes
  /// Writes as many bytes as there are lanes, which are 0 to 255.
  static func store(_ lanes: Lanes, to pointer: UnsafeMutablePointer<UInt8>)
}

// SAFETY, for both below: bytes of the lanes are the caller's to read and to write.

extension PNGPixel where Lanes == SIMD4<Int16> {
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> Lanes {
    let word = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)
    return unsafe Lanes(truncatingIfNeeded: unsafeBitCast(word, to: SIMD4<UInt8>.self))
  }

  @inline(__always)
  static func store(_ lanes: Lanes, to pointer: UnsafeMutablePointer<UInt8>) {
    let word = unsafe unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: lanes), to: UInt32.self)
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: word, as: UInt32.self)
  }
}

extension PNGPixel where Lanes == SIMD8<Int16> {
  @inline(__always)
  static func load(_ pointer: UnsafePointer<UInt8>) -> Lanes {
    let word = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
    return unsafe Lanes(truncatingIfNeeded: unsafeBitCast(word, to: SIMD8<UInt8>.self))
  }

  @inline(__always)
  static func store(_ lanes: Lanes, to pointer: UnsafeMutablePointer<UInt8>) {
    let word = unsafe unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: lanes), to: UInt64.self)
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: word, as: UInt64.self)
  }
}

/// RGB with 8 bits a channel.
enum PNGTriple: PNGPixel {
  typealias Lanes = SIMD4<Int16>
  static let byteCount = 3
}

/// RGB and alpha with 8 bits a channel, or grey and alpha with 16.
enum PNGQuad: PNGPixel {
  typealias Lanes = SIMD4<Int16>
  static let byteCount = 4
}

/// RGB with 16 bits a channel.
enum PNGSextuple: PNGPixel {
  typealias Lanes = SIMD8<Int16>
  static let byteCount = 6
}

/// RGB and alpha with 16 bits a channel.
enum PNGOctuple: PNGPixel {
  typealias Lanes = SIMD8<Int16>
  static let byteCount = 8
}
