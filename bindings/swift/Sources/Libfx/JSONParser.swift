/// Reads JSON text in UTF-8. Halves of surrogate pairs, which a `String` has no room for, become U+FFFD.
struct JSONParser {
    /// The deepest nesting that is read: deeper text would take more stack than a thread has.
    private static let deepest = 512

    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0
    private var depth = 0

    static func value(of text: [UInt8]) throws(FxError) -> JSONValue {
        let outcome = text.withUnsafeBufferPointer { text -> Result<JSONValue, FxError> in
            var parser = JSONParser(text: text)
            return Result { () throws(FxError) in try parser.whole() }
        }
        return try outcome.get()
    }

    private init(text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    private mutating func whole() throws(FxError) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard place == text.count else { throw malformed("one value") }
        return value
    }

    private mutating func value() throws(FxError) -> JSONValue {
        skipBlanks()
        switch peek() {
        case UInt8(ascii: "{"): return try nested { (parser) throws(FxError) in try parser.object() }
        case UInt8(ascii: "["): return try nested { (parser) throws(FxError) in try parser.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func nested(
        _ read: (inout JSONParser) throws(FxError) -> JSONValue
    ) throws(FxError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw malformed("at most \(Self.deepest) levels") }
        return try read(&self)
    }

    private mutating func object() throws(FxError) -> JSONValue {
        place += 1
        var members = JSONObject()
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard peek() == UInt8(ascii: "\"") else { throw malformed("a member's name") }
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw malformed("a colon") }
            members[name] = try value()
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw malformed("the end of an object") }
        return .object(members)
    }

    private mutating func array() throws(FxError) -> JSONValue {
        place += 1
        var items: [JSONValue] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .array(items) }
        repeat {
            items.append(try value())
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw malformed("the end of a list") }
        return .array(items)
    }

    private mutating func string() throws(FxError) -> String {
        place += 1
        let start = place
        while let byte = peek(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { place += 1 }
        // Most texts have no escapes, and are what they look like.
        if take(UInt8(ascii: "\"")) {
            return String(decoding: text[start..<place - 1], as: UTF8.self)
        }
        var bytes = Array(text[start..<place])
        while let byte = peek() {
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            default: bytes.append(byte)
            }
        }
        throw malformed("the end of a text")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(FxError) {
        let letter = peek()
        place += 1
        switch letter {
        case UInt8(ascii: "n"): bytes.append(0x0a)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "r"): bytes.append(0x0d)
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0c)
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter!)
        case UInt8(ascii: "u"): bytes.append(contentsOf: String(Character(try scalar())).utf8)
        default: throw malformed("an escape")
        }
    }

    /// What stands behind `\u`, and the second half of a pair if it has one.
    private mutating func scalar() throws(FxError) -> Unicode.Scalar {
        let first = try unit()
        let before = place
        if (0xd800..<0xdc00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let second = try unit()
            if (0xdc00..<0xe000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            {
                return scalar
            }
        }
        if (0xd800..<0xe000).contains(first) { place = before }
        return Unicode.Scalar(first) ?? "\u{fffd}"
    }

    private mutating func unit() throws(FxError) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw malformed("four digits")
            }
            place += 1
            unit = unit << 4 + UInt32(digit)
        }
        return unit
    }

    private mutating func number() throws(FxError) -> JSONValue {
        let start = place
        var isWhole = true
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): break
            case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): isWhole = false
            default:
                return try number(start, isWhole)
            }
            place += 1
        }
        return try number(start, isWhole)
    }

    private func number(_ start: Int, _ isWhole: Bool) throws(FxError) -> JSONValue {
        let digits = String(decoding: text[start..<place], as: UTF8.self)
        if isWhole, let value = Int(digits) { return .int(value) }
        guard let value = Double(digits), value.isFinite else { throw malformed("a value") }
        return .double(value)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(FxError) -> JSONValue {
        let end = place + word.utf8.count
        guard end <= text.count, text[place..<end].elementsEqual(word.utf8) else { throw malformed("a value") }
        place = end
        return value
    }

    private func peek() -> UInt8? {
        place < text.count ? text[place] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        place += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = peek(), byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 { place += 1 }
    }

    private func malformed(_ expected: String) -> FxError {
        FxError(.invalidArgument, "the text is not JSON: expected \(expected) at byte \(place)")
    }
}
