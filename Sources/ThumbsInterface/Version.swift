/// The version of the library, as semver.org counts; the command's is the same.
let thumbsVersion = "0.1.0"
