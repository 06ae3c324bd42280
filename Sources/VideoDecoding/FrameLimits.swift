/// Bounds on the search for a frame that shows something.
struct FrameLimits: Sendable {
  /// Packets of all streams that one pass reads.
  var packets = 4000
  /// Bytes that one pass reads.
  var bytes: UInt64 = 64 << 20
  /// Key packets that do not decode before a pass gives up.
  var undecodableKeyPackets = 12
  /// Blank pictures that are passed over before the first of them is taken.
  var blankPictures = 8
  /// Time after which a blank picture is taken instead of looking on.
  var blankTime: Duration = .seconds(4)
  /// Frames that are decoded one after the other from a key frame on.
  var groupFrames = 300
  /// Pixels of them all.
  var groupPixels = 400_000_000
  /// Frames from one that is measured to the next, where one is sought that tells something.
  var measuredStep = 3
  /// Key frames that are compared for the most telling one.
  var candidates = 6
}
