/// Words after the name of a worker's program.
package enum WorkerArgument {
  /// The worker is given nothing that FFmpeg decodes, and does not load it.
  package static let withoutFFmpeg = "--without-ffmpeg"
}
