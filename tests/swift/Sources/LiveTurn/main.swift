// Ends while a turn is running, as programs do that are in a hurry. The Gateway's address is the only argument.
import Foundation
import Libfx

let agent = try await Agent(apiKey: "sk-test", gatewayChatURL: CommandLine.arguments[1])
let turn = try agent.prompt("Tell me a long story.")
for try await case .textDelta(let text) in turn {
    print(text.delta)
    exit(0)
}
