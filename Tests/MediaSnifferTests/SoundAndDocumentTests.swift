import MediaSniffer
import MediaTypes
import TestSupport
import Testing

/// Sounds, documents and archives: the smallest header that tells them.
@Suite("Sounds and documents", .timeLimit(.minutes(1)))
struct SoundAndDocumentTests {
  static let b = ByteBuilder()
  static let jpeg = b.bytes([0xFF, 0xD8, 0xFF, 0xE0]).fill(60)

  static let cases: [(mime: String, bytes: [UInt8])] = [
    ("audio/mpeg", b.bytes([0xFF, 0xFB, 0x90, 0]).fill(413).bytes([0xFF, 0xFB, 0x90, 0]).bytes),
    ("audio/amr", b.text("#!AMR\n").bytes),
    ("audio/midi", b.text("MThd").be(6, 4).fill(6).bytes),
    ("application/zip", b.text("PK").bytes([3, 4]).fill(60).bytes),
    ("application/gzip", b.bytes([0x1F, 0x8B, 8, 0]).fill(20).bytes),
    ("application/postscript", b.text("%!PS-Adobe-3.0\n").bytes),
    ("application/rtf", b.text("{\\rtf1 text}").bytes),
    ("application/json", b.text("{\"a\": 1}").bytes),
    ("text/html", b.text("<!DOCTYPE html><html></html>").bytes),
    ("text/vcard", b.text("BEGIN:VCARD\r\n").bytes),
    ("text/plain", b.text("Nothing but words.\n").bytes),
  ]

  @Test("Names are found, whatever the chunking", arguments: cases)
  func names(_ mime: String, _ bytes: [UInt8]) {
    #expect(Sniffing.file(bytes)?.mime == mime)
    Sniffing.checkLaws(bytes, mime)
    Sniffing.checkPrefixes(bytes)
  }

  @Test("The picture of an ID3 tag is found with its place")
  func id3Cover() {
    let picture = Self.b.be(0, 1).text("image/jpeg\0").be(3, 1).be(0, 1).bytes(Self.jpeg.bytes)
    let frame = Self.b.text("APIC").be(picture.bytes.count, 4).be(0, 2).bytes(picture.bytes)
    let bytes = Self.b.text("ID3").be(0x0300, 2).be(0, 1).be(frame.bytes.count, 4)
      .bytes(frame.bytes).bytes
    let preview = Sniffing.file(bytes)?.previews.first
    #expect(preview?.format == .jpeg)
    #expect(preview?.role == .cover)
    #expect(preview?.offset == 34)
    #expect(preview?.byteCount == 64)
  }
}
