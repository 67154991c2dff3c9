import Foundation
import Libfx

/// What the application of a scenario does when it is called, and what is observed of it.
actor Behaviours {
    /// Executions, and calls of MCP clients, in the order they began.
    private var noted: [Call] = []
    /// What cannot be said in Swift, once it was to be said.
    private(set) var inexpressible: Inexpressible?
    private var counts: [String: Int] = [:]
    /// Is told the name of each tool that begins, and of each method of a client: `client.method`.
    private var onBegin: @Sendable (String) async -> Void = { _ in }

    private struct Call {
        let number: Int
        var seen: JSONValue
    }

    var calls: [JSONValue] { noted.map(\.seen) }

    /// Puts the calls from a place on in the order of their starts: tasks of one moment begin in any.
    func sort(from place: Int, by starts: [JSONValue]) {
        var left = Array(starts.enumerated())
        let ranked = noted[place...].map { call in
            let found = left.firstIndex { $0.element["id"] == call.seen["toolCallId"] && $0.element["name"] == call.seen["tool"] }
            return (rank: found.map { left.remove(at: $0).offset } ?? starts.count, call: call)
        }
        // Only if all are known: others, those of MCP clients among them, have their own place.
        guard ranked.allSatisfy({ $0.rank < starts.count }) else { return }
        noted[place...] = ArraySlice(ranked.sorted { $0.rank < $1.rank }.map(\.call))
    }

    func observe(_ onBegin: @escaping @Sendable (String) async -> Void) {
        self.onBegin = onBegin
    }

    /// Does what is scripted. A list of behaviours is for successive calls, `{nth}` in one is the number of the call.
    func perform(_ behaviours: JSONValue, as name: String, key: String, call: JSONValue, input: JSONValue) async throws -> JSONValue {
        let number = noted.count
        noted.append(Call(number: number, seen: call))
        let count = counts[key, default: 0]
        counts[key] = count + 1
        let successive = behaviours.arrayValue ?? [behaviours]
        let now = successive[min(count, successive.count - 1)]
        let text = now.description.replacingOccurrences(of: "{nth}", with: "\(count + 1)")
        await onBegin(name)
        return try await perform(try JSONValue(parsing: text), number, input)
    }

    private func noteAbortion(of number: Int) {
        guard let place = noted.firstIndex(where: { $0.number == number }) else { return }
        guard case .object(var call) = noted[place].seen else { return }
        call["aborted"] = true
        noted[place].seen = .object(call)
    }

    /// Says that the case does not exist in Swift: what is thrown to the engine would be a message of it.
    func cannot(_ reason: String) -> Inexpressible {
        let reason = inexpressible ?? Inexpressible(reason)
        inexpressible = reason
        return reason
    }

    private func answer(_ value: JSONValue) throws -> JSONValue {
        do {
            return value["$undefined"] == true ? .null : try revive(value)
        } catch let error as Inexpressible {
            throw cannot(error.reason)
        }
    }

    private func perform(_ behaviour: JSONValue, _ number: Int, _ input: JSONValue) async throws -> JSONValue {
        let never = behaviour["never"] == true
        if never || behaviour["untilAborted"] == true { try? await Task.sleep(for: .seconds(3600)) }
        if let delay = behaviour["delayMs"]?.intValue { await pause(delay) }
        if Task.isCancelled { noteAbortion(of: number) }
        if never { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        if let value = behaviour["returns"] { return try answer(value) }
        if let message = behaviour["throws"]?.stringValue { throw Failure(message) }
        if behaviour["echoes"] == true { return input }
        throw Failure("stopped")
    }
}

/// Waits, also in a task that is cancelled.
func pause(_ ms: Int) async {
    await Task { try? await Task.sleep(for: .milliseconds(ms)) }.value
}

/// A tool of a scenario.
struct ScriptedTool: HostTool {
    let name: String
    let description: String
    let inputSchema: JSONObject
    let behaviours: JSONValue
    let host: Behaviours
    private let key = UUID().uuidString

    /// A tool of the shorthand.
    init(_ name: String, _ behaviours: JSONValue, _ host: Behaviours) {
        self.init(name, "", ["type": "object", "properties": [:]], behaviours, host)
    }

    /// A tool that is written out.
    init(_ value: JSONValue, _ host: Behaviours) throws {
        let all = ["name", "description", "inputSchema", "execute"]
        let members = try value.members("a tool", of: all, required: all)
        guard let schema = try revive(members["inputSchema"]!).objectValue else {
            throw Inexpressible("a schema is a Dictionary")
        }
        guard let behaviours = members["execute"]?["$execute"] else { throw Inexpressible("a tool can be executed") }
        self.init(
            try members["name"]!.string("a tool's name"), try members["description"]!.string("a description"), schema,
            behaviours, host)
    }

    private init(
        _ name: String, _ description: String, _ schema: JSONObject, _ behaviours: JSONValue, _ host: Behaviours
    ) {
        self.name = name
        self.description = description
        inputSchema = schema
        self.behaviours = behaviours
        self.host = host
    }

    func execute(_ input: JSONValue, context: ToolContext) async throws -> ToolOutput {
        let call: JSONValue = [
            "tool": .string(name), "input": input, "toolCallId": .string(context.toolCallID), "aborted": false,
        ]
        return .json(try await host.perform(behaviours, as: name, key: key, call: call, input: input))
    }
}

/// An MCP client of a scenario.
struct ScriptedClient: MCPClient {
    let name: String
    let methods: [String: JSONValue]
    let host: Behaviours

    init(_ name: String, _ script: JSONValue, _ host: Behaviours, _ options: JSONValue?) throws {
        self.name = name
        self.host = host
        let all = ["listTools", "callTool", "readResource", "getPrompt", "close"]
        methods = try script.members("a client", of: all)
        for method in all {
            if let behaviours = methods[method], behaviours.objectValue == nil, behaviours.arrayValue == nil {
                throw Inexpressible("\(method) is a method")
            }
            if methods[method]?["$undefined"] != nil { throw Inexpressible("\(method) is a method") }
        }
        // Protocols have no members that may be missing: what an application leaves out is there, and fails.
        if options?["resources"] != nil, methods["readResource"] == nil { throw Inexpressible("a client has readResource") }
        if options?["prompts"] != nil, methods["getPrompt"] == nil { throw Inexpressible("a client has getPrompt") }
        if methods["listTools"] == nil || methods["callTool"] == nil {
            throw Inexpressible("a client has listTools and callTool")
        }
    }

    func listTools(_ params: MCPPageRequest?) async throws -> JSONObject {
        try await perform("listTools", params.map { ["cursor": .string($0.cursor)] })
    }

    func callTool(_ params: MCPToolCall) async throws -> JSONObject {
        try await perform("callTool", ["name": .string(params.name), "arguments": .object(params.arguments)])
    }

    func readResource(_ params: MCPResourceRequest) async throws -> JSONObject {
        try await perform("readResource", ["uri": .string(params.uri)])
    }

    func getPrompt(_ params: MCPPromptRequest) async throws -> JSONObject {
        var members: JSONObject = ["name": .string(params.name)]
        members["arguments"] = params.arguments.map { .object(JSONObject($0.mapValues { .string($0) })) }
        return try await perform("getPrompt", .object(members))
    }

    func close() async throws {
        if methods["close"] != nil { _ = try await answer("close", nil) }
    }

    private func perform(_ method: String, _ params: JSONValue?) async throws -> JSONObject {
        guard let members = try await answer(method, params).objectValue else {
            throw await host.cannot("a client answers with a JSONObject")
        }
        return members
    }

    private func answer(_ method: String, _ params: JSONValue?) async throws -> JSONValue {
        var call: JSONObject = ["client": .string(name), "method": .string(method), "aborted": false]
        call["params"] = params
        let key = "\(name).\(method)"
        return try await host.perform(
            methods[method] ?? [:], as: key, key: key, call: .object(call), input: params ?? .null)
    }
}
