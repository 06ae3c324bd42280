/// The coding of a thumbnail.
public enum OutputFormat: String, Sendable, CaseIterable {
  /// JPEG; transparency is laid over a background.
  case jpeg
  /// PNG; transparency is kept.
  case png
  /// WebP; transparency is kept.
  case webp
  /// AVIF; transparency is kept.
  case avif

  /// The file name extension without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Whether transparency can be kept.
  public var keepsAlpha: Bool { self != .jpeg }
}

/// An opaque sRGB colour.
public struct RGBColour: Sendable, Hashable {
  /// Red, 0 to 255.
  public var red: UInt8
  /// Green, 0 to 255.
  public var green: UInt8
  /// Blue, 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its channels, each 0 to 255.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// White.
  public static let white = RGBColour(red: 255, green: 255, blue: 255)
}

/// What thumbnails are wanted, and how they shall look.
public struct ThumbnailOptions: Sendable, Hashable {
  /// Whether smaller pictures inside the file may serve.
  public enum EmbeddedUse: String, Sendable, CaseIterable {
    /// Used where they are as good as the picture itself.
    case prefer
    /// Never used.
    case never
    /// Nothing else is used.
    case only
  }

  /// How a picture is put into the box.
  public enum Fit: String, Sendable, CaseIterable {
    /// The whole picture in its shape; the longer side is at most the size.
    case inside
    /// A square, covered; what stands out is cut off.
    case cover
    /// A square; the shape of the picture is lost.
    case fill
  }

  /// Which part of the picture a square keeps.
  public enum Crop: String, Sendable, CaseIterable {
    /// The middle.
    case center
    /// The part that draws the eye.
    case attention
    /// The part with the most detail.
    case entropy
    /// The top, or the left.
    case top
  }

  /// Bounds for the longer side, in pixels, after orientation; each is a thumbnail of its own.
  public var sizes: [Int]
  /// The coding; `nil` is JPEG, and PNG where there is transparency and no background.
  public var format: OutputFormat?
  /// Quality of lossy codings, 1 to 100.
  public var quality: Int
  /// What transparency is laid over; `nil` is white where the coding has no transparency.
  public var background: RGBColour?
  /// How the picture is put into the box.
  public var fit: Fit
  /// Which part of the picture a square keeps.
  public var crop: Crop
  /// Whether smaller pictures inside the file may serve.
  public var embedded: EmbeddedUse
  /// Whether edges are sharpened a little after a picture was reduced.
  public var sharpens: Bool
  /// What colours thumbnails have, and which profile.
  public var profile: ProfileUse
  /// Whether EXIF data of the file are kept: camera, time, place and rights, without maker notes and
  /// without the thumbnail; the orientation is set to upright.
  public var keepsMetadata: Bool
  /// What is particular to a coding.
  public var coding: CodingOptions
  /// Whether a placeholder is made beside the thumbnails.
  public var makesPlaceholder: Bool
  /// Which frame of a video is shown.
  public var frame: FrameChoice
  /// Whether a video's cover goes before its frames.
  public var cover: CoverUse

  /// What colours thumbnails have, and which profile.
  public enum ProfileUse: String, Sendable, CaseIterable {
    /// sRGB, and no profile: what everything takes untagged pictures for.
    case none
    /// sRGB, and its profile.
    case srgb
    /// The picture's own colours and profile where it has one of grey or RGB, else sRGB without one.
    case keep
  }

  /// Which frame of a video is shown.
  public enum FrameChoice: Sendable, Hashable {
    /// The first key frame that tells something; where none of those at the start does, the first
    /// frame that does.
    case first
    /// The frame at a time, in seconds; the key frame before it where that is far, or what lies
    /// between does not fit in memory.
    case seconds(Double)
    /// The frame at a part of the play time, 0 to 1, else the key frame before it.
    case fraction(Double)
    /// The most telling of a few key frames, of which `first` is one.
    case best

    /// Whether it lies behind the start.
    package var isInside: Bool {
      switch self {
      case .first, .best: false
      case .seconds(let place), .fraction(let place): place > 0
      }
    }
  }

  /// Whether a video's cover goes before its frames.
  public enum CoverUse: String, Sendable, CaseIterable {
    /// The cover, where there is one.
    case prefer
    /// A frame; the cover only where no frame can be had.
    case avoid
    /// Only the cover.
    case only
  }

  /// Creates options; what is not said has the command's defaults.
  ///
  /// - Parameters:
  ///   - sizes: Bounds for the longer side, in pixels, each at least 1.
  ///   - format: The coding, or `nil` to let transparency decide.
  public init(sizes: [Int] = [256], format: OutputFormat? = nil) {
    self.sizes = sizes
    self.format = format
    quality = 80
    background = nil
    fit = .inside
    crop = .center
    embedded = .prefer
    sharpens = false
    profile = .none
    keepsMetadata = false
    coding = CodingOptions()
    makesPlaceholder = false
    frame = .first
    cover = .avoid
  }

  /// The largest bound, in pixels.
  public var largestSize: Int { sizes.max() ?? 0 }
}

/// A finished thumbnail.
public struct EncodedThumbnail: Sendable, Hashable {
  /// The bound that was asked for, in pixels.
  public var askedSize: Int
  /// Width and height, in pixels.
  public var size: PixelSize
  /// The coding.
  public var format: OutputFormat
  /// The encoded file.
  public var bytes: [UInt8]

  /// Creates a thumbnail.
  ///
  /// - Parameters:
  ///   - askedSize: The bound that was asked for, in pixels.
  ///   - size: Width and height, in pixels.
  ///   - format: The coding.
  ///   - bytes: The encoded file.
  public init(askedSize: Int, size: PixelSize, format: OutputFormat, bytes: [UInt8]) {
    self.askedSize = askedSize
    self.size = size
    self.format = format
    self.bytes = bytes
  }
}

/// Where the pixels of a thumbnail came from.
public enum PreviewSource: String, Sendable, CaseIterable {
  /// A smaller picture inside the file.
  case embedded
  /// A library's decoder that reduces while it loads.
  case scaled
  /// A decoder of ours that holds little.
  case lowMemory
  /// The whole picture, decoded and reduced.
  case full
  /// A frame of a video.
  case frame
  /// A cover.
  case cover
}
