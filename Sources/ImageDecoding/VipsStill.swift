internal import ByteSources
internal import MediaTypes
internal import MemoryBudget
internal import Pixels
internal import PreviewPlanning
internal import Vips

/// What a format tells libvips' loader.
protocol VipsFormat: SendableMetatype {
  /// The formats it speaks for.
  static var formats: [MediaFormat] { get }
  /// Who reads them.
  static var loader: VipsLoader { get }
  /// Options beside access and strictness, in libvips' own form, as `name=value`.
  static func options(for step: DecodeStep, plan: DecodePlan) -> [String]
  /// How a picture must be turned once it is loaded; that of the plan, unless the loader turns it.
  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation
  /// Makes of a picture loaded from a source one whose bands are plain samples of a stated meaning.
  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage
  /// Whether a loader that reduces gives a pixel for each box, the last ones in part.
  static var reducesByBoxes: Bool { get }
  /// The scale at which a document without pixels of its own is drawn; `nil` for all others.
  static func drawingScale(of natural: PixelSize, plan: DecodePlan) -> Double?
}

extension VipsFormat {
  static func orientation(of image: VipsImage, plan: DecodePlan) -> Orientation {
    plan.orientation
  }
  static func plain(_ image: VipsImage, of source: any ByteSource) throws(VipsError) -> VipsImage {
    image
  }
  static func options(for step: DecodeStep, plan: DecodePlan) -> [String] { [] }
  static func drawingScale(of natural: PixelSize, plan: DecodePlan) -> Double? { nil }
  static var reducesByBoxes: Bool { false }
}

/// Every format that libvips loads.
enum VipsFormats {
  static let all: [any VipsFormat.Type] = [
    JPEG.self, PNG.self, GIF.self, WebP.self, TIFF.self, HEIF.self, SVG.self, PDF.self,
    JPEGXL.self, JPEG2000.self, Netpbm.self, Radiance.self,
  ]

  private static let byFormat: [MediaFormat: any VipsFormat.Type] = Dictionary(
    all.flatMap { home in home.formats.map { ($0, home) } }, uniquingKeysWith: { a, _ in a })

  static func home(of format: MediaFormat) -> (any VipsFormat.Type)? { byFormat[format] }
}

/// Pictures by libvips: shrink-on-load, reduction in the picture's own colours, row by row.
struct VipsStill {
  /// The largest colour profile that is carried along, in bytes.
  private static let profileLimit = 4 << 20

  let source: any ByteSource
  let home: any VipsFormat.Type
  let step: DecodeStep
  let plan: DecodePlan
  let budget: MemoryBudget

  static func raster(
    from source: any ByteSource, step: DecodeStep, plan: DecodePlan, budget: MemoryBudget
  ) throws(ThumbnailError) -> Raster {
    guard let home = VipsFormats.home(of: step.format) else {
      throw ThumbnailError(.unsupported, "libvips has no loader for \(step.format.mime) here")
    }
    do throws(VipsError) {
      try VipsRuntime.start()
    } catch {
      throw ThumbnailError(.unsupported, "\(error)")
    }
    let still = VipsStill(source: source, home: home, step: step, plan: plan, budget: budget)
    var damage: VipsError?
    do throws(ThumbnailError) {
      return try still.raster(failingOn: "truncated", noting: &damage)
    } catch {
      // What fails strictly is shown as far as it goes. Reading and budget do not improve.
      guard error.code == .corrupt else { throw error }
      let text = damage?.partialDescription ?? error.message
      var raster = try still.raster(failingOn: "none", noting: &damage)
      raster.warnings.append(MediaWarning(.truncated, text))
      return raster
    }
  }

  /// One attempt, from opening to the last row; notes what libvips says where it fails.
  private func raster(
    failingOn strictness: String, noting damage: inout VipsError?
  ) throws(ThumbnailError) -> Raster {
    let vipsSource: VipsSource
    do throws(VipsError) {
      vipsSource = try VipsSource(source)
    } catch {
      throw ThumbnailError(.unsupported, "\(error)")
    }
    let reduced: VipsImage
    let whole: PixelSize
    let extent: RasterExtent?
    let profile: [UInt8]?
    do throws(VipsError) {
      let loaded = try home.plain(open(vipsSource, failingOn: strictness), of: source)
      profile =
        SampleForm.speaksForItself(loaded) ? nil : loaded.iccProfile(limit: VipsStill.profileLimit)
      whole = wholeSize(of: loaded)
      extent = self.extent(of: loaded, whole: whole)
      reduced = try SampleForm.settled(reduce(loaded, whole: whole))
    } catch {
      damage = error
      throw vipsSource.readFailure ?? failure(error)
    }
    var raster = try write(reduced, profile: profile, readingFrom: vipsSource, noting: &damage)
    raster.wholeSize = whole
    raster.extent = extent
    return raster
  }

  /// How much of the reduced picture the whole one takes, where only boxes have been averaged.
  private func extent(of loaded: VipsImage, whole: PixelSize) -> RasterExtent? {
    let size = PixelSize(width: loaded.width, height: loaded.height)
    let target = plan.targetSize(of: whole)
    guard target.width < size.width || target.height < size.height else { return nil }
    let box = BoxReduction(from: size, towards: target)
    guard box.isNeeded else { return nil }
    // Loaders that reduce by boxes round sides up; others give all of the picture.
    let isBoxed = home.reducesByBoxes && whole != size
    let shrink = isBoxed ? step.shrink : 1
    return RasterExtent(
      of: isBoxed ? whole : size, boxesAcross: box.across * shrink, down: box.down * shrink)
  }

  /// Opens the picture at the wanted scale; only its header is read.
  private func open(
    _ vipsSource: VipsSource, failingOn strictness: String
  ) throws(VipsError) -> VipsImage {
    let options =
      ["access=sequential", "fail_on=\(strictness)"]
      + home.options(for: step, plan: plan)
    let image = try vipsSource.load(home.loader, options: options.joined(separator: ","))
    let natural = PixelSize(width: image.width, height: image.height)
    guard let scale = home.drawingScale(of: natural, plan: plan), scale != 1 else { return image }
    return try vipsSource.load(
      home.loader, options: (options + ["scale=\(scale)"]).joined(separator: ","))
  }

  /// The whole picture's size, whose shape decides, since shrink-on-load rounds sides up.
  private func wholeSize(of image: VipsImage) -> PixelSize {
    let loaded = PixelSize(width: image.width, height: image.height)
    guard step.shrink > 1, let size = step.size, size.longerSide > loaded.longerSide else {
      return loaded
    }
    return size
  }

  /// Reduces towards the target size, colours weighted by alpha.
  ///
  /// A strong reduction averages boxes and leaves a factor of two or more to the finisher: the
  /// final filter needs many rows at once, which are cheap only where they are short already.
  private func reduce(_ image: VipsImage, whole: PixelSize) throws(VipsError) -> VipsImage {
    let loaded = PixelSize(width: image.width, height: image.height)
    let target = plan.targetSize(of: whole)
    guard target.width < loaded.width || target.height < loaded.height else { return image }
    let box = BoxReduction(from: loaded, towards: target)
    guard image.hasAlpha, let format = image.format else { return try reduce(image, box, target) }
    return try reduce(image.premultiplied(), box, target).unpremultiplied().cast(to: format)
  }

  private func reduce(
    _ image: VipsImage, _ box: BoxReduction, _ target: PixelSize
  ) throws(VipsError) -> VipsImage {
    box.isNeeded
      ? try image.averaged(across: box.across, down: box.down)
      : try image.resized(toWidth: target.width, height: target.height)
  }

  /// Pulls the rows into a raster.
  private func write(
    _ image: VipsImage, profile: [UInt8]?, readingFrom vipsSource: VipsSource,
    noting damage: inout VipsError?
  ) throws(ThumbnailError) -> Raster {
    let layout = try SampleForm.layout(of: image)
    let size = PixelSize(width: image.width, height: image.height)
    let orientation = home.orientation(of: image, plan: plan)
    return unsafe try Raster.filled(
      size: size, layout: layout,
      colour: profile.map(RasterColour.iccProfile) ?? plan.codePoints.map(RasterColour.codePoints)
        ?? .sRGB,
      orientation: orientation, budget: budget
    ) { buffer throws(ThumbnailError) in
      do throws(VipsError) {
        unsafe try image.write(into: buffer)
      } catch {
        damage = error
        throw vipsSource.readFailure ?? failure(error)
      }
      return []
    }
  }

  private func failure(_ error: VipsError) -> ThumbnailError {
    error.thumbnailError(.corrupt, grantedBytes: plan.plannedBytes)
  }
}
