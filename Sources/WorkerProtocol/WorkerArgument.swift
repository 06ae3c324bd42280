/// Words after the name of a worker's program.
package enum WorkerArgument {
  /// The worker will be given only what libvips decodes by itself, or what our readers do.
  package static let stills = "--stills"
}
