import Foundation
import Libfx

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The scripted Gateway as a child process, and its control API.
final class Gateway: Sendable {
    struct Session: Sendable {
        let id: String
        let url: String
    }

    private let address: String
    /// The process ends when its input does.
    private let input = Pipe()

    init() throws {
        guard let program = ProcessInfo.processInfo.environment["LIBFX_GATEWAY"] else {
            throw Failure("LIBFX_GATEWAY names no program")
        }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") { line += output.fileHandleForReading.readData(ofLength: 1) }
        address = try JSONValue(parsing: String(decoding: line, as: UTF8.self))["address"]?.stringValue ?? ""
    }

    func open(_ script: JSONValue) async throws -> Session {
        let answer = try await request("POST", "sessions", script)
        guard let id = answer["id"]?.stringValue, let url = answer["url"]?.stringValue else {
            throw Failure("the gateway opened no session: \(answer)")
        }
        return Session(id: id, url: url)
    }

    /// Has the gateway compare what was observed with what is expected.
    func judge(_ session: Session, _ scenario: JSONValue, _ observed: JSONValue) async throws -> [String] {
        let verdict = try await request(
            "POST", "sessions/\(session.id)/verdict", ["scenario": scenario, "observed": observed])
        _ = try await request("DELETE", "sessions/\(session.id)", nil)
        return verdict["failures"]?.arrayValue?.compactMap(\.stringValue) ?? ["the gateway gave no verdict"]
    }

    private func request(_ method: String, _ path: String, _ body: JSONValue?) async throws -> JSONValue {
        var request = URLRequest(url: URL(string: "\(address)/__gateway/\(path)")!)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.description.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let text = String(decoding: data, as: UTF8.self)
        guard let status = (response as? HTTPURLResponse)?.statusCode, status < 300 else {
            throw Failure("the gateway refused \(method) \(path): \(text)")
        }
        return try JSONValue(parsing: text)
    }
}
