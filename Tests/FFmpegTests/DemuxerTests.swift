import ByteSources
import FFmpeg
import MediaTypes
import Testing

@Suite("Opening containers", .timeLimit(.minutes(1)))
struct DemuxerTests {
  @Test("A format without a demuxer here is refused by its name")
  func unknownFormat() throws {
    let input = try ByteInput(MemorySource([0, 1, 2, 3])) { false }
    #expect(throws: FFmpegError.noDemuxer(.pdf)) {
      _ = try Demuxer(input, format: .pdf)
    }
  }

  @Test("The source's own failure is what the caller hears")
  func failingSource() throws {
    let input = try ByteInput(FailingSource()) { false }
    #expect(throws: FFmpegError.source(ThumbnailError(.unreadable, "the disk has gone"))) {
      _ = try Demuxer(input, format: .mp4)
    }
  }

  @Test("The stop check ends the opening")
  func stopped() throws {
    let input = try ByteInput(MemorySource([UInt8](repeating: 0x47, count: 1 << 16))) { true }
    #expect(throws: FFmpegError.stopped) {
      _ = try Demuxer(input, format: .mpegTS)
    }
  }

  @Test(
    "Text that names other files is opened as no container",
    arguments: [
      "#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '/etc/passwd'\n",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n",
      "<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period><BaseURL>file:///etc/</BaseURL></Period></MPD>",
      "<asx version=\"3.0\"><entry><ref href=\"http://127.0.0.1/a.wmv\"/></entry></asx>",
    ])
  func playlists(text: String) throws {
    for format in MediaFormat.videos + MediaFormat.audio {
      let input = try ByteInput(MemorySource(Array(text.utf8))) { false }
      do throws(FFmpegError) {
        var demuxer = try Demuxer(input, format: format)
        var packet = try Packet()
        // Bare streams have no header to refuse; they must not find a stream that decodes.
        for _ in 0..<16 { guard try demuxer.read(into: &packet) == .packet else { break } }
        #expect(packet.byteCount <= text.utf8.count, "\(format)")
      } catch {
        #expect(error.thumbnailError.code != .unreadable, "\(format)")
      }
    }
  }
}
