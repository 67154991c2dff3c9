import Foundation

/// Any JSON value.
///
/// Values can be written as literals, `null` as ``null``, and members be read by subscripts:
///
///     let schema: JSONValue = ["type": "object", "properties": [:], "default": .null]
///     schema["type"]?.stringValue
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null

    /// `true` or `false`.
    case bool(Bool)

    /// A whole number, exactly.
    case int(Int)

    /// Any other number. JSON has no infinity: one is written as `null`.
    case double(Double)

    /// A text.
    case string(String)

    /// A list.
    case array([JSONValue])

    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// The value if it is `true` or `false`.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value if it is a whole number, `2.0` included.
    public var intValue: Int? {
        switch self {
        case .int(let value): value
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The value if it is a number.
    public var doubleValue: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// The value if it is a text.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The items if it is a list.
    public var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members if it is an object.
    public var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// A member of an object; `nil` if there is none, or the value is no object.
    public subscript(name: String) -> JSONValue? { objectValue?[name] }

    /// An item of a list; `nil` if there is none, or the value is no list.
    public subscript(index: Int) -> JSONValue? {
        guard let items = arrayValue, items.indices.contains(index) else { return nil }
        return items[index]
    }
}

extension JSONValue {
    /// Reads JSON text.
    ///
    /// - Throws: ``FxError`` with ``FxError/Code/invalidArgument`` for anything that is not JSON.
    public init(parsing text: String) throws(FxError) {
        self = try JSONParser.value(of: Array(text.utf8))
    }

    /// The value of whatever is `Encodable`, as `JSONEncoder` writes it; members come in the order of their names.
    public init(encoding value: some Encodable) throws {
        if let value = value as? JSONValue {
            self = value
            return
        }
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        self = try JSONParser.value(of: Array(encoder.encode(value)))
    }

    /// Makes a value of whatever is `Decodable`, as `JSONDecoder` reads it.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        if let value = self as? Value { return value }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(JSONWriter.text(self)))
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String { String(decoding: JSONWriter.text(self), as: UTF8.self) }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// A literal is ``bool(_:)``.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral {
    /// A literal is ``int(_:)``.
    public init(integerLiteral value: Int) { self = .int(value) }
}

extension JSONValue: ExpressibleByFloatLiteral {
    /// A literal is ``double(_:)``.
    public init(floatLiteral value: Double) { self = .double(value) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// A literal is ``string(_:)``.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// A literal is ``array(_:)``.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// A literal is ``object(_:)``. The last of several members with one name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        var object = JSONObject()
        for (name, value) in elements { object[name] = value }
        self = .object(object)
    }
}

extension JSONValue: Codable {
    /// Reads any value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(JSONObject(try container.decode([String: JSONValue].self)))
        }
    }

    /// Writes the value as what it is.
    public func encode(to encoder: any Encoder) throws {
        if case .object(let members) = self {
            var container = encoder.container(keyedBy: MemberName.self)
            for (name, member) in members { try container.encode(member, forKey: MemberName(name)) }
            return
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null, .object: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        }
    }
}

/// The name of a member, for what encodes and decodes.
private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) {
        stringValue = name
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        nil
    }
}
