import Foundation
import Libfx
import Testing

@Suite struct JSONTests {
    @Test(arguments: [
        #"{"b":[1,-2.5,true,null],"a":{"ü":"\"\\\u000a"}}"#, "[]", "{}", "9007199254740993", "\"\u{1f600}\"", #""\u0001""#,
    ])
    func whatIsReadIsWrittenAgain(text: String) throws {
        #expect(try JSONValue(parsing: text).description == text)
    }

    @Test(arguments: [
        (#""\ud83d\ude00""#, "\u{1f600}"), (#""\ud83dx""#, "\u{fffd}x"), (#""\ud83d\u0041""#, "\u{fffd}A"), (#""\/\t""#, "/\t"),
    ])
    func escapesAreRead(text: String, value: String) throws {
        #expect(try JSONValue(parsing: text).stringValue == value)
    }

    @Test(arguments: ["", "[1", "{\"a\"}", "tru", "1 2", "\"a", "[1,]", "-", String(repeating: "[", count: 100_000)])
    func anythingElseIsRefused(text: String) {
        #expect(throws: FxError.self) { try JSONValue(parsing: text) }
    }

    @Test func membersKeepTheirOrderAndEqualInAny() {
        let value: JSONValue = ["b": 1, "a": 2.5, "c": .null]
        #expect(value.description == #"{"b":1,"a":2.5,"c":null}"#)
        #expect(value == ["a": 2.5, "c": .null, "b": 1])
        var object: JSONObject = ["b": 1, "a": 2]
        object["b"] = nil
        object["b"] = 3
        #expect(object.keys == ["a", "b"])
    }

    @Test func codableValuesBecomeJSONAndBack() throws {
        struct Place: Codable, Equatable {
            var name: String
            var at: [Double]
            var since: Date?
        }
        let place = Place(name: "Oslo", at: [59.9, 10.75], since: Date(timeIntervalSince1970: 0))
        let value = try JSONValue(encoding: place)
        #expect(value["since"] == "1970-01-01T00:00:00Z")
        #expect(try value.decoded(as: Place.self) == place)
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
    }

    @Test func dataThatLooksLikeAMarkerIsData() async throws {
        let odd: JSONValue = ["$fx": "bytes", "id": 0]
        let echo = Tool("echo", description: "") { (it: JSONValue) in it }
        let agent = try await Agent(Gateway.shared.session(call("echo", odd), answer("ok")), tools: [echo])
        var content: String?
        for try await case .toolEnd(let end) in try agent.prompt("hi") { content = end.content }
        #expect(content == odd.description)
    }
}
