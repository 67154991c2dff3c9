import Foundation
import Libfx
import Testing

@Suite struct TurnTests {
    @Test func aTurnStreamsItsEventsAndTellsHowItEnded() async throws {
        let agent = try await Agent(Gateway.shared.session(answer("Hel", "lo")))
        let turn = try agent.prompt("hi")
        #expect(try await turn.text() == "Hello")
        let result = try await turn.result
        #expect(result.stopReason == .endTurn)
        #expect(result.usage.inputTokens == 3)
        await agent.close()
    }

    @Test func theResultAloneCanBeAwaited() async throws {
        let agent = try await Agent(Gateway.shared.session(answer("a"), answer("b")))
        #expect(try await agent.prompt("one").result.stopReason == .endTurn)
        #expect(try await agent.prompt([.text("two"), .resource(uri: "file:///a", text: "b")]).text() == "b")
    }

    @Test func eventsHaveOneReader() async throws {
        let agent = try await Agent(Gateway.shared.session(answer("a")))
        let turn = try agent.prompt("hi")
        #expect(try await turn.text() == "a")
        await #expect { _ = try await turn.text() } throws: { ($0 as? FxError)?.code == .busy }
    }

    @Test func agentsTakeTheirTurnsAtTheSameTime() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let agent = try await Agent(Gateway.shared.session(answer("\(number)", "!")))
                    return try await agent.prompt("hi").text()
                }
            }
            let answers = try await group.reduce(into: Set<String>()) { $0.insert($1) }
            #expect(answers == Set((0..<20).map { "\($0)!" }))
        }
    }

    @Test func aConversationIsContinuedFromItsCheckpoint() async throws {
        let first = try await Agent(Gateway.shared.session(answer("a")))
        _ = try await first.prompt("one").result
        let checkpoint = try await first.checkpoint()
        #expect(try await first.checkpoint() == checkpoint)
        await first.close()

        let session = try await Gateway.shared.session(answer("b"))
        let second = try await Agent(apiKey: "sk-test", checkpoint: checkpoint, gatewayChatURL: session)
        #expect(try await second.prompt("two").text() == "b")
        let body = try await Gateway.shared.requests(session)[0]["body"]
        #expect(body?["prompt"]?.arrayValue?.count == 3)
    }

    @Test func diagnosticsComeInOrder() async throws {
        let (events, diagnostic) = AsyncStream.makeStream(of: DiagnosticEvent.self)
        let session = try await Gateway.shared.session(answer("a"))
        let agent = try await Agent(apiKey: "sk-test", onEvent: { diagnostic.yield($0) }, gatewayChatURL: session)
        _ = try await agent.prompt("hi").result
        await agent.close()
        diagnostic.finish()
        let seen = await events.reduce(into: [DiagnosticEvent]()) { $0.append($1) }
        let types = seen.map(\.type).filter { $0.hasPrefix("transport.") }
        #expect(types == ["transport.start", "transport.response", "transport.finish"])
        #expect(seen.first { $0.type == "transport.start" }?.detail["attempt"] == 1)
    }

    @Test func aTurnThatNobodyReadsEndsAllTheSame() async throws {
        let agent = try await Agent(Gateway.shared.session(answer("a"), answer("b")))
        try forget(agent.prompt("one"))
        while true {
            do {
                #expect(try await agent.prompt("two").text() == "b")
                return
            } catch let error as FxError where error.code == .busy {
                await Task.yield()
            }
        }
    }

    private func forget(_ turn: Turn) {}
}
