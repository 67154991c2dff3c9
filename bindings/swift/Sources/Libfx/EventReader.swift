/// Reads the events of a turn. Letting go of it before the end stops the turn.
final class EventReader {
    private let turn: TurnPeer?
    private let events: EventQueue
    /// Thrown instead of the first event.
    private var refusal: FxError?

    init(turn: TurnPeer, events: EventQueue) {
        self.turn = turn
        self.events = events
    }

    /// A reader of events that have one already, or are gone.
    init(refusal: FxError) {
        turn = nil
        events = EventQueue { _ in }
        events.end(nil)
        self.refusal = refusal
    }

    deinit {
        turn?.stopReading()
    }

    /// The next event, once there is one; `nil` after the last. Cancelling the task cancels the turn, whose last events then
    /// come.
    func next(isolation: isolated (any Actor)? = #isolation) async throws(FxError) -> JSONValue? {
        if let refusal {
            self.refusal = nil
            throw refusal
        }
        if Task.isCancelled { turn?.cancel() }
        if let outcome = events.takeIfReady() { return try outcome.get() }
        let (turn, events) = (turn, events)
        let outcome = await withTaskCancellationHandler {
            await events.take()
        } onCancel: {
            turn?.cancel()
        }
        return try outcome.get()
    }
}
