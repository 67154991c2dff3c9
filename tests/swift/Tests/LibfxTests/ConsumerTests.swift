import Foundation
import Libfx
import Testing

/// An application as one would write it in the Swift 6 language mode. That it compiles, without `@preconcurrency` and
/// without `@unchecked`, is half of the test.
private actor Chat {
    private let agent: Agent
    private(set) var transcript: [String] = []

    init(_ session: String) async throws {
        agent = try await Agent(session)
    }

    func ask(_ question: String) async throws -> String {
        var answer = ""
        for try await event in try agent.prompt(question) {
            switch event {
            case .textDelta(let text): answer += text.delta
            case .reasoningDelta, .toolStart, .toolEnd: break
            }
        }
        transcript.append(answer)
        return answer
    }
}

@MainActor
private final class ViewModel {
    var answer = ""
    var stopReason: StopReason?

    func run(_ agent: Agent) async throws(FxError) {
        let turn = try agent.prompt("hi")
        for try await case .textDelta(let text) in turn { answer += text.delta }
        stopReason = try await turn.result.stopReason
    }
}

@Suite struct ConsumerTests {
    @Test func anActorKeepsAnAgent() async throws {
        let chat = try await Chat(Gateway.shared.session(answer("a"), answer("b")))
        #expect(try await chat.ask("one") == "a")
        #expect(try await chat.ask("two") == "b")
        #expect(await chat.transcript == ["a", "b"])
    }

    @Test @MainActor func theMainActorReadsATurn() async throws {
        let agent = try await Agent(Gateway.shared.session(answer("Hel", "lo")))
        let model = ViewModel()
        try await model.run(agent)
        #expect(model.answer == "Hello")
        #expect(model.stopReason == .endTurn)
    }

    @Test func anAgentThatNobodyHoldsIsFreed() async throws {
        weak var freed: Agent?
        weak var tool: Marked?
        do {
            let marked = Marked()
            let agent = try await Agent(Gateway.shared.session(answer("a")), tools: [marked])
            _ = try await agent.prompt("hi").result
            (freed, tool) = (agent, marked)
        }
        // The last references go with the messages that are being delivered.
        while freed != nil || tool != nil { await Task.yield() }
    }

    @Test func aProgramMayEndInTheMiddleOfATurn() async throws {
        let program = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for _ in 0..<5 {
            let (process, output, errors) = (Process(), Pipe(), Pipe())
            process.executableURL = program.appendingPathComponent("LiveTurn")
            process.arguments = [try await Gateway.shared.session(endless("once"))]
            process.standardOutput = output
            process.standardError = errors
            let (ended, end) = AsyncStream.makeStream(of: Void.self)
            process.terminationHandler = { _ in end.finish() }
            try process.run()
            for await _ in ended {}
            #expect(process.terminationReason == .exit)
            #expect(process.terminationStatus == 0)
            #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "once\n")
            #expect(errors.fileHandleForReading.readDataToEndOfFile().isEmpty)
        }
    }
}

private final class Marked: HostTool {
    let name = "marked"
    let description = ""
    let inputSchema: JSONObject = ["type": "object"]

    func execute(_ input: JSONValue, context: ToolContext) async throws -> ToolOutput { .json(.null) }
}
