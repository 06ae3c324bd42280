import Foundation
import MediaTypes
import SystemCalls
import TestSupport
import Testing

@testable import ThumbnailCache

// MD5 and the checksums of PNG are no other room's matter, so that they are internal.

@Suite(.timeLimit(.minutes(1)))
struct DigestTests {
  /// RFC 1321 § A.5, and two names that the thumbnail standard gives.
  static let digests = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
    ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
    ("./picture.png", "7fd0e41c1612f860427a76c4100745a3"),
  ]

  @Test("Digests are those of the standards", arguments: digests)
  func digest(text: String, digest: String) {
    #expect(MD5.text(of: Array(text.utf8)) == digest)
  }
}

@Suite(.timeLimit(.minutes(1)))
struct FileAddressTests {
  static let addresses = [
    ("/a/b.jpg", "file:///a/b.jpg"), ("/Ä ö.jpg", "file:///%C3%84%20%C3%B6.jpg"),
    ("/!$&'()*+,-./:=@_~", "file:///!$&'()*+,-./:=@_~"),
    ("/\"#%;<>?[\\]^`{|}", "file:///%22%23%25%3B%3C%3E%3F%5B%5C%5D%5E%60%7B%7C%7D"),
    ("/a\nb", "file:///a%0Ab"),
  ]

  @Test("Addresses escape what GLib escapes, and lead back", arguments: addresses)
  func escape(path: String, address: String) {
    #expect(FileAddress(path: Array(path.utf8)).text == address)
    #expect(FileAddress.path(of: Array(address.utf8)) == Array(path.utf8))
  }

  @Test(
    "What leads to no file of this machine has no path",
    arguments: [
      "http://a/b", "file://host/a", "file:///a%00b", "file:///a%4", "file:a", "trash:///a",
    ])
  func elsewhere(address: String) {
    #expect(FileAddress.path(of: Array(address.utf8)) == nil)
  }

  @Test("A path may name this machine, and hold bytes that are no text")
  func bytes() {
    #expect(FileAddress.path(of: Array("file://localhost/a".utf8)) == Array("/a".utf8))
    #expect(FileAddress(path: [0x2F, 0xFF]).text == "file:///%FF")
  }
}

@Suite(.timeLimit(.minutes(1)))
struct CacheDirectoryTests {
  let place: TemporaryDirectory
  let cache: CacheDirectory

  init() throws {
    place = try TemporaryDirectory()
    cache = try CacheDirectory(
      path: Array((place.path + "/c/thumbnails").utf8), program: "thumbs-1")
  }

  private func status(_ name: String) throws -> FileStatus {
    let file = try place.write([1, 2, 3], to: name)
    return try Syscalls.status(
      of: Array(file.path(percentEncoded: false).utf8), in: Syscalls.currentDirectoryNumber)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: place.path + "/c/" + path)[.posixPermissions]
      as? Int
  }

  @Test("An entry is for its owner only, complete, and says of which file it is")
  func entries() throws {
    let entry = CacheEntry(FileAddress(path: Array("/a.jpg".utf8)), try status("a.jpg"))
    let name = entry.address.thumbnailName
    var facts = MediaFacts(format: .mp4)
    facts.duration = 61.6
    let text = entry.text(facts, program: "thumbs 1")
    try cache.write(PNGText.adding(text, to: PNGText.emptyPicture), to: name, in: .size(256))
    try cache.writeFailure(entry.text(nil, program: "thumbs 1"), to: name)
    let file = String(decoding: name, as: UTF8.self)
    for directory in ["", "thumbnails", "thumbnails/large", "thumbnails/fail/thumbs-1"] {
      #expect(try mode(directory) == 0o700)
    }
    #expect(try mode("thumbnails/large/" + file) == 0o600)
    #expect(try mode("thumbnails/fail/thumbs-1/" + file) == 0o600)
    let there = try #require(cache.entry(name, in: .size(256)))
    #expect(entry.isValid(there.values))
    #expect(there.values["Thumb::URI"] == Array("file:///a.jpg".utf8))
    #expect(there.values["Thumb::Size"] == Array("3".utf8))
    #expect(there.values["Thumb::Mimetype"] == Array("video/mp4".utf8))
    #expect(there.values["Thumb::Movie::Length"] == Array("62".utf8))
    #expect(cache.entry(name, in: .size(128)) == nil)
    cache.remove(name, in: .size(256))
    #expect(cache.entry(name, in: .size(256)) == nil)
  }

  @Test("An entry is valid for the very same address, time and size")
  func validity() throws {
    var status = try status("a.jpg")
    (status.modificationSeconds, status.modificationNanoseconds) = (1000, 250_000_000)
    let entry = CacheEntry(FileAddress(path: Array("/a.jpg".utf8)), status)
    func isValid(_ uri: String, _ time: String?, _ size: String?) -> Bool {
      var values = ["Thumb::URI": Array(uri.utf8)]
      values["Thumb::MTime"] = time.map { Array($0.utf8) }
      values["Thumb::Size"] = size.map { Array($0.utf8) }
      return entry.isValid(values)
    }
    #expect(isValid("file:///a.jpg", "1000", "3"))
    #expect(isValid("file:///a.jpg", "1000", nil))
    #expect(isValid("file:///a.jpg", "1000.000000", nil))
    #expect(isValid("file:///a.jpg", "1000.250000", nil))
    for (uri, time, size) in [
      ("file:///b.jpg", "1000", "3"), ("file:///a.jpg", "1001", "3"),
      ("file:///a.jpg", "999", "3"), ("file:///a.jpg", "1000", "4"),
      ("file:///a.jpg", "1000.5", "3"), ("file:///a.jpg", nil, "3"), ("file:///a.jpg", "", "3"),
      ("file:///a.jpg", "1000.2.5", "3"),
    ] as [(String, String?, String?)] {
      #expect(!isValid(uri, time, size), "\(uri) \(time ?? "-") \(size ?? "-")")
    }
  }

  @Test("Text of a file that is cut anywhere is never read past its end")
  func cut() {
    let file = PNGText.adding([("a", "b"), ("c", "d")], to: PNGText.emptyPicture)
    #expect(PNGText.values(in: file).count == 2)
    for count in 0..<file.count {
      #expect(PNGText.values(in: Array(file.prefix(count))).count <= 2)
    }
    #expect(PNGText.adding([("a", "b")], to: [1, 2, 3]) == [1, 2, 3])
  }

  @Test("The empty picture is a picture, as another program reads it")
  func emptyPicture() throws {
    let bytes = PNGText.adding([("Thumb::URI", "file:///a")], to: PNGText.emptyPicture)
    let picture = try Picture(png: bytes)
    #expect(picture.width == 1 && picture.height == 1)
  }
}
