import MediaTypes

/// What BitTorrent begins with.
///
/// Source: BEP 3, metainfo files.
enum Torrent: SignatureProbe {
  static let signatures = [Signature(.torrent, "d8:announce")]
}

extension MediaFormat {
  static let torrent = MediaFormat(
    "torrent", mime: "application/x-bittorrent",
    uniformType: "org.bittorrent.torrent", kind: .other, fileExtensions: ["torrent"])
}
