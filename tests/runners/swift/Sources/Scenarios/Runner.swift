// The Swift runner of the scenarios: `swift run scenarios [--topic T] [--case C] [--json FILE] [--jobs N]`. The format, and
// what a runner owes, are in tests/scenarios/README.md.
import Foundation
import Libfx

/// This runner's name in `gaps` and reports.
let language = "swift"

/// Features of `needs` that this runner has.
let features: Set<String> = [
    "mcp", "skills", "second-reader", "failed-body-in-full", "redirect-status", "small-receive-buffer",
]

@main
struct Runner {
    let gateway: Gateway

    static func main() async throws {
        let flags = Flags(CommandLine.arguments.dropFirst())
        let cases = try Corpus.load(topic: flags["topic"], name: flags["case"])
        guard !cases.isEmpty else { throw Failure("no scenario passes the filter") }
        let runner = Runner(gateway: try Gateway())
        let jobs = flags["jobs"].flatMap(Int.init) ?? 8
        var results = await runner.run(cases.filter { !$0.isAlone }, jobs: jobs)
        results += await runner.run(cases.filter(\.isAlone), jobs: 1)
        results.sort { $0.id < $1.id }
        try flags["json"].map { try report(results).write(toFile: $0, atomically: true, encoding: .utf8) }
        let count = { (status: Outcome.Status) in results.filter { $0.status == status }.count }
        print("\(count(.passed)) passed, \(count(.failed)) failed, \(count(.gap)) skipped")
        exit(count(.failed) > 0 ? 1 : 0)
    }

    private static func report(_ outcomes: [Outcome]) -> String {
        JSONValue.object(["language": .string(language), "results": .array(outcomes.map(\.json))]).description
    }

    /// Runs some cases, so many at a time.
    private func run(_ cases: [Case], jobs: Int) async -> [Outcome] {
        await withTaskGroup(of: Outcome.self) { group in
            var waiting = cases.makeIterator()
            for case let next? in (0..<jobs).map({ _ in waiting.next() }) { group.addTask { await run(next) } }
            var outcomes: [Outcome] = []
            for await outcome in group {
                print(outcome)
                outcomes.append(outcome)
                if let next = waiting.next() { group.addTask { await run(next) } }
            }
            return outcomes
        }
    }

    private func run(_ it: Case) async -> Outcome {
        if let lacking = it.needs.first(where: { !features.contains($0) }) {
            return Outcome(id: it.id, status: .absent, message: "needs \(lacking)")
        }
        let clock = ContinuousClock()
        let began = clock.now
        do {
            let session = try await gateway.open(it.script)
            let observed = try await Application(it.file, session).observe()
            let failures = try await gateway.judge(session, it.file, observed)
            return Outcome(id: it.id, failures: failures, gap: it.gap, took: began.duration(to: clock.now))
        } catch let error as Inexpressible {
            return Outcome(id: it.id, status: .absent, message: error.reason)
        } catch {
            return Outcome(id: it.id, status: .failed, message: "\(error)")
        }
    }
}

/// What became of a case.
struct Outcome: Sendable, CustomStringConvertible {
    enum Status: String { case passed, failed, gap, absent }

    let id: String
    let status: Status
    var message = ""
    var ms = 0

    init(id: String, status: Status, message: String) {
        (self.id, self.status, self.message) = (id, status, message)
    }

    init(id: String, failures: [String], gap: String?, took: Duration) {
        self.id = id
        ms = Int(took / .milliseconds(1))
        switch (gap, failures.isEmpty) {
        case (nil, true): status = .passed
        case (nil, false): (status, message) = (.failed, failures.joined(separator: "\n"))
        case (let gap?, false): (status, message) = (.gap, gap)
        case (_?, true): (status, message) = (.failed, "passes, although it is listed as a gap: take it out of `gaps`")
        }
    }

    var description: String {
        let indented = message.replacingOccurrences(of: "\n", with: "\n  ")
        return switch status {
        case .passed: "ok   \(id) (\(ms) ms)"
        case .failed: "FAIL \(id)\n  \(indented)"
        case .gap, .absent: "\(status) \(id): \(message)"
        }
    }

    var json: JSONValue {
        ["case": .string(id), "status": .string(status.rawValue), "ms": .int(ms), "message": .string(message)]
    }
}

/// `--name value`.
struct Flags {
    private var values: [String: String] = [:]

    init(_ arguments: some Sequence<String>) {
        var arguments = arguments.makeIterator()
        while let name = arguments.next() { values[name] = arguments.next() }
    }

    subscript(name: String) -> String? { values["--\(name)"] }
}

struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
