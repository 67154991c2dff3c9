/// Has calls begin in the order in which they were made. From then on they run at the same time.
final class Beginnings: Sendable {
    private let last = Locked<Gate?>(nil)

    /// The place of one call; `begin` waits until those before it have begun.
    func place() -> Place {
        let own = Gate()
        return last.withLock { last in
            defer { last = own }
            return Place(before: last, own: own)
        }
    }

    struct Place: Sendable {
        fileprivate let before: Gate?
        fileprivate let own: Gate

        func begin() async {
            await before?.pass()
            own.open()
        }
    }
}

/// Is closed until it is opened, once. One task waits for it.
private final class Gate: Sendable {
    private enum State {
        case closed(CheckedContinuation<Void, Never>?)
        case open
    }

    private let state = Locked(State.closed(nil))

    func pass() async {
        await withCheckedContinuation { waiting in
            let isOpen = state.withLock { state in
                if case .open = state { return true }
                state = .closed(waiting)
                return false
            }
            if isOpen { waiting.resume() }
        }
    }

    func open() {
        let before = state.withLock { state in
            defer { state = .open }
            return state
        }
        if case .closed(let waiting?) = before { waiting.resume() }
    }
}
