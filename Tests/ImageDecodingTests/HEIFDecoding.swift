import ByteSources
import ImageDecoding
import MediaTypes
import MemoryBudget
import Pixels
import PreviewPlanning
import TestSupport

/// Decodes by a plan of one step.
enum HEIFDecoding {
  static func raster(
    of bytes: [UInt8], side: Int, itemID: UInt32? = nil, plannedBytes: UInt64 = 64 << 20,
    budget: UInt64 = 64 << 20, bandReduction: Int = 1
  ) throws(ThumbnailError) -> Raster {
    try raster(
      of: MemorySource(bytes), side: side, itemID: itemID, plannedBytes: plannedBytes,
      budget: budget, bandReduction: bandReduction)
  }

  static func raster(
    of source: any ByteSource, side: Int, itemID: UInt32? = nil, plannedBytes: UInt64 = 64 << 20,
    budget: UInt64 = 64 << 20, bandReduction: Int = 1
  ) throws(ThumbnailError) -> Raster {
    let preview = itemID.map {
      EmbeddedPreview(role: .heifThumbnail, format: nil, offset: 0, byteCount: 0, itemID: $0)
    }
    let step = DecodeStep(
      .lowMemory, by: .heifItems, format: .heic, preview: preview, size: nil,
      shrink: bandReduction, plannedBytes: plannedBytes, reason: "")
    let plan = DecodePlan(
      steps: [step], plannedBytes: plannedBytes, displaySize: nil, orientation: .up,
      codePoints: nil, wantedSide: side)
    return try HEIFDecoder.raster(
      from: source, step: step, plan: plan, budget: MemoryBudget(byteCount: budget))
  }

  /// The pixels of an 8-bit raster.
  static func picture(_ raster: borrowing Raster) throws -> Picture {
    guard raster.layout.sampleType == .uint8 else {
      throw ThumbnailError(.unsupported, "not 8 bits")
    }
    let (size, channels) = (raster.size, raster.layout.channelCount)
    return raster.withBytes { bytes in
      Picture(width: size.width, height: size.height, channels: channels, samples: [UInt8](bytes))
    }
  }
}

extension Picture {
  /// A part of the picture.
  func part(x: Range<Int>, y: Range<Int>) -> Picture {
    var part: [UInt8] = []
    for row in y {
      part +=
        samples[
          ((row * width + x.lowerBound) * channels)..<((row * width + x.upperBound) * channels)]
    }
    return Picture(width: x.count, height: y.count, channels: channels, samples: part)
  }

  /// The picture mirrored and turned as an orientation says.
  func turned(by orientation: Orientation) -> Picture {
    var result = orientation.isMirrored ? mirrored() : self
    for _ in 0..<orientation.clockwiseQuarterTurns { result = result.turnedClockwise() }
    return result
  }

  private func mirrored() -> Picture {
    rearranged(width: width, height: height) { x, y in (width - 1 - x, y) }
  }

  private func turnedClockwise() -> Picture {
    rearranged(width: height, height: width) { x, y in (y, height - 1 - x) }
  }

  private func rearranged(width: Int, height: Int, from: (Int, Int) -> (Int, Int)) -> Picture {
    var result: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (column, row) = from(x, y)
        let start = (row * self.width + column) * channels
        result += samples[start..<(start + channels)]
      }
    }
    return Picture(width: width, height: height, channels: channels, samples: result)
  }
}
