/// What the bytes of a file say about it, before anything is decoded.
public struct MediaFacts: Sendable, Equatable {
  /// The file format.
  public var format: MediaFormat
  /// What a person would call this file; for containers the tracks decide.
  public var kind: MediaKind
  /// The MIME type of this very file; mostly the format's.
  public var mime: String
  /// The uniform type identifier of this very file; mostly the format's.
  public var uniformType: String
  /// The length of the file in bytes, where known.
  public var byteCount: UInt64?
  /// Width and height as stored, in pixels.
  public var size: PixelSize?
  /// Width and height as shown: after orientation, clean aperture, display matrix and pixel aspect.
  public var displaySize: PixelSize?
  /// How the stored picture must be turned.
  public var orientation: Orientation
  /// Play time in seconds, where there is one.
  public var duration: Double?
  /// How the characters of a text stand in its bytes: a name registered with IANA, in lower case,
  /// such as `utf-8`; as far as the first bytes tell.
  public var textEncoding: String?
  /// The codec of the picture track, else of the sound; short lower-case names such as `hevc`.
  public var codec: String?
  /// Facts of still pictures that decide what decoding costs.
  public var image: ImageFacts
  /// Facts of tracks.
  public var tracks: TrackFacts
  /// What is said about colour.
  public var colour: ColourFacts
  /// Smaller pictures that lie in the file, each with its place.
  public var previews: [EmbeddedPreview]
  /// Where EXIF data lie in the file, in bytes from its start; some bytes may stand before them.
  public var exifBytes: Range<UInt64>?
  /// What is odd about the file, without being an error.
  public var warnings: [MediaWarning]
  /// How many bytes were read to find all this.
  public var bytesRead: UInt64

  /// Creates facts that say no more than the format.
  ///
  /// - Parameter format: The format that was recognised.
  public init(format: MediaFormat) {
    self.format = format
    kind = format.kind
    mime = format.mime
    uniformType = format.uniformType
    orientation = .up
    image = ImageFacts()
    tracks = TrackFacts()
    colour = ColourFacts()
    previews = []
    warnings = []
    bytesRead = 0
  }
}

/// Facts of still pictures that decide what decoding costs.
public struct ImageFacts: Sendable, Equatable {
  /// How colour channels are to be read.
  public enum ColourModel: String, Sendable {
    /// One channel of lightness.
    case grey
    /// Red, green and blue.
    case rgb
    /// Luma and two colour differences.
    case yCbCr
    /// Four inks.
    case cmyk
    /// Four inks, three of them as luma and differences.
    case ycck
    /// Indices into a table of colours.
    case palette
    /// CIE L*a*b*.
    case lab
  }

  /// How samples are written as numbers.
  public enum SampleFormat: String, Sendable {
    /// Whole numbers from 0 on.
    case unsigned
    /// Whole numbers, negative ones among them.
    case signed
    /// IEEE 754.
    case float
    /// Pairs of a real and an imaginary part.
    case complex
  }

  /// How samples are written (TIFF); `nil` where nothing is said, which is unsigned.
  public var sampleFormat: SampleFormat?
  /// Bits a channel, as stored.
  public var bitDepth: Int?
  /// Channels as stored, alpha included; a palette is one.
  public var channels: Int?
  /// Whether there is transparency, as far as the header tells.
  public var hasAlpha = false
  /// How the channels are to be read.
  public var colourModel: ColourModel?
  /// Whether the coding refines the whole picture step by step (JPEG SOF2 and its kin).
  public var isProgressive = false
  /// Whether components lie in scans of their own, so that a decoder holds the whole picture.
  public var isMultiScan = false
  /// Whether rows come in passes (PNG Adam7, GIF).
  public var isInterlaced = false
  /// Whether the coding loses nothing, where that decides the decoder (WebP, JPEG).
  public var isLossless = false
  /// The name of the coding inside the format, such as `arithmetic`, `deflate`, `jpeg`.
  public var compression: String?
  /// Luma samples a chroma sample, across and down: 2×2 is 4:2:0; `nil` where there is no chroma.
  public var chromaSubsampling: PixelSize?
  /// The size of a tile (TIFF, HEIF and AVIF grids, EXR), or of a group that can be decoded without
  /// all others (JPEG XL), in pixels.
  public var tileSize: PixelSize?
  /// Whether the picture begins beside the origin of the grid it is coded on (JPEG 2000).
  public var isDisplaced = false
  /// How often the picture can be halved while it decodes, where its coding allows that.
  public var halvings = 0
  /// How often the edges of blocks are smoothed after decoding, 0 to 3, or 4 where noise is added as
  /// well (JPEG XL); `nil` where that is not known.
  public var smoothingPasses: Int?
  /// Columns and rows of a HEIF or AVIF grid.
  public var grid: PixelSize?
  /// Rows a strip (TIFF).
  public var rowsPerStrip: Int?
  /// Whether channels lie in planes of their own (TIFF PlanarConfiguration 2).
  public var isPlanar = false
  /// Frames, where counting them is cheap.
  public var frameCount: Int?
  /// Pages (TIFF directories, icon entries), where counting them is cheap.
  public var pageCount: Int?
  /// Whether there is more than one frame to play.
  public var isAnimated = false

  /// Creates facts that say nothing.
  public init() {}
}

/// Facts of the tracks of a video or audio file.
public struct TrackFacts: Sendable, Equatable {
  /// The codec of the first picture track that is not a cover.
  public var videoCodec: String?
  /// The codec of the first sound track.
  public var audioCodec: String?
  /// Whether there is a picture track that is not a cover; `nil` where that is not known.
  public var hasVideo: Bool?
  /// Whether there is sound; `nil` where that is not known.
  public var hasAudio: Bool?
  /// Frames a second.
  public var frameRate: Double?
  /// Bits a channel of the picture track, where the codec's configuration says so.
  public var bitDepth: Int?
  /// Width of a pixel in units of its height.
  public var pixelAspectRatio: Double?
  /// What the container cuts off the stored picture before it is turned.
  public var crop: PixelInsets?

  /// Creates facts that say nothing.
  public init() {}
}

/// What a file says about its colour.
public struct ColourFacts: Sendable, Equatable {
  /// Coding-independent code points.
  ///
  /// Source: ITU-T H.273 § 8.
  public struct CodePoints: Sendable, Hashable {
    /// ColourPrimaries; 1 is BT.709, 9 is BT.2020, 12 is Display P3.
    public var primaries: Int
    /// TransferCharacteristics; 13 is sRGB, 16 is PQ, 18 is HLG.
    public var transfer: Int
    /// MatrixCoefficients; 0 is RGB, 1 is BT.709, 6 is BT.601.
    public var matrix: Int
    /// Whether samples use the whole range of their type.
    public var isFullRange: Bool

    /// Creates code points.
    ///
    /// - Parameters:
    ///   - primaries: ColourPrimaries.
    ///   - transfer: TransferCharacteristics.
    ///   - matrix: MatrixCoefficients.
    ///   - isFullRange: VideoFullRangeFlag.
    public init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
      self.primaries = primaries
      self.transfer = transfer
      self.matrix = matrix
      self.isFullRange = isFullRange
    }
  }

  /// Whether an ICC profile is embedded.
  public var hasICCProfile = false
  /// Code points from `nclx`, `cICP` or the codec's own header.
  public var codePoints: CodePoints?

  /// Whether the transfer function is PQ or HLG.
  public var isHDR: Bool { codePoints.map { $0.transfer == 16 || $0.transfer == 18 } ?? false }

  /// Creates facts that say nothing.
  public init() {}
}
