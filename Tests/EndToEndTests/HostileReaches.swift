import Foundation
import TestSupport
import Testing

/// Files that would have their reader open another file, call somebody or run a program.
extension HostileCases {
  /// A file with `FILE` and `PORT` in it.
  struct Reaching: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: @Sendable (_ file: String, _ port: UInt16) throws -> [UInt8]

    init(
      _ name: String,
      _ bytes: @escaping @Sendable (_ file: String, _ port: UInt16) throws -> [UInt8]
    ) {
      testDescription = name
      self.bytes = bytes
    }
  }

  static let reaching: [Reaching] = [
    Reaching("entity.svg") { file, _ in
      svg("<text y='20'>&x;</text>", head: "<!DOCTYPE svg [<!ENTITY x SYSTEM 'file://\(file)'>]>")
    },
    Reaching("parameter-entity.svg") { _, port in
      svg(
        "<rect width='9' height='9'/>",
        head: "<!DOCTYPE svg [<!ENTITY % x SYSTEM 'http://127.0.0.1:\(port)/x.dtd'> %x;]>")
    },
    Reaching("type-definition.svg") { _, port in
      svg(
        "<rect width='9' height='9'/>",
        head: "<!DOCTYPE svg SYSTEM 'http://127.0.0.1:\(port)/s.dtd'>")
    },
    Reaching("images.svg") { file, port in
      svg(
        """
        <image width='40' height='30' xlink:href='file://\(file)'/>
        <image width='40' height='30' href='\(file)'/>
        <image width='40' height='30' href='http://127.0.0.1:\(port)/x.png'/>
        """)
    },
    Reaching("uses.svg") { file, port in
      svg("<use href='file://\(file)#a'/><use href='http://127.0.0.1:\(port)/x.svg#a'/>")
    },
    Reaching("style.svg") { file, port in
      svg(
        """
        <style>@import url('file://\(file)'); @import url('http://127.0.0.1:\(port)/a.css');
        @font-face { font-family: a; src: url('file://\(file)'), url('http://127.0.0.1:\(port)/f') }
        text { font-family: a; fill: url('file://\(file)#g') }</style><text y='20'>a</text>
        """, head: "<?xml-stylesheet href='file://\(file)' type='text/css'?>")
    },
    Reaching("include.svg") { file, _ in
      svg("<include xmlns='http://www.w3.org/2001/XInclude' href='file://\(file)' parse='text'/>")
    },
    Reaching("script.svg") { file, port in
      svg(
        """
        <script>new XMLHttpRequest().open('GET','http://127.0.0.1:\(port)/')</script>
        <script xlink:href='file://\(file)'/><rect width='9' height='9' onload='fetch("file://\(file)")'/>
        <foreignObject width='9' height='9'><iframe xmlns='http://www.w3.org/1999/xhtml' \
        src='http://127.0.0.1:\(port)/'/></foreignObject>
        """)
    },
    Reaching("launch.pdf") { file, port in
      page(
        """
        /OpenAction<</S/Launch/F(\(file))/Next<</S/URI/URI(http://127.0.0.1:\(port)/)>>>>\
        /AA<</WC<</S/JavaScript/JS(app.launchURL\\("http://127.0.0.1:\(port)/"\\))>>>>
        """)
    },
    Reaching("other-file.pdf") { file, port in
      page(
        "",
        contents: """
          <</Length 0/F(\(file))>>stream
          endstream
          """,
        more: ["<</Type/Filespec/FS/URL/F(http://127.0.0.1:\(port)/)>>"])
    },
    Reaching("data-reference.mov") { file, _ in
      // A reference that is no flag "in this file", but a name.
      var bytes = try Fixture.at("video/h264.mov").bytes()
      let mark = Array("url ".utf8)
      if let place = (0..<(bytes.count - 8)).first(where: { Array(bytes[$0..<($0 + 4)]) == mark }) {
        bytes.replaceSubrange((place + 4)..<(place + 8), with: [0, 0, 0, 0])
      }
      return bytes + Array(file.utf8)
    },
    Reaching("list.m3u8") { file, port in
      Array(
        """
        #EXTM3U
        #EXT-X-TARGETDURATION:1
        #EXTINF:1,
        \(file)
        #EXTINF:1,
        http://127.0.0.1:\(port)/a.ts
        #EXT-X-ENDLIST
        """.utf8)
    },
    Reaching("list-named-film.mp4") { file, port in
      Array("#EXTM3U\n#EXTINF:1,\nfile:\(file)\n#EXTINF:1,\nhttp://127.0.0.1:\(port)/a.ts\n".utf8)
    },
    Reaching("list.ffconcat") { file, _ in Array("ffconcat version 1.0\nfile '\(file)'\n".utf8) },
    Reaching("concat-named-film.mkv") { file, _ in
      Array("ffconcat version 1.0\nfile 'file:\(file)'\n".utf8)
    },
    Reaching("session.sdp") { _, port in
      Array("v=0\nc=IN IP4 127.0.0.1\nm=video \(port) RTP/AVP 96\na=rtpmap:96 H264/90000\n".utf8)
    },
    Reaching("manifest.mpd") { file, port in
      Array(
        """
        <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period><AdaptationSet>
        <Representation><BaseURL>http://127.0.0.1:\(port)/</BaseURL><SegmentList>
        <Initialization sourceURL="file://\(file)"/></SegmentList></Representation></AdaptationSet>
        </Period></MPD>
        """.utf8)
    },
    Reaching("picture.mvg") { file, _ in
      Array("push graphic-context\nimage over 0,0 0,0 'file:\(file)'\npop graphic-context\n".utf8)
    },
    Reaching("picture.msl") { file, _ in
      Array("<?xml version='1.0'?><image><read filename='\(file)'/></image>".utf8)
    },
    Reaching("postscript-named.png") { file, _ in
      Array("%!PS-Adobe-3.0\n(\(file)) (r) file pop showpage\n".utf8)
    },
  ]

  private static func page(
    _ catalogue: String, contents: String = "<</Length 0>>stream\nendstream", more: [String] = []
  ) -> [UInt8] {
    pdf(
      [
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 40 30]/Resources<<>>/Contents 4 0 R>>", contents,
      ] + more, catalogue: catalogue)
  }
}
