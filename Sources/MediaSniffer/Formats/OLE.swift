import MediaTypes

/// Compound files of OLE, of which the names of the streams tell the document.
///
/// Source: Microsoft, [MS-CFB] § 2.2, § 2.3 and § 2.6.
enum OLE: FormatProbe {
  static let formats: [MediaFormat] = [.ole]
  static let firstBytes = FirstBytes.anyOf([0xD0])

  static func recognise(_ input: ByteWindow) throws(Shortage) -> Recognition? {
    guard try input.u64(at: 0) == 0xD0CF_11E0_A1B1_1AE1 else { return nil }
    return Recognition(.ole, isCertain: false, OLEParser())
  }
}

/// Walks the sectors of the directory.
private struct OLEParser: FormatParser {
  private static let mostSectors = 64
  private static let bytesOfEntry: UInt64 = 128
  /// The sectors of the allocation table that the header names itself.
  private static let tableSectorsInHeader: UInt64 = 109

  private static let streams = [
    ("WordDocument", "application/msword"), ("Workbook", "application/vnd.ms-excel"),
    ("Book", "application/vnd.ms-excel"), ("PowerPoint Document", "application/vnd.ms-powerpoint"),
    ("__nameid_version1.0", "application/vnd.ms-outlook"),
    ("VisioDocument", "application/vnd.visio"), ("Quill", "application/x-mspublisher"),
  ].map { (name: Array($0.0.utf8), mime: $0.1) }

  private var sector: UInt32?
  private var sectorsLeft = mostSectors

  mutating func step(_ input: ByteWindow, _ found: inout Findings) throws(Shortage) -> Progress {
    let shift = UInt64(try input.u16(at: 30, .little))
    guard shift == 9 || shift == 12 else { return .done }
    let first = try input.u32(at: 48, .little)
    let current = sector ?? first
    let start = (UInt64(current) + 1) << shift
    // The last sector of a file may be cut.
    let entries = UInt64(try input.prefix(1 << Int(shift), at: start).count) / Self.bytesOfEntry
    for index in 0..<entries {
      guard let mime = try mime(ofEntry: start + index * Self.bytesOfEntry, input) else { continue }
      found.settle(on: .ole, mime: mime)
      return .done
    }
    guard let next = try sector(after: current, shift, input) else { return .done }
    sector = next
    sectorsLeft -= 1
    return sectorsLeft > 0 ? .more : .done
  }

  /// What the name of an entry, in UTF-16, says about the file.
  private func mime(ofEntry entry: UInt64, _ input: ByteWindow) throws(Shortage) -> String? {
    // The length counts the zero at the end.
    let count = Int(try input.u16(at: entry + 64, .little)) / 2 - 1
    for stream in Self.streams where stream.name.count == count {
      var isEqual = true
      for (place, letter) in stream.name.enumerated() where isEqual {
        isEqual = try input.u16(at: entry + 2 * UInt64(place), .little) == UInt16(letter)
      }
      if isEqual { return stream.mime }
    }
    return nil
  }

  /// The sector that the allocation table chains to another; `nil` at the end of the chain.
  private func sector(
    after sector: UInt32, _ shift: UInt64, _ input: ByteWindow
  ) throws(Shortage) -> UInt32? {
    let perTable = UInt64(1) << (shift - 2)
    let table = UInt64(sector) / perTable
    guard table < Self.tableSectorsInHeader else { return nil }
    let tableSector = UInt64(try input.u32(at: 76 + 4 * table, .little))
    let entry = ((tableSector + 1) << shift) + 4 * (UInt64(sector) % perTable)
    let next = try input.u32(at: entry, .little)
    return next < 0xFFFF_FFFA ? next : nil
  }
}

extension MediaFormat {
  static let ole = MediaFormat(
    "ole", mime: "application/x-ole-storage", uniformType: "com.microsoft.ole-storage",
    kind: .document, fileExtensions: ["doc", "xls", "ppt", "msg"],
    conformsTo: [.composite])
}
