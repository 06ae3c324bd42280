import ByteSources
import FFmpeg
import MediaTypes
import TestSupport

extension Picture {
  /// The 8-bit pixels of a scaled picture, with alpha where it has some.
  init(_ scaled: borrowing ScaledPicture) {
    let channels = scaled.output.bytesPerPixel
    var samples: [UInt8] = []
    for row in 0..<scaled.size.height {
      samples += scaled.withRow(row) { Array($0) }
    }
    self.init(
      width: scaled.size.width, height: scaled.size.height, channels: channels, samples: samples)
  }
}

extension Picture {
  /// The picture with each square of `factor` × `factor` pixels averaged to one.
  func reduced(by factor: Int) -> Picture {
    let (columns, rows) = (width / factor, height / factor)
    var samples: [UInt8] = []
    for y in 0..<rows {
      for x in 0..<columns {
        let mean = meanColour(
          x: (x * factor)..<((x + 1) * factor), y: (y * factor)..<((y + 1) * factor))
        samples += [mean.red, mean.green, mean.blue]
      }
    }
    return Picture(width: columns, height: rows, channels: 3, samples: samples)
  }
}

/// A source that fails at every read.
final class FailingSource: ByteSource {
  let byteCount: UInt64 = 1 << 20

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: UInt64
  ) throws(ThumbnailError) -> Int {
    throw ThumbnailError(.unreadable, "the disk has gone")
  }
}
