import Foundation

/// What crosses to the engine with one call, beside its texts: the application's objects and functions, and bytes.
///
/// Data crosses as it is, and everything else as a *marker*: an object whose member `$fx` says what it stands for.
final class Crossing {
    private(set) var values: [HostValue] = []
    private(set) var blobs: [Data] = []

    /// Members of an object, without those that are absent. `rest` stand beside them.
    func members(_ members: KeyValuePairs<String, JSONValue?>, besides rest: [String: JSONValue] = [:]) -> JSONValue {
        var object = JSONObject(rest.mapValues(json))
        for (name, value) in members { object[name] = value }
        return .object(object)
    }

    /// JSON of the application's, of which nothing must look like a marker.
    func json(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let items): return .array(items.map(json))
        case .object(let members):
            let object = JSONValue.object(members.mapValues(json))
            return members.keys.contains("$fx") ? marker("plain", ["value": object]) : object
        default: return value
        }
    }

    /// A map of values that are described.
    func map(_ values: [String: JSONValue]) -> JSONValue {
        let object = JSONValue.object(JSONObject(values))
        return values.keys.contains("$fx") ? marker("plain", ["value": object]) : object
    }

    func bytes(_ bytes: Data) -> JSONValue {
        blobs.append(bytes)
        return marker("bytes", ["id": .int(blobs.count - 1)])
    }

    /// The cancellation of the task that makes the call.
    func signal() -> JSONValue {
        marker("signal", ["aborted": .bool(Task.isCancelled)])
    }

    /// A function that answers nothing.
    func function(_ call: @escaping @Sendable ([JSONValue]) throws -> Void) -> JSONValue {
        marker("function", ["id": handle(.function(call))])
    }

    func foreign(_ fetch: @escaping Fetch) -> JSONValue {
        marker("function", ["id": handle(.fetch(fetch))])
    }

    /// An object whose properties cross now, and whose methods are called later.
    func object(
        _ target: any Sendable, properties: KeyValuePairs<String, JSONValue?>, methods: [String: HostMethod]
    ) -> JSONValue {
        var members = JSONObject()
        for (name, value) in properties { members[name] = value }
        for name in methods.keys { members[name] = marker("function") }
        return marker("object", ["id": handle(.object(target, methods)), "members": .object(members)])
    }

    private func handle(_ value: HostValue) -> JSONValue {
        values.append(value)
        return .int(values.count - 1)
    }

    private func marker(_ kind: String, _ detail: JSONObject = [:]) -> JSONValue {
        var members = detail
        members["$fx"] = .string(kind)
        return .object(members)
    }
}

/// A method of an object of the application's: from the engine's arguments to its answer.
typealias HostMethod = @Sendable ([JSONValue]) async throws -> JSONValue

/// A value of the application's that the engine can call.
enum HostValue: Sendable {
    case object(any Sendable, [String: HostMethod])
    case function(@Sendable ([JSONValue]) throws -> Void)
    case fetch(Fetch)
}

extension JSONValue {
    /// An argument that is left out.
    static let undefined: JSONValue = .object(["$fx": "undefined"])
}
