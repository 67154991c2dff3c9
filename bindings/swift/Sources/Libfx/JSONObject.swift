/// A JSON object, whose members keep the order in which they were written: models read schemas and results in it.
///
/// It is written as a dictionary literal, and read as a dictionary. Two are equal if they have the same members, in any order.
public struct JSONObject: Sendable {
    /// The names of the members, in order.
    public private(set) var keys: [String] = []

    private var members: [String: JSONValue] = [:]

    /// An object without members.
    public init() {}

    /// The members of a dictionary, in the order of their names.
    public init(_ members: [String: JSONValue]) {
        self.keys = members.keys.sorted()
        self.members = members
    }

    /// A member; setting it to `nil` removes it.
    public subscript(name: String) -> JSONValue? {
        get { members[name] }
        set {
            let old = members.removeValue(forKey: name)
            guard let newValue else {
                if old != nil { keys.removeAll { $0 == name } }
                return
            }
            members[name] = newValue
            if old == nil { keys.append(name) }
        }
    }

    /// The same names with other values.
    public func mapValues<Failure>(
        _ transform: (JSONValue) throws(Failure) -> JSONValue
    ) throws(Failure) -> JSONObject {
        var object = JSONObject()
        for (name, value) in self { object[name] = try transform(value) }
        return object
    }
}

extension JSONObject: RandomAccessCollection {
    /// The place of the first member.
    public var startIndex: Int { keys.startIndex }

    /// The place behind the last member.
    public var endIndex: Int { keys.endIndex }

    /// The member at a place.
    public subscript(place: Int) -> (key: String, value: JSONValue) {
        (keys[place], members[keys[place], default: .null])
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same members.
    public static func == (left: JSONObject, right: JSONObject) -> Bool { left.members == right.members }

    /// Hashes the members.
    public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// The members in the order in which they are written. The last of several with one name counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements { self[name] = value }
    }
}

extension JSONObject: CustomStringConvertible {
    /// The object as JSON text.
    public var description: String { JSONValue.object(self).description }
}
