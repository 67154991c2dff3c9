/// What a value must be like, as a JSON Schema.
///
///     let schema: JSONSchema = .object([
///         "city": .string("The name of the city."),
///         "days": .integer("How many days ahead.", in: 1...7).optional,
///     ])
public struct JSONSchema: Sendable, Hashable {
    /// The schema as JSON.
    public var members: JSONObject

    private var isOptional = false

    /// Any schema, written out.
    public init(_ members: JSONObject) {
        self.members = members
    }

    /// The same, for a property that may be left out.
    public var optional: JSONSchema {
        var schema = self
        schema.isOptional = true
        return schema
    }

    /// A text, perhaps one of a few.
    public static func string(_ description: String? = nil, oneOf choices: [String]? = nil) -> JSONSchema {
        var schema = JSONSchema("string", description)
        schema.members["enum"] = choices.map { .array($0.map { .string($0) }) }
        return schema
    }

    /// A whole number.
    public static func integer(_ description: String? = nil, in range: ClosedRange<Int>? = nil) -> JSONSchema {
        var schema = JSONSchema("integer", description)
        schema.members["minimum"] = range.map { .int($0.lowerBound) }
        schema.members["maximum"] = range.map { .int($0.upperBound) }
        return schema
    }

    /// A number.
    public static func number(_ description: String? = nil) -> JSONSchema {
        JSONSchema("number", description)
    }

    /// `true` or `false`.
    public static func boolean(_ description: String? = nil) -> JSONSchema {
        JSONSchema("boolean", description)
    }

    /// A list.
    public static func array(of items: JSONSchema, _ description: String? = nil) -> JSONSchema {
        var schema = JSONSchema("array", description)
        schema.members["items"] = .object(items.members)
        return schema
    }

    /// An object with these properties. All are required that are not ``optional``.
    public static func object(
        _ properties: KeyValuePairs<String, JSONSchema>, _ description: String? = nil
    ) -> JSONSchema {
        var schema = JSONSchema("object", description)
        var members = JSONObject()
        for (name, property) in properties { members[name] = .object(property.members) }
        let required = properties.filter { !$0.value.isOptional }.map { JSONValue.string($0.key) }
        schema.members["properties"] = .object(members)
        schema.members["required"] = required.isEmpty ? nil : .array(required)
        return schema
    }

    private init(_ type: String, _ description: String?) {
        members = ["type": .string(type)]
        members["description"] = description.map { .string($0) }
    }
}
