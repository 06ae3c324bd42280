import ByteSources
import MediaTypes
import SharePreviews

/// A file with the activation rule of a share extension.
struct ActivationFile: Sendable {
  private static let longest: UInt64 = 1 << 20

  /// Where it is.
  let file: Word

  /// Reads the rule.
  ///
  /// - Throws: A usage error that says what is wrong with the file.
  func rules() throws(CommandFailure) -> ShareRules {
    do throws(ThumbnailError) {
      let source = try FileSource(path: file.bytes)
      guard source.byteCount <= Self.longest else {
        throw ThumbnailError(.overLimit, "is too long")
      }
      return try rules(in: try source.bytes(Int(source.byteCount), at: 0))
    } catch {
      throw .usage(UsageError("--rules: \(file.printable): \(error.message)"))
    }
  }

  private func rules(in bytes: [UInt8]) throws(ThumbnailError) -> ShareRules {
    do throws(ShareRules.ActivationError) {
      return try ShareRules(activationRuleJSON: bytes)
    } catch {
      throw ThumbnailError(.corrupt, error.description)
    }
  }
}
