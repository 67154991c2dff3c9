import Foundation

/// A request of the runtime's, complete with its body.
public struct HTTPRequest: Sendable {
    /// The method, such as `POST`.
    public var method: String

    /// The address.
    public var url: URL

    /// Names in lower case, and values, in the order in which they are sent. They hold the API key.
    public var headers: [(name: String, value: String)]

    /// The body, if there is one.
    public var body: Data?

    /// Makes one of its members.
    public init(method: String, url: URL, headers: [(name: String, value: String)] = [], body: Data? = nil) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// A response whose body may still be arriving. A status of 400 and above is a response, and no error.
public struct HTTPResponse: Sendable {
    /// The status, such as 200.
    public var status: Int

    /// Names and values, in the order in which they arrived.
    public var headers: [(name: String, value: String)]

    /// Gives the next piece of the body; `nil` after the last.
    let nextChunk: @Sendable () async throws -> Data?

    /// A response whose body is complete.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: Data = Data()) {
        let rest = Locked<Data?>(body)
        self.init(status: status, headers: headers) {
            rest.withLock { rest in
                defer { rest = nil }
                return rest
            }
        }
    }

    /// A response whose body arrives in pieces. The next one is asked for when the turn's reader has room for it.
    public init<Body: AsyncSequence & Sendable>(
        status: Int, headers: [(name: String, value: String)] = [], body: Body
    ) where Body.Element == Data {
        let reader = BodyReader(body)
        self.init(status: status, headers: headers) { try await reader.next() }
    }

    /// A response whose body is what `nextChunk` gives until it gives `nil`.
    public init(
        status: Int, headers: [(name: String, value: String)] = [],
        nextChunk: @escaping @Sendable () async throws -> Data?
    ) {
        self.status = status
        self.headers = headers
        self.nextChunk = nextChunk
    }
}

/// Reads a sequence from one task after another, never from two at a time.
private final class BodyReader<Body: AsyncSequence>: @unchecked Sendable where Body.Element == Data {
    private var iterator: Body.AsyncIterator

    init(_ body: Body) {
        iterator = body.makeAsyncIterator()
    }

    func next() async throws -> Data? {
        var iterator = iterator
        defer { self.iterator = iterator }
        return try await iterator.next()
    }
}

/// A request that the engine makes through the application's client. The body is fed as fast as the engine takes it.
final class FetchCall: Sendable {
    private let engine: Engine
    private let call: UInt32
    private let pulls = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    init(engine: Engine, call: UInt32) {
        self.engine = engine
        self.call = call
    }

    /// Sends the request, and passes on the response as it arrives.
    func run(_ fetch: Fetch, _ described: JSONValue) async throws {
        let response = try await fetch(request(described))
        try Task.checkCancellation()
        engine.calls.respond(call, JSONWriter.text(head(response)))
        var pulled = pulls.stream.makeAsyncIterator()
        while let chunk = try await response.nextChunk() {
            try Task.checkCancellation()
            if !engine.calls.feed(call, Array(chunk)) { await pulled.next() }
        }
    }

    /// The engine wants more of the body.
    func pull() {
        pulls.continuation.yield()
    }

    private func request(_ described: JSONValue) throws -> HTTPRequest {
        guard let url = URL(string: try described.member("url").text()) else { throw FxError.unexpected(described) }
        let headers = try described.member("headers").items().map { pair in
            (name: try pair.items().at(0).text(), value: try pair.items().at(1).text())
        }
        let body = try described.memberIfAny("bodyId").flatMap { engine.calls.takeBytes(UInt32(try $0.whole())) }
        return HTTPRequest(method: try described.member("method").text(), url: url, headers: headers, body: body)
    }

    private func head(_ response: HTTPResponse) -> JSONValue {
        let headers = response.headers.map { header in
            JSONValue.array([.string(header.name.lowercased()), .string(header.value)])
        }
        return ["status": .int(response.status), "headers": .array(headers)]
    }
}
