import Foundation
import Libfx
import Testing

@Suite struct CancellationTests {
    @Test func cancellingTheReadingTaskCancelsTheTurn() async throws {
        let agent = try await Agent(Gateway.shared.session(endless("a"), answer("b")))
        let turn = try agent.prompt("hi")
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let reader = Task {
            for try await _ in turn { begin.yield() }
            return try await turn.result
        }
        for await _ in began { break }
        reader.cancel()
        #expect(try await reader.value.stopReason == .cancelled)
        #expect(try await agent.prompt("again").text() == "b")
    }

    @Test func cancellingWhoAwaitsTheResultCancelsTheTurn() async throws {
        let agent = try await Agent(Gateway.shared.session(endless("a")))
        let turn = try agent.prompt("hi")
        let waiter = Task { try await turn.result }
        waiter.cancel()
        #expect(try await waiter.value.stopReason == .cancelled)
    }

    @Test func aPromptOfACancelledTaskMakesNoRequest() async throws {
        let session = try await Gateway.shared.session()
        let agent = try await Agent(session)
        let result = try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await agent.prompt("hi").result
        }.value
        #expect(result.stopReason == .cancelled)
        #expect(try await Gateway.shared.requests(session).isEmpty)
    }

    @Test func aReaderThatLeavesCancelsTheTurn() async throws {
        let agent = try await Agent(Gateway.shared.session(endless("a"), answer("b")))
        let turn = try agent.prompt("hi")
        for try await _ in turn { break }
        #expect(try await turn.result.stopReason == .cancelled)
        #expect(try await agent.prompt("again").text() == "b")
    }

    /// What other bindings have broken on: a cancellation just when the first event arrives.
    @Test func cancellingJustBeforeTheFirstEventLeavesTheAgentUsable() async throws {
        let rounds = 100
        let agent = try await Agent(Gateway.shared.session(replies: (0..<rounds).map { _ in endless("a") }))
        for _ in 0..<rounds {
            let turn = try agent.prompt("hi")
            let reader = Task { try await turn.text() }
            await Task.yield()
            reader.cancel()
            _ = try await reader.value
            #expect(try await turn.result.stopReason == .cancelled)
        }
        _ = try await agent.checkpoint()
        await agent.close()
    }

    @Test func cancellingTheTurnCancelsTheTaskOfItsTool() async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let tool = Tool("wait", description: "Waits.") { (_: JSONValue) -> String in
            begin.yield()
            do { try await Task.sleep(for: .seconds(600)) } catch {}
            end.yield(Task.isCancelled)
            return "late"
        }
        let agent = try await Agent(Gateway.shared.session(call("wait")), tools: [tool])
        let turn = try agent.prompt("hi")
        for await _ in began { break }
        turn.cancel()
        turn.cancel()
        #expect(try await turn.result.stopReason == .cancelled)
        for await wasCancelled in ended {
            #expect(wasCancelled)
            break
        }
    }

    @Test func closingEndsWhatRuns() async throws {
        let agent = try await Agent(Gateway.shared.session(endless("a")))
        let turn = try agent.prompt("hi")
        await agent.close()
        #expect(try await turn.result.stopReason == .cancelled)
        #expect(throws: FxError.self) { try agent.prompt("again") }
        await agent.close()
    }
}
