/// Numbers of a JPEG XL codestream that are coded by their frequency.
///
/// Read as far as it takes to know how a frame is divided; what breaks the rules is `nil`.
/// Source: ISO/IEC 18181-1:2024 § C.
struct JPEGXLSymbols {
  /// A number is a token and bits behind it.
  private struct Form {
    var splitExponent: Int
    var highBits: Int
    var lowBits: Int
  }

  private enum Code {
    case prefix(JPEGXLPrefixCode)
    case frequencies(JPEGXLFrequencies)
  }

  private struct Copying {
    var firstToken: Int
    var shortest: Int
    var lengthForm: Form
    var distanceCluster: Int
  }

  /// The numbers that may be copied; far more than any that are read here.
  private static let mostNumbers = 1 << 16

  private var clusters: [Int] = []
  private var forms: [Form] = []
  private var codes: [Code] = []
  private var copying: Copying?
  private var usesPrefixes = false
  private var state = 0
  private var numbers: [Int] = []
  private var copyPlace = 0
  private var copiesLeft = 0

  /// Reads the codes of a number of contexts.
  ///
  /// Source: § C.2.1.
  init?(contexts: Int, _ bits: inout JPEGXLBits, mayCopy: Bool = true) {
    var contexts = contexts
    if bits.flag() {
      guard mayCopy else { return nil }
      let first = bits.number((224, 0), (512, 0), (4096, 0), (8, 15))
      let shortest = bits.number((3, 0), (4, 0), (5, 2), (9, 8))
      guard let form = Self.form(&bits, alphabetBits: 8) else { return nil }
      contexts += 1
      copying = Copying(
        firstToken: first, shortest: shortest, lengthForm: form, distanceCluster: 0)
    }
    guard contexts > 0, contexts < 1 << 16, let clusters = Self.clusters(contexts, &bits) else {
      return nil
    }
    self.clusters = clusters
    copying?.distanceCluster = clusters[contexts - 1]
    let count = (clusters.max() ?? 0) + 1
    usesPrefixes = bits.flag()
    let alphabetBits = usesPrefixes ? 15 : 5 + bits.next(2)
    for _ in 0..<count {
      guard let form = Self.form(&bits, alphabetBits: alphabetBits) else { return nil }
      forms.append(form)
    }
    if usesPrefixes {
      let sizes = (0..<count).map { _ in Self.prefixAlphabet(&bits) }
      for size in sizes {
        guard let code = JPEGXLPrefixCode(alphabet: size, &bits) else { return nil }
        codes.append(.prefix(code))
      }
    } else {
      for _ in 0..<count {
        guard let code = JPEGXLFrequencies(alphabetBits: alphabetBits, &bits) else { return nil }
        codes.append(.frequencies(code))
      }
    }
    guard !bits.isOverrun else { return nil }
  }

  /// Starts to read numbers, which follow the codes or come later.
  mutating func begin(_ bits: inout JPEGXLBits) {
    if !usesPrefixes { state = bits.next(32) }
  }

  /// Whether the numbers have ended as they should.
  var endsWell: Bool { usesPrefixes || state == 0x13_0000 }

  /// The next number, in a context.
  ///
  /// Source: § C.3.
  mutating func next(_ context: Int, _ bits: inout JPEGXLBits) -> Int? {
    guard clusters.indices.contains(context), !bits.isOverrun, numbers.count < Self.mostNumbers
    else { return nil }
    if copiesLeft == 0 {
      let cluster = clusters[context]
      guard let token = token(cluster, &bits) else { return nil }
      guard let copying, token >= copying.firstToken else {
        return kept(Self.number(token, forms[cluster], &bits))
      }
      guard
        let length = Self.number(token - copying.firstToken, copying.lengthForm, &bits),
        let far = self.token(copying.distanceCluster, &bits),
        let distance = Self.number(far, forms[copying.distanceCluster], &bits), !numbers.isEmpty
      else { return nil }
      copiesLeft = length + copying.shortest
      copyPlace = numbers.count - min(distance + 1, numbers.count)
    }
    copiesLeft -= 1
    copyPlace += 1
    return kept(numbers[copyPlace - 1])
  }

  private mutating func kept(_ number: Int?) -> Int? {
    guard let number else { return nil }
    if copying != nil { numbers.append(number) }
    return number
  }

  private mutating func token(_ cluster: Int, _ bits: inout JPEGXLBits) -> Int? {
    switch codes[cluster] {
    case .prefix(let code): code.symbol(&bits)
    case .frequencies(let code): code.symbol(&state, &bits)
    }
  }

  private static func number(_ token: Int, _ form: Form, _ bits: inout JPEGXLBits) -> Int? {
    let split = 1 << form.splitExponent
    guard token >= split else { return token }
    let inToken = form.highBits + form.lowBits
    let count = form.splitExponent - inToken + (token - split) >> inToken
    guard (0...30).contains(count) else { return nil }
    let low = token & (1 << form.lowBits - 1)
    let high = token >> form.lowBits & (1 << form.highBits - 1) | 1 << form.highBits
    return (high << count | bits.next(count)) << form.lowBits | low
  }

  private static func form(_ bits: inout JPEGXLBits, alphabetBits: Int) -> Form? {
    let split = bits.next((alphabetBits + 1).bitsBelow)
    guard split != alphabetBits else { return Form(splitExponent: split, highBits: 0, lowBits: 0) }
    let high = bits.next((split + 1).bitsBelow)
    guard high <= split else { return nil }
    let low = bits.next((split - high + 1).bitsBelow)
    guard split < 16, high + low <= split else { return nil }
    return Form(splitExponent: split, highBits: high, lowBits: low)
  }

  /// Which contexts share a code.
  ///
  /// Source: § C.2.2.
  private static func clusters(_ contexts: Int, _ bits: inout JPEGXLBits) -> [Int]? {
    guard contexts > 1 else { return [0] }
    if bits.flag() {
      let width = bits.next(2)
      return (0..<contexts).map { _ in bits.next(width) }
    }
    let movesToFront = bits.flag()
    guard var symbols = JPEGXLSymbols(contexts: 1, &bits, mayCopy: contexts > 2) else { return nil }
    symbols.begin(&bits)
    var clusters: [Int] = []
    for _ in 0..<contexts {
      guard let cluster = symbols.next(0, &bits), cluster < 256 else { return nil }
      clusters.append(cluster)
    }
    guard symbols.endsWell else { return nil }
    guard movesToFront else { return clusters }
    var order = Array(0..<256)
    return clusters.map { place in
      let cluster = order.remove(at: place)
      order.insert(cluster, at: 0)
      return cluster
    }
  }

  private static func prefixAlphabet(_ bits: inout JPEGXLBits) -> Int {
    guard bits.flag() else { return 1 }
    let width = bits.next(4)
    return 1 + 1 << width + bits.next(width)
  }
}
