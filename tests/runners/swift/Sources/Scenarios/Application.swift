import Foundation
import Libfx

/// The key of agents that a scenario gives none.
private let key = "sk-scenario-never-shown"

/// The application that a scenario describes: creates the agent and takes the steps.
actor Application {
    private let scenario: JSONValue
    private let session: Gateway.Session
    private let host = Behaviours()
    private let clock = Clock()
    private let diagnostics = Diagnostics()
    private var adapters: [MCPAdapter] = []
    private var agent: Agent?
    private var lastTurn: Turn?
    private var checkpoints: [String: Data] = [:]
    private var unsaved: JSONValue?
    private var printed: [String] = []

    init(_ scenario: JSONValue, _ session: Gateway.Session) {
        self.scenario = scenario
        self.session = session
    }

    func observe() async throws -> JSONValue {
        var observed = JSONObject()
        do {
            let more = try await addAdapters()
            agent = try await create(scenario["agent"] ?? [:], more)
            observed["steps"] = .array(try await takeSteps())
        } catch let error as Inexpressible {
            throw error
        } catch {
            observed["creationError"] = describeAndPrint(error)
            observed["steps"] = []
        }
        if let inexpressible = await host.inexpressible { throw inexpressible }
        observed["calls"] = .array(await host.calls)
        observed["diagnostics"] = .array(diagnostics.seen())
        observed["checkpoints"] = .array(checkpoints.values.map { .string($0.base64EncodedString()) })
        observed["unsaved"] = unsaved
        observed["printed"] = .array(printed.map { .string($0) })
        observed["nowMs"] = .double(clock.ms)
        return .object(observed)
    }

    private func takeSteps() async throws -> [JSONValue] {
        var seen: [JSONValue] = []
        for step in scenario["steps"]?.arrayValue ?? [] {
            seen.append(try await takeInTime(step))
            if seen.last?["stuck"] != nil { return seen }
        }
        if let agent { note(agent) }
        if let lastTurn { note(lastTurn) }
        do {
            checkpoints["at last"] = try await agent?.checkpoint()
        } catch {
            if error.code != .closed { unsaved = describeAndPrint(error) }
        }
        await agent?.close()
        return seen
    }

    private func takeInTime(_ step: JSONValue) async throws -> JSONValue {
        let limit = scenario["timeoutMs"]?.intValue ?? 20_000
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<JSONValue, any Error>.self)
        Task {
            do { outcome.yield(.success(try await take(step))) } catch { outcome.yield(.failure(error)) }
        }
        let late = Task {
            try await Task.sleep(for: .milliseconds(limit))
            outcome.yield(.success(["stuck": "did not finish within \(limit) ms"]))
        }
        defer { late.cancel() }
        for await outcome in outcomes { return try outcome.get() }
        return [:]
    }

    private func take(_ step: JSONValue) async throws -> JSONValue {
        if let prompt = step["prompt"] { return try await take(prompt, step) }
        do {
            try await takeOther(step)
            return [:]
        } catch let error as Inexpressible {
            throw error
        } catch {
            return ["error": describeAndPrint(error)]
        }
    }

    private func take(_ prompt: JSONValue, _ step: JSONValue) async throws -> JSONValue {
        guard let agent else { return [:] }
        let reading = Reading(agent, step, try promptInput(prompt), clock)
        await host.observe { await reading.toolBegan($0) }
        let before = await host.calls.count
        let (seen, turn, errors) = try await reading.start().value
        let starts = seen["events"]?.arrayValue?.filter { $0["type"] == "tool_start" }
        await host.sort(from: before, by: starts ?? [])
        lastTurn = turn ?? lastTurn
        for error in errors { note(error) }
        return seen
    }

    private func takeOther(_ step: JSONValue) async throws {
        if let name = step["checkpoint"]?.stringValue {
            checkpoints[name] = try await agent?.checkpoint()
        } else if let name = step["restore"]?.stringValue {
            await agent?.close()
            let checkpoint = damaged(checkpoints[name] ?? Data(), step["damage"])
            agent = try await create(step["agent"] ?? [:]) { $0.checkpoint = checkpoint }
        } else if step["close"] != nil {
            await agent?.close()
        } else if step["closeAdapters"] != nil {
            for adapter in adapters { try await adapter.close() }
        } else if step["cancelAgain"] != nil {
            lastTurn?.cancel()
        } else if let ms = step["waitMs"]?.intValue {
            await pause(ms)
        }
    }

    /// An agent with the options given, and those that a scenario leaves to the runner.
    private func create(_ agent: JSONValue, _ more: (inout AgentOptions) -> Void) async throws -> Agent {
        var options = AgentOptions(apiKey: key)
        options.gatewayChatURL = session.url
        options.onEvent = { [diagnostics] in diagnostics.note($0) }
        options.tools = (scenario["tools"]?.objectValue ?? [:]).map { ScriptedTool($0, $1, host) }
        more(&options)
        try Options.apply(agent, to: &options, host)
        note(options)
        return try await Agent(options)
    }

    /// Creates the adapters; the result adds what they give to an agent's options.
    private func addAdapters() async throws -> (inout AgentOptions) -> Void {
        var tools: [any HostTool] = []
        var instructions: [String] = []
        for (name, server) in scenario["mcp"]?.objectValue ?? [:] {
            let options = try mcpOptions(server["options"])
            let client = try ScriptedClient(name, server["client"] ?? [:], host, server["options"])
            let adapter = try await MCPAdapter(client, options: options)
            adapters.append(adapter)
            tools += adapter.tools
            instructions.append(adapter.instructions)
        }
        if scenario["skills"] != nil || scenario["skillFiles"] != nil {
            var records = try (scenario["skills"] ?? []).list("skills").map { try skillRecord($0, host) }
            for file in scenario["skillFiles"]?.arrayValue ?? [] { records.append(try await readSkill(file, host)) }
            let skills = try await SkillsAdapter(records)
            tools += skills.tools
            instructions.append(skills.instructions)
        }
        return { options in
            options.tools += tools
            if !instructions.isEmpty { options.instructions = .parts(instructions) }
        }
    }

    private func describeAndPrint(_ error: any Error) -> JSONValue {
        note(error)
        return describe(error)
    }

    private func note(_ value: Any) {
        printed.append(everythingPrinted(of: value))
    }
}

/// A checkpoint to which something has happened.
private func damaged(_ bytes: Data, _ damage: JSONValue?) -> Data {
    if let keep = damage?["keep"]?.intValue { return bytes.prefix(keep) }
    guard let flip = damage?["flip"]?.intValue else { return bytes }
    var copy = bytes
    copy[(flip + copy.count) % copy.count] ^= 0xff
    return copy
}

/// Milliseconds of one monotonic clock.
struct Clock: Sendable {
    private let began = ContinuousClock.now

    var ms: Double { began.duration(to: .now) / .milliseconds(1) }
}

/// The diagnostics of an agent, as they come.
final class Diagnostics: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [JSONValue] = []

    func note(_ event: DiagnosticEvent) {
        lock.withLock { events.append(describe(event)) }
    }

    func seen() -> [JSONValue] {
        lock.withLock { events }
    }
}
