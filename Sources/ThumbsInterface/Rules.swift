internal import CThumbs
internal import MediaTypes
internal import SharePreviews

/// Rules of a caller, as a session takes them.
enum CallerRules {
  /// What fields have that a caller does not know.
  private static var noLimits: thumbs_rules {
    var record = unsafe thumbs_rules()
    unsafe record.max_images = -1
    unsafe record.max_videos = -1
    unsafe record.max_audio = -1
    unsafe record.max_documents = -1
    unsafe record.max_urls = -1
    unsafe record.max_texts = -1
    unsafe record.max_items = -1
    unsafe record.min_items = -1
    unsafe record.max_total_bytes = -1
    return unsafe record
  }

  /// The rules that a struct says.
  static func rules(_ pointer: UnsafePointer<thumbs_rules>) throws(CallFailure) -> ShareRules {
    let record = unsafe try read(pointer, defaults: noLimits)
    var rules = ShareRules()
    if let json = unsafe text(record.activation_rule) {
      do throws(ShareRules.ActivationError) {
        rules = try ShareRules(activationRuleJSON: Array(json.utf8))
      } catch {
        throw CallFailure(usage: "activation_rule: \(error)")
      }
    }
    let limits: [(ShareKind, Int64)] = unsafe [
      (.image, record.max_images), (.video, record.max_videos), (.audio, record.max_audio),
      (.document, record.max_documents), (.url, record.max_urls), (.text, record.max_texts),
    ]
    for (kind, limit) in limits where limit >= 0 { rules.maxCounts[kind] = Int(limit) }
    if unsafe record.max_items >= 0 { rules.maxItemCount = unsafe Int(record.max_items) }
    if unsafe record.min_items >= 0 { rules.minItemCount = unsafe Int(record.min_items) }
    if unsafe record.max_total_bytes >= 0 {
      rules.maxTotalBytes = unsafe UInt64(record.max_total_bytes)
    }
    rules.allowedTypes = unsafe try types(record)
    return rules
  }

  private static func types(_ record: thumbs_rules) throws(CallFailure) -> [UniformType] {
    guard let types = unsafe record.allowed_types else { return [] }
    var list: [UniformType] = []
    let count = unsafe Int(record.allowed_type_count)
    for index in 0..<count {
      guard let type = unsafe text(types[index]) else {
        throw CallFailure(usage: "allowed type \(index) is NULL")
      }
      list.append(UniformType(type))
    }
    return list
  }
}
