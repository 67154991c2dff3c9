/// The host side of one turn: its events, its outcome, and its cancellation.
final class TurnPeer: Sendable {
    private let engine: Engine
    private let id: UInt32
    private let events: EventQueue
    private let state: Locked<State>

    private struct State {
        /// Keeps the agent's values while the turn runs.
        var agent: ObjectPeer?
        var outcome: Result<JSONValue, FxError>?
        /// Why the events cannot be read, once they cannot be any more.
        var unreadable: FxError?
        var waiting: [CheckedContinuation<Result<JSONValue, FxError>, Never>] = []
        var isResultAwaited = false
    }

    init(engine: Engine, id: UInt32, agent: ObjectPeer) {
        self.engine = engine
        self.id = id
        let calls = engine.calls
        events = EventQueue { count in calls.turnAcknowledge(id, UInt32(count)) }
        state = Locked(State(agent: agent))
    }

    /// The one reader of the events; every other fails when it reads.
    func read() -> EventReader {
        let (refusal, isLive) = state.withLock { state in
            let refusal = state.unreadable
            state.unreadable = refusal ?? Self.alreadyRead
            return (refusal, state.outcome == nil)
        }
        if let refusal { return EventReader(refusal: refusal) }
        if isLive { engine.calls.turnRead(id) }
        return EventReader(turn: self, events: events)
    }

    /// How the turn ended, once it has. Cancelling the task cancels the turn.
    func result() async throws(FxError) -> JSONValue {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(continuation)
            }
        } onCancel: {
            cancel()
        }
        return try outcome.get()
    }

    /// Requests cancellation.
    func cancel() {
        if state.withLock({ $0.outcome == nil }) { engine.calls.turnCancel(id) }
    }

    /// Nobody can read the turn any more: it runs to its end as if only its result were awaited.
    func abandon() {
        let isUnread = state.withLock { $0.outcome == nil && $0.unreadable == nil }
        if isUnread { engine.calls.turnAwaitResult(id) }
    }

    /// The reader stops. Before the end of the events, that cancels the turn.
    func stopReading() {
        events.discard()
        cancel()
    }

    private func wait(_ continuation: CheckedContinuation<Result<JSONValue, FxError>, Never>) {
        let (outcome, isFirst) = state.withLock { state in
            if state.outcome == nil { state.waiting.append(continuation) }
            defer { state.isResultAwaited = true }
            return (state.outcome, !state.isResultAwaited)
        }
        if let outcome {
            continuation.resume(returning: outcome)
        } else if isFirst {
            engine.calls.turnAwaitResult(id)
        }
    }

    private static let alreadyRead = FxError(
        .busy, "the events of this turn have a reader already; a turn permits one")
}

extension TurnPeer {
    /// A batch of events has arrived.
    func push(_ batch: [JSONValue]) {
        events.push(batch)
    }

    /// The engine has dropped the unread events, since only the result was awaited.
    func lose(_ failure: FxError) {
        state.withLock { $0.unreadable = failure }
        events.lose(failure)
    }

    /// The turn has ended.
    func end(_ outcome: Result<JSONValue, FxError>) {
        let (waiting, agent) = state.withLock { state in
            state.outcome = outcome
            defer { (state.waiting, state.agent) = ([], nil) }
            return (state.waiting, state.agent)
        }
        switch outcome {
        case .success: events.end(nil)
        case .failure(let error): events.end(error)
        }
        for continuation in waiting { continuation.resume(returning: outcome) }
        // Only now, since the last reference releases it.
        withExtendedLifetime(agent) {}
    }
}
