import Foundation

/// State behind a lock, for what is used from several threads. Nothing of the application's runs under the lock.
final class Locked<State>: @unchecked Sendable {
    private let lock = NSLock()
    private var state: State

    init(_ state: State) {
        self.state = state
    }

    func withLock<Result>(_ work: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return work(&state)
    }
}
