// swift-format-ignore-file: AlwaysUseLowerCamelCase, NeverUseImplicitlyUnwrappedOptionals
// Names and types are those of the header, against which the compiler checks them.

public import CThumbs
internal import IsolatedThumbnails
internal import MediaTypes
internal import MemoryBudget
internal import ThumbnailMaking
internal import Thumbnails

/// The object behind a `thumbs_engine`.
final class EngineObject: Sendable {
  let maker: any ThumbnailMaking

  init(_ options: thumbs_engine_options) throws(CallFailure) {
    let budget =
      unsafe options.budget_bytes == 0 ? MemoryBudget.standardByteCount : options.budget_bytes
    let threads = unsafe options.thread_count == 0 ? 2 : Int(min(options.thread_count, 1024))
    guard unsafe options.is_isolated != 0 else {
      maker = Thumbnailer(
        .init(
          budgetByteCount: budget, threadCount: threads,
          allowsUntrustedFormats: unsafe options.allows_untrusted != 0))
      return
    }
    let timeout = unsafe options.timeout_ms == 0 ? 30_000 : Int(options.timeout_ms)
    do throws(ThumbnailError) {
      maker = try IsolatedThumbnailer(
        .init(
          budgetByteCount: budget, workerLimit: threads, timeout: .milliseconds(timeout),
          workerPath: unsafe text(options.worker_path)))
    } catch {
      throw CallFailure(error)
    }
  }
}

/// The version of the interface.
@c @implementation
public func thumbs_api_version() -> UInt32 { UInt32(THUMBS_API_VERSION) }

private let versionText = CText(thumbsVersion)

/// The version of the library.
@c @implementation
public func thumbs_version() -> UnsafePointer<CChar>! { unsafe versionText.pointer }

private let codeNames: [Int32: CText] = {
  var names = [Int32(THUMBS_OK): CText("ok"), Int32(THUMBS_USAGE): CText("usage")]
  for code in ThumbnailError.Code.allCases { names[code.number] = CText(code.rawValue) }
  return names
}()

private let unknownName = CText("unknown")

/// The name of a code.
@c @implementation
public func thumbs_code_name(_ code: thumbs_code) -> UnsafePointer<CChar>! {
  unsafe (codeNames[code] ?? unknownName).pointer
}

/// The code of an error.
@c @implementation
public func thumbs_error_code(_ error: OpaquePointer!) -> thumbs_code {
  unsafe borrowed(ErrorObject.self, error)?.code ?? Int32(THUMBS_OK)
}

private let noText = CText("")

/// The message of an error.
@c @implementation
public func thumbs_error_message(_ error: OpaquePointer!) -> UnsafePointer<CChar>! {
  unsafe (borrowed(ErrorObject.self, error)?.message ?? noText).pointer
}

/// Frees an error.
@c @implementation
public func thumbs_error_free(_ error: OpaquePointer!) { _ = unsafe taken(ErrorObject.self, error) }

/// Makes an engine.
@c @implementation
public func thumbs_engine_new(
  _ options: UnsafePointer<thumbs_engine_options>!,
  _ engine: UnsafeMutablePointer<OpaquePointer?>!, _ error: UnsafeMutablePointer<OpaquePointer?>!
) -> thumbs_code {
  unsafe answering(error) { () throws(CallFailure) in
    guard let engine = unsafe engine else { throw CallFailure(usage: "engine is NULL") }
    unsafe engine.pointee = nil
    var chosen = unsafe thumbs_engine_options()
    if let options = unsafe options { unsafe chosen = try read(options, defaults: chosen) }
    unsafe engine.pointee = handle(owning: unsafe try EngineObject(chosen))
  }
}

/// Frees an engine.
@c @implementation
public func thumbs_engine_free(_ engine: OpaquePointer!) {
  _ = unsafe taken(EngineObject.self, engine)
}
