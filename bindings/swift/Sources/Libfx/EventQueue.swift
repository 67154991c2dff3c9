/// The events of one turn on their way to their reader. They arrive in batches and are read one at a time; the engine is
/// told how many have been consumed, which is what lets it go on.
final class EventQueue: Sendable {
    typealias Outcome = Result<JSONValue?, FxError>

    /// Consumed events are acknowledged at the latest when there are this many.
    fileprivate static let mostUnacknowledged = 64

    private let acknowledge: @Sendable (Int) -> Void
    private let state = Locked(State())

    fileprivate struct State {
        /// The batch that is being read, and the place of its next event.
        var batch: [JSONValue] = []
        var next = 0
        /// Batches that arrived meanwhile.
        var later: [[JSONValue]] = []
        var waiting: CheckedContinuation<Outcome, Never>?
        var consumed = 0
        var threshold = 1
        var isDiscarding = false
        var hasEnded = false
        /// What the events end with, until it has been thrown.
        var failure: FxError?
    }

    /// `acknowledge` tells the engine that events have been consumed.
    init(acknowledge: @escaping @Sendable (Int) -> Void) {
        self.acknowledge = acknowledge
    }

    func push(_ events: [JSONValue]) {
        let (dropped, reader, event) = state.withLock { state -> (Int, CheckedContinuation<Outcome, Never>?, JSONValue?) in
            if state.isDiscarding { return (events.count, nil, nil) }
            state.append(events)
            guard let reader = state.waiting, let event = state.take() else { return (0, nil, nil) }
            state.waiting = nil
            return (state.acknowledgement(isForced: false), reader, event)
        }
        tell(dropped)
        reader?.resume(returning: .success(event))
    }

    /// No event follows. After the ones that are here, reading throws `failure` if there is one.
    func end(_ failure: FxError?) {
        let waiting = state.withLock { state -> (CheckedContinuation<Outcome, Never>, Outcome)? in
            guard !state.hasEnded else { return nil }
            state.hasEnded = true
            state.failure = failure
            guard let reader = state.waiting else { return nil }
            state.waiting = nil
            return (reader, state.ending())
        }
        if let (reader, outcome) = waiting { reader.resume(returning: outcome) }
    }

    /// The engine has dropped what was not read: reading on throws `failure`.
    func lose(_ failure: FxError) {
        _ = state.withLock { $0.clear() }
        end(failure)
    }

    /// The reader has stopped: events that are here and events to come are dropped.
    func discard() {
        let dropped = state.withLock { state in
            state.isDiscarding = true
            let dropped = state.clear()
            return state.hasEnded ? 0 : dropped
        }
        tell(dropped)
    }

    /// The next event, or the end, if it is here.
    func takeIfReady() -> Outcome? {
        let (outcome, consumed) = state.withLock { state -> (Outcome?, Int) in
            if let event = state.take() { return (.success(event), state.acknowledgement(isForced: false)) }
            if state.hasEnded || state.isDiscarding { return (state.ending(), 0) }
            return (nil, 0)
        }
        tell(consumed)
        return outcome
    }

    func take() async -> Outcome {
        await withCheckedContinuation { reader in
            let (outcome, consumed) = state.withLock { state -> (Outcome?, Int) in
                if let event = state.take() { return (.success(event), state.acknowledgement(isForced: false)) }
                if state.hasEnded || state.isDiscarding { return (state.ending(), 0) }
                state.waiting = reader
                // Whoever asks for more has consumed what there was.
                return (nil, state.acknowledgement(isForced: true))
            }
            tell(consumed)
            if let outcome { reader.resume(returning: outcome) }
        }
    }

    private func tell(_ consumed: Int) {
        if consumed > 0 { acknowledge(consumed) }
    }
}

extension EventQueue.State {
    mutating func append(_ events: [JSONValue]) {
        if next < batch.count { later.append(events) } else { begin(events) }
    }

    mutating func take() -> JSONValue? {
        guard next < batch.count else { return nil }
        let event = batch[next]
        next += 1
        consumed += 1
        if next == batch.count, !later.isEmpty { begin(later.removeFirst()) }
        return event
    }

    /// How many events to acknowledge now.
    mutating func acknowledgement(isForced: Bool) -> Int {
        guard !hasEnded, isForced || consumed >= threshold else { return 0 }
        defer { consumed = 0 }
        return consumed
    }

    mutating func ending() -> EventQueue.Outcome {
        defer { failure = nil }
        return failure.map { .failure($0) } ?? .success(nil)
    }

    /// Drops the events that are here, and gives how many the engine takes for unread.
    mutating func clear() -> Int {
        let unread = later.reduce(batch.count - next + consumed) { $0 + $1.count }
        (batch, next, later, consumed) = ([], 0, [], 0)
        return unread
    }

    private mutating func begin(_ events: [JSONValue]) {
        batch = events
        next = 0
        threshold = min(EventQueue.mostUnacknowledged, events.count / 2 + 1)
    }
}
