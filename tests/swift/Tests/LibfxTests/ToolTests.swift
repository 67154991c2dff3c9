import Foundation
import Libfx
import Testing

@Suite struct ToolTests {
    struct Sum: CodableTool {
        struct Input: Codable {
            var numbers: [Int]
            var note: String?
        }

        let name = "sum"
        let description = "Adds numbers."
        let schema: JSONSchema = .object([
            "numbers": .array(of: .integer("A number.", in: 0...100)),
            "note": .string("Anything.").optional,
        ])

        func run(_ input: Input, context: ToolContext) async throws -> Int {
            input.numbers.reduce(0, +)
        }
    }

    struct Point: Codable {
        var y: Int
        var x: Int
    }

    /// What the model is told of one call of a tool.
    private func told(_ tool: any HostTool, _ input: JSONValue = [:]) async throws -> ToolEnd? {
        let agent = try await Agent(Gateway.shared.session(call(tool.name, input), answer("ok")), tools: [tool])
        var end: ToolEnd?
        for try await case .toolEnd(let it) in try agent.prompt("hi") { end = it }
        return end
    }

    @Test func aToolMayBeAType() async throws {
        let end = try await told(Sum(), ["numbers": [1, 2, 39]])
        #expect(end?.content == "42")
        #expect(end?.isError == false)
    }

    @Test func aToolMayBeAClosure() async throws {
        let swap = Tool("swap", description: "", input: .object(["x": .integer(), "y": .integer()])) { (it: Point) in
            Point(y: it.x, x: it.y)
        }
        #expect(try await told(swap, ["x": 1, "y": 2])?.content == #"{"x":2,"y":1}"#)
        let echo = Tool("echo", description: "") { (it: JSONValue, context: ToolContext) in
            [context.toolCallID, it.description]
        }
        #expect(try await told(echo, ["b": 1, "a": 2])?.content == #"["c1","{\"b\":1,\"a\":2}"]"#)
    }

    @Test func aResultMayHaveImages() async throws {
        let photo = Tool("photo", description: "") { (_: JSONValue, _: ToolContext) -> ToolOutput in
            .rich(text: "a dot", images: [.image(mimeType: "image/png", data: "iVBORw0KGgo=")])
        }
        #expect(try await told(photo)?.content == "a dot")
    }

    @Test func argumentsThatDoNotFitAreAFailedResultThatNamesThem() async throws {
        let missing = try await told(Sum(), [:])
        #expect(missing?.isError == true)
        #expect(missing?.content == "input.numbers: required")
        let wrong = try await told(Sum(), ["numbers": [1, "two"]])
        #expect(wrong?.content?.hasPrefix("input.numbers[1]: ") == true)
    }

    @Test func theModelSeesWhatAToolThrows() async throws {
        struct Lost: LocalizedError {
            var errorDescription: String? { "the map is lost" }
        }
        let localized = Tool("find", description: "") { (_: JSONValue) -> String in throw Lost() }
        #expect(try await told(localized)?.content == "the map is lost")
        let foundation = Tool("read", description: "") { (_: JSONValue) in
            try String(contentsOf: URL(fileURLWithPath: "/no/such/file"), encoding: .utf8)
        }
        let end = try await told(foundation)
        #expect(end?.isError == true)
        #expect(end?.content?.contains("Domain=") == false)
    }

    @Test func schemasReachTheModelAsTheyAreWritten() async throws {
        let session = try await Gateway.shared.session(answer("ok"))
        _ = try await Agent(session, tools: [Sum()]).prompt("hi").result
        let tool = try await Gateway.shared.requests(session)[0]["body"]?["tools"]?[0]
        #expect(
            tool?["inputSchema"]?.description
                == #"{"type":"object","properties":{"numbers":{"type":"array","items":{"type":"integer","description":"A number.","minimum":0,"maximum":100}},"note":{"type":"string","description":"Anything."}},"required":["numbers"]}"#
        )
    }

    @Test func callsOfOneReplyRunAtTheSameTime() async throws {
        let call = { (id: String) -> JSONValue in
            ["type": "tool-call", "toolCallId": .string(id), "toolName": "meet", "input": "{}"]
        }
        let end: JSONValue = ["type": "finish", "finishReason": ["unified": "tool-calls"], "usage": [:]]
        let meeting = Meeting(of: 2)
        let tool = Tool("meet", description: "") { (_: JSONValue) in
            await meeting.join()
            return "met"
        }
        let session = try await Gateway.shared.session(["parts": [call("a"), call("b"), end]], answer("ok"))
        #expect(try await Agent(session, tools: [tool]).prompt("hi").text() == "ok")
    }
}

/// Lets nobody go on before all are there.
private actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) {
        self.size = size
    }

    func join() async {
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            if waiting.count == size { waiting.forEach { $0.resume() } }
        }
    }
}
