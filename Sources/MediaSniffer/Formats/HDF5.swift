import MediaTypes

/// Hierarchical Data Format 5.
///
/// Source: The HDF Group, "HDF5 File Format Specification" 3.0 § II.A.
enum HDF5: SignatureProbe {
  static let signatures = [Signature(.hdf5, [0x89, 0x48, 0x44, 0x46, 0x0D, 0x0A, 0x1A, 0x0A])]
}

extension MediaFormat {
  static let hdf5 = MediaFormat(
    "hdf5", mime: "application/x-hdf5",
    uniformType: "org.hdfgroup.hdf5", kind: .other, fileExtensions: ["h5", "hdf5"])
}
