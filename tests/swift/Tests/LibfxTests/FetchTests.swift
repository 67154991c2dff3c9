import Foundation
import Libfx
import Testing

@Suite struct FetchTests {
    private static let events = [
        #"data: {"type":"text-delta","id":"t","delta":"from "}"#, #"data: {"type":"text-delta","id":"t","delta":"here"}"#,
        #"data: {"type":"finish","finishReason":{"unified":"stop"},"usage":{}}"#, "data: [DONE]",
    ]

    @Test func requestsGoThroughTheApplicationsClient() async throws {
        let agent = try await Agent(
            apiKey: "sk-test",
            fetch: modelRequests { request in
                #expect(request.url.absoluteString == Limits.defaultGatewayChatURL)
                #expect(request.headers.contains { $0.name == "authorization" && $0.value == "Bearer sk-test" })
                #expect(request.body?.isEmpty == false)
                let body = Data(Self.events.map { $0 + "\n\n" }.joined().utf8)
                return HTTPResponse(status: 200, headers: [("Content-Type", "text/event-stream")], body: body)
            })
        #expect(try await agent.prompt("hi").text() == "from here")
    }

    @Test func aBodyIsReadAsItArrives() async throws {
        let (body, pieces) = AsyncStream.makeStream(of: Data.self)
        let agent = try await Agent(
            apiKey: "sk-test",
            fetch: modelRequests { _ in
                HTTPResponse(status: 200, headers: [("content-type", "text/event-stream")], body: body)
            })
        let turn = try agent.prompt("hi")
        pieces.yield(Data((Self.events[0] + "\n\n").utf8))
        var events = turn.makeAsyncIterator()
        guard case .textDelta(let first)? = try await events.next() else { return }
        #expect(first.delta == "from ")
        for event in Self.events.dropFirst() { pieces.yield(Data((event + "\n\n").utf8)) }
        pieces.finish()
        #expect(try await turn.result.stopReason == .endTurn)
    }

    @Test func aRequestThatIsNotNeededIsCancelled() async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let (ended, end) = AsyncStream.makeStream(of: Bool.self)
        let agent = try await Agent(
            apiKey: "sk-test",
            fetch: modelRequests { _ in
                begin.yield()
                do { try await Task.sleep(for: .seconds(600)) } catch {}
                end.yield(Task.isCancelled)
                throw CancellationError()
            })
        let turn = try agent.prompt("hi")
        for await _ in began { break }
        turn.cancel()
        #expect(try await turn.result.stopReason == .cancelled)
        for await wasCancelled in ended {
            #expect(wasCancelled)
            break
        }
    }

    @Test func aClientThatFailsIsATransportError() async throws {
        struct Offline: Error {}
        let agent = try await Agent(apiKey: "sk-test", fetch: { _ in throw Offline() })
        await #expect { try await agent.prompt("hi").result } throws: { ($0 as? FxError)?.code == .transport }
    }

    @Test func modelsAreListed() async throws {
        let catalogue = #"{"data":[{"id":"b/two"},{"id":"a/one"},{"id":"c/image","type":"image"}]}"#
        let models = try await listModels(
            apiKey: "sk-test", fetch: { _ in HTTPResponse(status: 200, body: Data(catalogue.utf8)) })
        #expect(models == ["a/one", "b/two"])
    }

    @Test func listingIsGivenUpWithItsTask() async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let listing = Task {
            try await listModels(
                apiKey: "sk-test",
                fetch: { _ in
                    begin.yield()
                    try await Task.sleep(for: .seconds(600))
                    return HTTPResponse(status: 200)
                })
        }
        for await _ in began { break }
        listing.cancel()
        await #expect(throws: CancellationError.self) { try await listing.value }
    }
}

/// Answers a model's requests, of which there is one kind; the catalogue is not to be had.
private func modelRequests(_ answer: @escaping Fetch) -> Fetch {
    { request in request.method == "POST" ? try await answer(request) : HTTPResponse(status: 404) }
}
