import Foundation
import Libfx
import Testing

@Suite struct ErrorTests {
    @Test func errorsAreTyped() async throws {
        do {
            _ = try await Agent(apiKey: "")
            Issue.record("an empty key was accepted")
        } catch {
            // No cast: the type of the error is known.
            #expect(error.code == .invalidArgument)
            #expect(error.message == "options.apiKey: expected a non-empty string")
            #expect(error.localizedDescription == error.message)
            #expect("\(error)" == "LIBFX_INVALID_ARGUMENT: \(error.message)")
        }
    }

    @Test func anErrorOfTheGatewayHasItsParticulars() async throws {
        let reply: JSONValue = [
            "status": 401, "headers": ["x-request-id": "r-1"], "json": ["error": ["message": "no such key"]],
        ]
        let turn = try await Agent(Gateway.shared.session(reply)).prompt("hi")
        do {
            for try await _ in turn {}
            Issue.record("the turn did not fail")
        } catch {
            #expect(error.code == .gatewayHTTP)
            #expect(error.status == 401)
        }
        await #expect(throws: FxError.self) { try await turn.result }
    }

    @Test func anAgentHasOneTurnAtATime() async throws {
        let agent = try await Agent(Gateway.shared.session(endless("a")))
        let turn = try agent.prompt("hi")
        #expect { try agent.prompt("again") } throws: { ($0 as? FxError)?.code == .busy }
        await #expect { try await agent.checkpoint() } throws: { ($0 as? FxError)?.code == .busy }
        turn.cancel()
    }

    @Test func whatIsPrintedHoldsNoSecretAndNothingOfOthers() async throws {
        let options = AgentOptions(apiKey: "sk-very-secret", gatewayChatURL: try await Gateway.shared.session(answer("a")))
        let agent = try await Agent(options)
        let turn = try agent.prompt("a private matter")
        var printed = "\(options) \(String(reflecting: options)) \(agent) \(turn)"
        for value in [options as Any, agent, turn] { dump(value, to: &printed) }
        #expect(!printed.contains("sk-very-secret"))
        #expect(!printed.contains("private matter"))
        _ = try await turn.result
    }

    @Test func aDamagedCheckpointIsRefused() async {
        await #expect { _ = try await Agent(apiKey: "k", checkpoint: Data([1, 2, 3])) } throws: {
            ($0 as? FxError)?.code == .checkpointInvalid
        }
    }
}
