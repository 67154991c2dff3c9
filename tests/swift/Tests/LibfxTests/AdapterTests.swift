import Foundation
import Libfx
import Testing

@Suite struct AdapterTests {
    /// A server with one tool and one resource.
    struct Notes: MCPClient {
        func listTools(_ params: MCPPageRequest?) async throws -> JSONObject {
            guard params != nil else { return ["tools": [], "nextCursor": "2"] }
            return ["tools": [["name": "find.note", "inputSchema": ["type": "object"]]]]
        }

        func callTool(_ params: MCPToolCall) async throws -> JSONObject {
            ["content": [["type": "text", "text": .string("\(params.name): \(params.arguments)")]]]
        }

        func readResource(_ params: MCPResourceRequest) async throws -> JSONObject {
            ["contents": [["uri": .string(params.uri), "text": "Be brief."]]]
        }
    }

    @Test func aServersToolsAndTextsAreGivenToAnAgent() async throws {
        let server = try await MCPAdapter(Notes(), prefix: "notes_", resources: ["note:1"])
        #expect(server.tools.map(\.name) == ["notes_find_note"])
        let session = try await Gateway.shared.session(call("notes_find_note", ["q": "x"]), answer("ok"))
        let agent = try await Agent(
            apiKey: "sk-test", instructions: .text(server.instructions), tools: server.tools, gatewayChatURL: session)
        var content: String?
        for try await case .toolEnd(let end) in try agent.prompt("hi") { content = end.content }
        #expect(content == #"find.note: {"q":"x"}"#)
        #expect(try await Gateway.shared.requests(session)[0]["body"]?.description.contains("Be brief.") == true)
        await agent.close()
        try await server.close()
    }

    @Test func aClientThatFailsIsNamed() async throws {
        struct Broken: MCPClient {
            func listTools(_ params: MCPPageRequest?) async throws -> JSONObject { throw CocoaError(.fileNoSuchFile) }
            func callTool(_ params: MCPToolCall) async throws -> JSONObject { [:] }
        }
        await #expect { _ = try await MCPAdapter(Broken()) } throws: { ($0 as? FxError)?.code == .mcpFailed }
    }

    @Test func skillsComeFromRecordsAndFiles() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).md").path
        try "---\nname: greet\ndescription: Says hello\n---\nSay hello.".write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let wave = Tool("wave", description: "Waves.") { (_: JSONValue) in "waved" }
        let greet = try await loadSkillFile(path, tools: [wave])
        #expect(greet.name == "greet")
        let skills = try await SkillsAdapter([greet, SkillRecord(name: "part", instructions: "Say goodbye.")])
        #expect(skills.instructions.contains("Say hello.") && skills.instructions.contains("Say goodbye."))
        // The very object that the application handed over.
        #expect(skills.tools.map { ($0 as? Tool)?.name } == ["wave"])
    }

    @Test func aFileThatIsNoSkillIsNamed() async throws {
        await #expect { _ = try await loadSkillFile("/no/such/skill.md") } throws: {
            ($0 as? FxError)?.code == .skillInvalid && "\($0)".contains("/no/such/skill.md")
        }
    }
}
