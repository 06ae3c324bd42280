/// Whole help screens, 80 signs wide.
enum HelpScreens {
  /// `thumbs -h`.
  static let programInBrief = """
    Makes small previews of photos, videos and sound files within a memory budget.

    Usage: thumbs COMMAND [OPTION...] [ARGUMENT...]

    Commands
      make                    Makes the thumbnail of one file
      batch                   Makes thumbnails of all files in directories, and of
                              files that are named
      sniff                   Tells what files are, from the fewest bytes that
                              decide
      plan                    Tells how files would be decoded, and at what memory
      share                   Shows files as a share sheet would: title, size, type,
                              preview, and what is refused
      thumbnailer             Makes a thumbnail for a file manager, as its entry
                              asks
      doctor                  Tells what this machine offers: libraries, the jail of
                              decoders, fonts
      completion              Prints a script that completes command lines in bash,
                              zsh or fish
      man                     Prints the manual page
      version                 Prints the version

    General
      -h, --help              Show help: -h in brief, --help in full
      -V, --version           Show the version

    Exit status
      0                       All done
      1                       Some files failed; the others are done
      2                       Wrong usage, or nothing to read
      130, 143                Ended by SIGINT or SIGTERM; what was finished is kept

    See 'thumbs COMMAND -h' for a command, 'thumbs COMMAND --help' for more.

    """

  /// `thumbs --help`.
  static let programInFull = """
    Makes small previews of photos, videos and sound files within a memory budget.

    What a file is, is decided by its content, never by its name. Files are decoded
    in processes of their own, so that a broken or hostile one costs its own preview
    at most, and the memory of all processes together stays below the budget.

    Usage: thumbs COMMAND [OPTION...] [ARGUMENT...]

    Commands
      make                    Makes the thumbnail of one file
      batch                   Makes thumbnails of all files in directories, and of
                              files that are named
      sniff                   Tells what files are, from the fewest bytes that
                              decide
      plan                    Tells how files would be decoded, and at what memory
      share                   Shows files as a share sheet would: title, size, type,
                              preview, and what is refused
      thumbnailer             Makes a thumbnail for a file manager, as its entry
                              asks
      doctor                  Tells what this machine offers: libraries, the jail of
                              decoders, fonts
      completion              Prints a script that completes command lines in bash,
                              zsh or fish
      man                     Prints the manual page
      version                 Prints the version

    General
      -h, --help              Show help: -h in brief, --help in full
      -V, --version           Show the version

    Exit status
      0                       All done
      1                       Some files failed; the others are done
      2                       Wrong usage, or nothing to read
      130, 143                Ended by SIGINT or SIGTERM; what was finished is kept

    Error codes
      unreadable              The file cannot be opened or read
      vanished                There is no such file, or no more
      empty                   The file has no bytes
      notMedia                The content is neither a picture, a video nor sound
      unsupported             The format is known, and nothing here decodes it
      corrupt                 The content breaks its format's rules so that nothing
                              can be shown
      overBudget              Decoding needs more memory than the whole budget
      overLimit               A cap on pixels or bytes is exceeded
      timedOut                The time limit passed
      crashed                 The decoder's process died
      noPreview               There is nothing to show, such as a sound file without
                              a cover
      outputFailed            The thumbnail could not be written
      cancelled               The run was ended before the file was done

    Environment
      NO_COLOR                Where set and not empty, nothing is coloured
      TERM                    Where it is dumb, no progress is drawn

    See 'thumbs COMMAND -h' for a command, 'thumbs COMMAND --help' for more.

    """

  /// `thumbs make -h`.
  static let makeInBrief = """
    Makes the thumbnail of one file.

    Usage: thumbs make [OPTION...] FILE

    Output
      -o, --output OUT        Write the thumbnail to OUT; - is standard output
      -f, --format FORMAT     Code thumbnails as FORMAT [choices: jpeg, png, webp,
                              avif]
      -Q, --quality N         Code JPEG, WebP and AVIF at quality N, 1 to 100
                              [default: 80]
          --progressive       Code JPEG so that it appears step by step
          --chroma HOW        Keep colour in JPEG at half size or whole [choices:
                              420, 444]
          --palette           Code PNG with at most 256 colours
          --profile USE       Put a colour profile into thumbnails [choices: none,
                              srgb, keep] [default: none]
          --keep-metadata     Keep EXIF data of JPEG, PNG, WebP, HEIF and AVIF

    Picture
      -s, --size N            Make the longer side at most N pixels [default: 256]
          --fit FIT           Keep the picture's shape, or make a square [choices:
                              inside, cover, fill] [default: inside]
          --crop PART         Keep PART of the picture with --fit cover [choices:
                              center, attention, entropy, top] [default: center]
          --background COLOUR
                              Lay transparent pictures over COLOUR
          --sharpen           Sharpen edges a little after reducing
          --embedded USE      Use smaller pictures that lie inside files [choices:
                              prefer, never, only] [default: prefer]
          --at PLACE          Show the frame of a video at PLACE [default: first]
          --cover USE         Use the covers of videos [choices: prefer, avoid,
                              only] [default: avoid]
          --placeholder       Tell a ThumbHash and the dominant colour too

    Limits
      -b, --budget BYTES      Hold at most BYTES of memory, all processes together
                              [default: 120MB]
      -t, --timeout TIME      Give up on a file after TIME [default: 30s]
          --require-jail      End where decoders cannot be confined wholly

    General
      -h, --help              Show help: -h in brief, --help in full

    Examples
      thumbs make holiday.heic -o holiday.jpg
          Make a JPEG of at most 256 pixels
      curl -s example.org/film.mp4 | thumbs make - -o film.jpg
          Read a pipe
      thumbs make film.mkv -o - --at best | display
          Look at a film's best frame

    See 'thumbs make --help' for more.

    """

  /// `thumbs batch -h`.
  static let batchInBrief = """
    Makes thumbnails of all files in directories, and of files that are named.

    Usage: thumbs batch [OPTION...] PATH...

    Input
          --files-from FILE   Read paths from FILE, one a line; - is standard input
      -0, --null              Paths of the list end with a zero byte, as find
                              -print0 writes them
          --include PATTERN   Take only files that fit PATTERN; may be given again
          --exclude PATTERN   Leave out files and directories that fit PATTERN; may
                              be given again
          --ext EXT[,EXT...]  Take only files whose names end in one of these, such
                              as jpg,heic
          --kind KIND[,KIND...]
                              Take only files whose content is image, video, audio,
                              document or other
          --newer-than WHEN   Take only files that were modified after WHEN
          --max-bytes BYTES   Leave out files of more than BYTES
          --hidden            Walk hidden files and directories too
          --follow-links      Follow symbolic links that are met in walks
      -x, --one-file-system   Leave out directories on other file systems
          --shard I/N         Take the I-th of N parts of all files
          --dedupe            Decode files of the same content once

    Output
      -o, --output DIR        Write thumbnails below DIR; - is a tar archive on
                              standard output [default: PATH/.thumbs]
          --freedesktop       Put thumbnails where file managers look for them
          --layout LAYOUT     Lay thumbnails out as LAYOUT [choices: tree, flat,
                              sharded] [default: tree]
      -f, --format FORMAT     Code thumbnails as FORMAT [choices: jpeg, png, webp,
                              avif]
      -Q, --quality N         Code JPEG, WebP and AVIF at quality N, 1 to 100
                              [default: 80]
          --progressive       Code JPEG so that it appears step by step
          --chroma HOW        Keep colour in JPEG at half size or whole [choices:
                              420, 444]
          --palette           Code PNG with at most 256 colours
          --profile USE       Put a colour profile into thumbnails [choices: none,
                              srgb, keep] [default: none]
          --keep-metadata     Keep EXIF data of JPEG, PNG, WebP, HEIF and AVIF
          --prune             Remove thumbnails of files that are gone
          --retry-failed      Try again what failed before, though it did not change
          --share-output      Let other runs write to the same directory at the same
                              time

    Picture
      -s, --size N[,N...]     Make the longer side at most N pixels [default: 256]
          --fit FIT           Keep the picture's shape, or make a square [choices:
                              inside, cover, fill] [default: inside]
          --crop PART         Keep PART of the picture with --fit cover [choices:
                              center, attention, entropy, top] [default: center]
          --background COLOUR
                              Lay transparent pictures over COLOUR
          --sharpen           Sharpen edges a little after reducing
          --embedded USE      Use smaller pictures that lie inside files [choices:
                              prefer, never, only] [default: prefer]
          --at PLACE          Show the frame of a video at PLACE [default: first]
          --cover USE         Use the covers of videos [choices: prefer, avoid,
                              only] [default: avoid]
          --placeholder       Tell a ThumbHash and the dominant colour too

    Limits
      -b, --budget BYTES      Hold at most BYTES of memory, all processes together
                              [default: 120MB]
      -j, --jobs N            Work on at most N files at once [default: one a
                              processor]
      -t, --timeout TIME      Give up on a file after TIME [default: 30s]
          --deadline TIME     End the whole run after TIME
          --require-jail      End where decoders cannot be confined wholly

    Report and progress
      -r, --report FILE       Write one JSON line a file to FILE; - is standard
                              output
          --ordered           Write lines of the report in the order of the files
      -g, --gallery FILE      Write a contact sheet to FILE, a page for any browser
      -q, --quiet             Print neither progress nor summary
      -v, --verbose           Print a line for each file as it is done

    General
      -h, --help              Show help: -h in brief, --help in full

    Examples
      thumbs batch ~/Pictures
          Make thumbnails in ~/Pictures/.thumbs
      thumbs batch ~/Pictures -o out -s 45,256 --gallery out/sheet.html
          Make two sizes of each, and a page that shows them
      thumbs batch ~/Pictures --freedesktop
          Fill the cache of the desktop
      thumbs batch photos -o - | ssh backup tar x
          Send all thumbnails elsewhere
      find . -newer stamp -print0 | thumbs batch -0 --files-from - -o out --report -
          Work through a list, and answer each path with a line of JSON

    See 'thumbs batch --help' for more.

    """

  /// `thumbs sniff --help`.
  static let sniffInFull = """
    Tells what files are, from the fewest bytes that decide.

    Type, size in pixels, orientation, play time, codec and what else decides how a
    file is shown are read from its content; the name counts for nothing. The file -
    is standard input, of which no more is read than needed.

    One line or one JSON object a file, in the order given. A file that cannot be
    read has an error in its place, and the exit status is 1.

    Usage: thumbs sniff [OPTION...] FILE...

    Output
          --json
              Print one JSON object a file, a line each.

    General
      -h, --help
              Show help: -h in brief, --help in full.

    Examples
      thumbs sniff *.jpg
          See what these files are
      curl -s URL | thumbs sniff --json -
          Know a download from its first bytes

    """
}
