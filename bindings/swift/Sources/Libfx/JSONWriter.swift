/// JSON text in UTF-8.
enum JSONWriter {
    static func text(_ value: JSONValue) -> [UInt8] {
        var text: [UInt8] = []
        write(value, to: &text)
        return text
    }

    private static func write(_ value: JSONValue, to text: inout [UInt8]) {
        switch value {
        case .null: text.append(contentsOf: "null".utf8)
        case .bool(let value): text.append(contentsOf: (value ? "true" : "false").utf8)
        case .int(let value): text.append(contentsOf: String(value).utf8)
        case .double(let value): text.append(contentsOf: (value.isFinite ? String(value) : "null").utf8)
        case .string(let value): write(value, to: &text)
        case .array(let items):
            text.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                write(item, to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            for (place, member) in members.enumerated() {
                if place > 0 { text.append(UInt8(ascii: ",")) }
                write(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                write(member.value, to: &text)
            }
            text.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        var string = string
        string.withUTF8 { bytes in
            var start = 0
            // What needs no escape, which is most of it, is copied in one piece.
            for (place, byte) in bytes.enumerated() where needsEscape(byte) {
                text.append(contentsOf: bytes[start..<place])
                start = place + 1
                escape(byte, to: &text)
            }
            text.append(contentsOf: bytes[start...])
        }
        text.append(UInt8(ascii: "\""))
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func escape(_ byte: UInt8, to text: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""): text.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): text.append(contentsOf: #"\\"#.utf8)
        default:
            text.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
            text.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
