import Foundation
import Libfx

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The scripted Gateway, for tests that say themselves what it answers.
final class Gateway: Sendable {
    static let shared = Gateway()

    private let address: String
    /// The process ends when its input does.
    private let input = Pipe()

    private init() {
        let program = ProcessInfo.processInfo.environment["LIBFX_GATEWAY"] ?? "target/debug/libfx-gateway"
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.standardInput = input
        process.standardOutput = output
        try! process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") { line += output.fileHandleForReading.readData(ofLength: 1) }
        address = try! JSONValue(parsing: String(decoding: line, as: UTF8.self))["address"]!.stringValue!
    }

    /// The address of a session in which these replies are given, one after the other.
    func session(_ replies: JSONValue...) async throws -> String {
        try await session(replies: replies)
    }

    func session(replies: [JSONValue]) async throws -> String {
        try await send("POST", "sessions", ["replies": .array(replies)])["url"]!.stringValue!
    }

    /// The model requests of a session.
    func requests(_ session: String) async throws -> [JSONValue] {
        let id = session.split(separator: "/")[3]
        return try await send("GET", "sessions/\(id)/requests", nil).arrayValue!
    }

    private func send(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        var request = URLRequest(url: URL(string: "\(address)/__gateway/\(path)")!)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.description.utf8) }
        let (data, _) = try await URLSession.shared.data(for: request)
        return try JSONValue(parsing: String(decoding: data, as: UTF8.self))
    }
}

/// A reply that says these words and ends.
func answer(_ words: String...) -> JSONValue {
    .object(["parts": .array(words.map(text) + [finish("stop")])])
}

/// A reply that says something and then nothing more, until it is given up.
func endless(_ word: String) -> JSONValue {
    ["parts": [text(word)], "end": "open"]
}

/// A reply that calls a tool.
func call(_ tool: String, _ input: JSONValue = [:]) -> JSONValue {
    let call: JSONValue = [
        "type": "tool-call", "toolCallId": "c1", "toolName": .string(tool), "input": .string(input.description),
    ]
    return ["parts": [call, finish("tool-calls")]]
}

private func text(_ delta: String) -> JSONValue {
    ["type": "text-delta", "id": "t", "delta": .string(delta)]
}

private func finish(_ reason: String) -> JSONValue {
    ["type": "finish", "finishReason": ["unified": .string(reason)], "usage": ["inputTokens": ["total": 3]]]
}

extension Agent {
    /// An agent that talks to a session of the scripted Gateway.
    convenience init(_ session: String, tools: [any HostTool] = []) async throws {
        try await self.init(apiKey: "sk-test", tools: tools, gatewayChatURL: session)
    }
}

extension Turn {
    /// The answer, read to its end.
    func text() async throws -> String {
        var answer = ""
        for try await case .textDelta(let text) in self { answer += text.delta }
        return answer
    }
}
