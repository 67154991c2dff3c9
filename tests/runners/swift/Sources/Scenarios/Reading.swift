import Foundation
import Libfx

/// One prompt of a scenario: reading its events, and doing what the scenario does at certain moments.
actor Reading {
    typealias Seen = (seen: JSONValue, turn: Turn?, errors: [any Error])

    private let agent: Agent
    private let step: JSONValue
    private let input: PromptInput
    private let clock: Clock
    private let reactions: [JSONValue]
    private var turn: Turn?
    /// The task that reads, which the scenario's signal stands for.
    private var task: Task<Seen, any Error>?
    private var timers: [Task<Void, Never>] = []
    private var background: [Task<Void, Never>] = []
    private var events: [JSONValue] = []
    private var seen = JSONObject()
    private var actions: [JSONObject?]
    private var errors: [any Error] = []

    init(_ agent: Agent, _ step: JSONValue, _ input: PromptInput, _ clock: Clock) {
        self.agent = agent
        self.step = step
        self.input = input
        self.clock = clock
        reactions = step["on"]?.arrayValue ?? []
        actions = reactions.map { _ in nil }
    }

    /// Prompts, reads to the end, and gives what was seen.
    func start() -> Task<Seen, any Error> {
        let task = Task { try await run() }
        self.task = task
        return task
    }

    /// A tool begins, or a method of a client.
    func toolBegan(_ name: String) async {
        _ = await react { $0["call"]?.stringValue == name }
    }

    private func run() async throws -> Seen {
        switch step["options"]?["signal"]?["$signal"] {
        case nil where step["options"] == nil || step["options"] == [:], "live"?: break
        case "aborted"?: task?.cancel()
        default: throw Inexpressible("prompts have no options: cancelling a task does what a signal would")
        }
        do {
            turn = try agent.prompt(input)
        } catch {
            errors.append(error)
            return (["throws": describe(error)], nil, errors)
        }
        await readToTheEnd()
        seen["events"] = .array(events)
        seen["actions"] = .array(actions.map { $0.map { .object($0) } ?? .null })
        return (.object(seen), turn, errors)
    }

    private func readToTheEnd() async {
        guard let turn else { return }
        _ = await react { $0 == "atOnce" }
        startTimers()
        if step["read"] != "result" { await read(turn) }
        do {
            seen["result"] = describe(try await turn.result)
        } catch {
            seen["resultError"] = note(error)
        }
        timers.forEach { $0.cancel() }
        for task in background { await task.value }
    }

    private func startTimers() {
        for (place, reaction) in reactions.enumerated() {
            guard let ms = reaction["when"]?["afterMs"]?.intValue else { continue }
            timers.append(
                Task {
                    guard (try? await Task.sleep(for: .milliseconds(ms))) != nil else { return }
                    _ = await act(place)
                })
        }
    }

    private func read(_ turn: Turn) async {
        var counts: [String: Int] = [:]
        do {
            for try await event in turn {
                let event = describe(event)
                let type = event["type"]?.stringValue ?? ""
                events.append(event)
                counts[type, default: 0] += 1
                if let ms = step["read"]?["pauseMs"]?.intValue, seen["cancelledAtMs"] == nil { await pause(ms) }
                let count = counts[type]
                let left = await react { $0["event"]?.stringValue == type && ($0["nth"]?.intValue ?? 1) == count }
                if left { break }
            }
        } catch {
            seen["error"] = note(error)
        }
    }

    /// Does what is to be done at a moment. `true` if the reader leaves.
    private func react(_ isNow: (JSONValue) -> Bool) async -> Bool {
        var leaves = false
        for (place, reaction) in reactions.enumerated() where actions[place] == nil {
            if let when = reaction["when"], isNow(when) { leaves = await act(place) || leaves }
        }
        return leaves
    }

    private func act(_ place: Int) async -> Bool {
        guard let turn, actions[place] == nil else { return false }
        actions[place] = [:]
        switch reactions[place]["do"] {
        case "cancel"?:
            cancelled()
            turn.cancel()
        case "abort"?:
            cancelled()
            task?.cancel()
        case "break"?:
            cancelled()
            return true
        case "close"?:
            cancelled()
            background.append(Task { [agent] in await agent.close() })
        case "checkpoint"?: background.append(Task { await attempt(place, "error") { _ = try await $0.checkpoint() } })
        case "readAgain"?:
            await attempt(place, "throws") { _ in
                var second = turn.makeAsyncIterator()
                _ = try await second.next()
            }
        case let action?: await attempt(place, "throws") { _ = try $0.prompt(promptInput(action["prompt"] ?? .null)) }
        case nil: break
        }
        return false
    }

    private func attempt(_ place: Int, _ member: String, _ work: (Agent) async throws -> Void) async {
        do {
            try await work(agent)
        } catch {
            actions[place]?[member] = note(error)
        }
    }

    private func cancelled() {
        if seen["cancelledAtMs"] == nil { seen["cancelledAtMs"] = .double(clock.ms) }
    }

    private func note(_ error: any Error) -> JSONValue {
        errors.append(error)
        return describe(error)
    }
}
