import Batch
import MediaTypes

/// Flags that say which files are taken.
extension Flag {
  static let include = Flag(
    "include", Value("PATTERN"), in: .input,
    summary: "Take only files that fit PATTERN; may be given again",
    details: [
      """
      A pattern without a slash is about names, one with a slash about the path from the directory \
      on that is walked. * is any run of signs but the slash, ** any run, ? one sign, [a-z] one of \
      several.
      """
    ]
  ) { $0.selection.included.append(PathPattern($1.bytes)) }

  static let exclude = Flag(
    "exclude", Value("PATTERN"), in: .input,
    summary: "Leave out files and directories that fit PATTERN; may be given again"
  ) { $0.selection.excluded.append(PathPattern($1.bytes)) }

  static let fileExtensions = Flag(
    "ext", Value("EXT[,EXT...]"), in: .input,
    summary: "Take only files whose names end in one of these, such as jpg,heic"
  ) { arguments, word throws(ValueError) in
    arguments.selection.extensions.formUnion(try ValueGrammar.fileExtensions(word.text))
  }

  static let kinds = Flag(
    "kind", Value("KIND[,KIND...]"), in: .input,
    summary: "Take only files whose content is image, video, audio, document or other",
    details: [
      """
      It is looked into each file; its name does not count. Of a directory, documents such as PDF are \
      passed over unless they are asked for here.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.selection.kinds.formUnion(try ValueGrammar.kinds(word.text))
  }

  static let newerThan = Flag(
    "newer-than", Value("WHEN"), in: .input,
    summary: "Take only files that were modified after WHEN",
    details: [
      """
      Written as a time that has passed (2h, 7d, 3w), as a date (2025-12-31, 2025-12-31T18:30, with \
      a Z for universal time), or as the path of a file whose time it is.
      """
    ]
  ) { $0.newerThan = Moment($1) }

  static let largest = Flag(
    "max-bytes", Value("BYTES"), in: .input, summary: "Leave out files of more than BYTES"
  ) { arguments, word throws(ValueError) in
    arguments.selection.largestByteCount = try ValueGrammar.byteCount(word.text)
  }

  static let hidden = Flag(
    "hidden", in: .input, summary: "Walk hidden files and directories too"
  ) { $0.selection.takesHidden = true }

  static let followLinks = Flag(
    "follow-links", in: .input, summary: "Follow symbolic links that are met in walks",
    details: ["A directory that a walk is in already is not entered again."]
  ) { $0.selection.followsLinks = true }

  static let oneFileSystem = Flag(
    "one-file-system", short: "x", in: .input,
    summary: "Leave out directories on other file systems"
  ) { $0.selection.staysOnFileSystem = true }

  static let shard = Flag(
    "shard", Value("I/N"), in: .input, summary: "Take the I-th of N parts of all files",
    details: [
      """
      Which part a file belongs to follows from its path as the report has it, on every machine in \
      the same way. Runs with different parts may write to one output directory at the same time.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.selection.shard = try ValueGrammar.shard(word.text)
  }

  /// The flags that say which files are taken.
  static let selecting: [Flag] = [
    .include, .exclude, .fileExtensions, .kinds, .newerThan, .largest, .hidden, .followLinks,
    .oneFileSystem, .shard,
  ]
}

/// Flags that say what becomes of an output directory from run to run.
extension Flag {
  static let layout = Flag(
    "layout", Value("LAYOUT", .words(of: OutputLayout.self), default: "tree"), in: .output,
    summary: "Lay thumbnails out as LAYOUT",
    details: [
      """
      tree keeps the directories of the files. flat puts all into one directory, with %2F for each \
      slash. sharded puts them into 65,536 directories on two levels, for millions of files.
      """
    ]
  ) { arguments, word throws(ValueError) in
    arguments.layout = try ValueGrammar.choice(word.text, of: OutputLayout.self)
  }

  static let prune = Flag(
    "prune", in: .output, summary: "Remove thumbnails of files that are gone",
    details: [
      """
      Only thumbnails that earlier runs made of what is read again are looked at, and none where a \
      directory has no files at all: its disk may not be mounted.
      """
    ]
  ) { $0.prunes = true }

  static let retryFailed = Flag(
    "retry-failed", in: .output,
    summary: "Try again what failed before, though it did not change",
    details: [
      """
      Without it, a file that is broken or not supported is told again and not decoded again. Files \
      that ran out of time or memory, or could not be read, are tried in each run.
      """
    ]
  ) { $0.retriesFailures = true }

  static let shareOutput = Flag(
    "share-output", in: .output,
    summary: "Let other runs write to the same directory at the same time",
    details: [
      """
      For pipelines whose parts get other files each. Nothing is kept in mind then; what is up to \
      date is seen from the thumbnails. Without it a second run waits for the first.
      """
    ]
  ) { $0.sharesOutput = true }

  static let freedesktop = Flag(
    "freedesktop", in: .output,
    summary: "Put thumbnails where file managers look for them",
    details: [
      """
      They go to $XDG_CACHE_HOME/thumbnails or ~/.cache/thumbnails, as the thumbnail standard of \
      freedesktop.org has them: in the sizes 128, 256, 512 and 1024, or in some of these where \
      --size names them, as 128,256. \
      Thumbnails of other programs that are up to date stay; what cannot be shown is noted there.
      """
    ]
  ) { $0.fillsCache = true }

  static let dedupe = Flag(
    "dedupe", in: .input, summary: "Decode files of the same content once",
    details: [
      """
      Files of the same length are compared byte by byte, which means that they are read whole. Each \
      has its thumbnails and its line all the same.
      """
    ]
  ) { $0.findsDuplicates = true }

  static let printsEntry = Flag(
    "entry", in: .output, summary: "Print the entry by which file managers know this program"
  ) { $0.printsEntry = true }

  static let ordered = Flag(
    "ordered", in: .seeing, summary: "Write lines of the report in the order of the files",
    details: [
      """
      The order of lists as they are, and of directories by name. Without it lines come as files are \
      done, and directories are read in the order that is quickest for the disk. An archive has its \
      thumbnails as they are done in any case, unless --jobs is 1.
      """
    ]
  ) { $0.isOrdered = true }
}
