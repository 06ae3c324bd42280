import MediaTypes

/// Captured packets, both formats.
///
/// Source: IETF, draft-ietf-opsawg-pcap § 4 and draft-ietf-opsawg-pcapng § 4.1.
enum PCAP: SignatureProbe {
  static let signatures = [
    Signature(.pcap, [0xD4, 0xC3, 0xB2, 0xA1]),
    Signature(.pcap, [0xA1, 0xB2, 0xC3, 0xD4]),
    Signature(.pcap, [0x4D, 0x3C, 0xB2, 0xA1]),
    Signature(.pcapng, [0x0A, 0x0D, 0x0D, 0x0A]),
  ]
}

extension MediaFormat {
  static let pcap = MediaFormat(
    "pcap", mime: "application/vnd.tcpdump.pcap",
    uniformType: "org.tcpdump.pcap", kind: .other, fileExtensions: ["pcap"])
  static let pcapng = MediaFormat(
    "pcapng", mime: "application/x-pcapng",
    uniformType: "org.wireshark.pcapng", kind: .other, fileExtensions: ["pcapng"])
}
