import Foundation
import Libfx

/// What a scenario says that Swift's types do not let anybody say, so that nothing can go wrong with it.
struct Inexpressible: Error {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// The JSON that placeholders of scenario files stand for.
func revive(_ value: JSONValue) throws -> JSONValue {
    switch value {
    case .array(let items): return .array(try items.map(revive))
    case .object(let members):
        if members.count == 1, let (name, argument) = members.first, name.hasPrefix("$") {
            return try placeholder(name, argument)
        }
        var revived = JSONObject()
        for (name, member) in members where !isAbsent(member) { revived[name] = try revive(member) }
        return .object(revived)
    default: return value
    }
}

/// Whether it stands for a member that is not there.
func isAbsent(_ value: JSONValue?) -> Bool {
    value.map { $0["$absent"] == true } ?? true
}

private func placeholder(_ name: String, _ argument: JSONValue) throws -> JSONValue {
    let text = argument["text"]?.stringValue ?? ""
    let rounds = 0..<(argument["times"]?.intValue ?? 0)
    switch name {
    case "$data": return argument
    case "$text": return .string(rounds.map { text.replacingOccurrences(of: "{i}", with: "\($0)") }.joined())
    case "$list":
        let item = argument["item"]?.description ?? "null"
        let items = rounds.map { item.replacingOccurrences(of: "{i}", with: "\($0)") }
        return .array(try items.map { try revive(JSONValue(parsing: $0)) })
    default: throw Inexpressible("\(name) is no JSON")
    }
}

extension JSONValue {
    /// The value as what the type of an option, parameter or member is.
    func string(_ what: String) throws -> String {
        guard let value = try revive(self).stringValue else { throw Inexpressible("\(what) is a String") }
        return value
    }

    func list(_ what: String) throws -> [JSONValue] {
        let value = self["$list"] == nil ? self : try revive(self)
        guard let items = value.arrayValue else { throw Inexpressible("\(what) is an Array") }
        return items
    }

    /// The members of a value of a type that has no others.
    func members(_ what: String, of known: [String], required: [String] = []) throws -> [String: JSONValue] {
        guard let members = objectValue, !members.keys.contains(where: { $0.hasPrefix("$") }) else {
            throw Inexpressible("\(what) has a type of its own")
        }
        let present = Dictionary(uniqueKeysWithValues: members.filter { !isAbsent($0.value) }.map { ($0.key, $0.value) })
        if let unknown = present.keys.filter({ !known.contains($0) }).min() {
            throw Inexpressible("\(what) has no member \(unknown)")
        }
        if let missing = required.first(where: { present[$0] == nil }) {
            throw Inexpressible("\(what) must have \(missing)")
        }
        return present
    }
}

/// What a prompt says.
func promptInput(_ value: JSONValue) throws -> PromptInput {
    if case .array(let blocks) = value { return .blocks(try blocks.map(promptBlock)) }
    return .text(try value.string("a prompt that is no list"))
}

private func promptBlock(_ value: JSONValue) throws -> PromptBlock {
    let members = try value.members("a block", of: ["type", "text", "uri", "resource"], required: ["type"])
    switch members["type"] {
    case "text": return .text(try text(members["text"]))
    case "resource":
        let resource = try members["resource"]?.members("a resource", of: ["uri", "text"]) ?? members
        return .resource(uri: try text(resource["uri"]), text: try resource["text"]?.string("a resource's text"))
    default: throw Inexpressible("there is no other type of block")
    }
}

private func text(_ value: JSONValue?) throws -> String {
    guard let value else { throw Inexpressible("a member of a block that must be there") }
    return try value.string("a member of a block")
}

/// An error as observations hold it.
func describe(_ error: any Error) -> JSONValue {
    guard let error = error as? FxError else { return ["code": "none", "class": "Error", "message": .string("\(error)")] }
    let kind =
        switch error.code {
        case .invalidArgument, .catalogueInvalid: "TypeError"
        case .limitExceeded: "RangeError"
        default: "Error"
        }
    var members: JSONObject = [
        "code": .string(error.code.rawValue), "class": .string(kind), "message": .string(error.message),
    ]
    members["status"] = error.status.map { .int($0) }
    members["retryAfterMs"] = error.retryAfterMs.map { .int($0) }
    members["requestId"] = error.requestID.map { .string($0) }
    members["causeCode"] = error.causeCode.map { .string($0) }
    return .object(members)
}

func describe(_ event: TurnEvent) -> JSONValue {
    switch event {
    case .textDelta(let it): return ["type": "text_delta", "delta": .string(it.delta)]
    case .reasoningDelta(let it): return ["type": "reasoning_delta", "delta": .string(it.delta)]
    case .toolStart(let it):
        return ["type": "tool_start", "id": .string(it.id), "name": .string(it.name), "input": it.input]
    case .toolEnd(let it):
        var members: JSONObject = [
            "type": "tool_end", "id": .string(it.id), "name": .string(it.name), "isError": .bool(it.isError),
        ]
        members["content"] = it.content.map { .string($0) }
        return .object(members)
    }
}

func describe(_ result: TurnResult) -> JSONValue {
    var usage = JSONObject()
    usage["inputTokens"] = result.usage.inputTokens.map { .int($0) }
    usage["outputTokens"] = result.usage.outputTokens.map { .int($0) }
    usage["cacheReadTokens"] = result.usage.cacheReadTokens.map { .int($0) }
    usage["cacheWriteTokens"] = result.usage.cacheWriteTokens.map { .int($0) }
    usage["reasoningTokens"] = result.usage.reasoningTokens.map { .int($0) }
    return ["stopReason": .string(result.stopReason.rawValue), "usage": .object(usage)]
}

func describe(_ event: DiagnosticEvent) -> JSONValue {
    var members = JSONObject(event.detail)
    members["type"] = .string(event.type)
    members["timestamp"] = .double(event.timestamp)
    return .object(members)
}

/// Everything that Swift prints of a value.
func everythingPrinted(of value: Any) -> String {
    var text = "\(value)\n\(String(reflecting: value))\n"
    dump(value, to: &text)
    return text
}
