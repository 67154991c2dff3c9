import Foundation

/// Calls that the engine answers later, by their numbers.
final class Questions: Sendable {
    private let calls: EngineCalls
    private let open = Locked<[UInt32: Question]>([:])

    private struct Question {
        /// Kept until the answer is there.
        let holder: any Sendable
        let continuation: CheckedContinuation<Answer, Never>
    }

    init(_ calls: EngineCalls) {
        self.calls = calls
    }

    /// Asks with `send`. Cancelling the task does not end it.
    func ask(_ call: UInt32, for holder: any Sendable, _ send: (UInt32) -> Void) async -> Answer {
        await withCheckedContinuation { continuation in
            ask(call, holder, continuation)
            send(call)
        }
    }

    /// Asks with `send`, until the task is cancelled.
    func askUntilCancelled(_ call: UInt32, for holder: any Sendable, _ send: (UInt32) -> Void) async -> Answer {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ask(call, holder, continuation)
                // The handler of a task that was cancelled before has run already, and found nothing.
                if Task.isCancelled { abandon(call) } else { send(call) }
            }
        } onCancel: {
            abandon(call)
        }
    }

    func settle(_ call: UInt32, _ answer: Answer) {
        let question = open.withLock { $0.removeValue(forKey: call) }
        question?.continuation.resume(returning: answer)
    }

    private func ask(_ call: UInt32, _ holder: any Sendable, _ continuation: CheckedContinuation<Answer, Never>) {
        open.withLock { $0[call] = Question(holder: holder, continuation: continuation) }
    }

    private func abandon(_ call: UInt32) {
        settle(call, .abandoned)
        calls.abandon(call)
    }
}

/// What came of a question.
enum Answer: Sendable {
    case settled(JSONValue)
    case settledBytes(Data)
    case failed(FxError)
    /// It was a call of an object of a host interface, whose errors are messages.
    case threw(String)
    /// The task was cancelled.
    case abandoned

    func value() throws(FxError) -> JSONValue {
        switch self {
        case .settled(let value): return value
        case .failed(let error): throw error
        case .threw(let message): throw FxError(.internal, message)
        case .settledBytes, .abandoned: throw .unexpected(.null)
        }
    }

    func bytes() throws(FxError) -> Data {
        guard case .settledBytes(let bytes) = self else { throw .unexpected(try value()) }
        return bytes
    }

    func valueOrCancellation() throws -> JSONValue {
        switch self {
        case .abandoned: throw CancellationError()
        case .threw(let message): throw HostFailure(message: message)
        case .settled, .settledBytes, .failed: return try value()
        }
    }
}
