/// How generated code reads what the engine gave. The engine gives what the contract says; anything else is a fault of the
/// library, and ends the call with one.
extension JSONValue {
    func text() throws(FxError) -> String {
        guard let value = stringValue else { throw .unexpected(self) }
        return value
    }

    func flag() throws(FxError) -> Bool {
        guard let value = boolValue else { throw .unexpected(self) }
        return value
    }

    func whole() throws(FxError) -> Int {
        guard let value = intValue else { throw .unexpected(self) }
        return value
    }

    func real() throws(FxError) -> Double {
        guard let value = doubleValue else { throw .unexpected(self) }
        return value
    }

    func items() throws(FxError) -> [JSONValue] {
        guard let value = arrayValue else { throw .unexpected(self) }
        return value
    }

    func members() throws(FxError) -> JSONObject {
        guard let value = objectValue else { throw .unexpected(self) }
        return value
    }

    /// The members, made into something each.
    func mapMembers<Value>(_ make: (JSONValue) throws(FxError) -> Value) throws(FxError) -> [String: Value] {
        var made: [String: Value] = [:]
        for (name, member) in try members() { made[name] = try make(member) }
        return made
    }

    /// The members that are not of these names.
    func members(besides names: Set<String>) throws(FxError) -> [String: JSONValue] {
        let others = try members().filter { !names.contains($0.key) }
        return Dictionary(uniqueKeysWithValues: others.map { ($0.key, $0.value) })
    }

    func member(_ name: String) throws(FxError) -> JSONValue {
        guard let value = self[name] else { throw .unexpected(self) }
        return value
    }

    func memberIfAny(_ name: String) throws(FxError) -> JSONValue? {
        try members()[name]?.unlessNull()
    }

    func unlessNull() -> JSONValue? {
        self == .null ? nil : self
    }

    /// The text by which alternatives are told apart; empty if there is none.
    func tag(_ name: String) -> String {
        self[name]?.stringValue ?? ""
    }
}

extension [JSONValue] {
    /// An argument of the engine's.
    func at(_ place: Int) throws(FxError) -> JSONValue {
        guard indices.contains(place) else { throw .unexpected(.array(self)) }
        return self[place]
    }
}

extension FxError {
    /// The engine gave something that the contract does not know.
    static func unexpected(_ value: JSONValue) -> FxError {
        FxError(.internal, "a fault of the library ended this call, which got \(value.kind); please report it")
    }
}

extension JSONValue {
    fileprivate var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a boolean"
        case .int, .double: "a number"
        case .string: "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
