import Foundation

/// The values of the application that one object or call of the runtime may use, which the engine calls by the numbers under
/// which they were described.
final class HostScope: Sendable {
    private let engine: Engine
    private let id: UInt32
    private let values: [HostValue]
    /// Calls of the engine that are not answered yet.
    private let open = Locked<[UInt32: OpenCall]>([:])

    private struct OpenCall {
        let task: Task<Void, Never>
        var fetch: FetchCall?
    }

    init(engine: Engine, id: UInt32, values: [HostValue]) {
        self.engine = engine
        self.id = id
        self.values = values
    }

    deinit {
        engine.forgetScope(id)
    }

    /// The engine calls a method of an object of the application's.
    func call(_ call: UInt32, of handle: Int, _ name: String, _ arguments: [JSONValue]) {
        guard case .object(_, let methods) = value(handle), let method = methods[name] else {
            return engine.calls.reject(call, failureText(NotImplemented(method: name)))
        }
        open(call) { [self] in
            do {
                let answer = JSONWriter.text(try await method(arguments))
                if close(call) { engine.calls.resolve(call, answer) }
            } catch {
                if close(call) { engine.calls.reject(call, failureText(error)) }
            }
        }
    }

    /// The engine makes a request through the application's client.
    func fetch(_ call: UInt32, with handle: Int, _ request: JSONValue) {
        guard case .fetch(let fetch) = value(handle) else {
            return engine.calls.fail(call, failureText(NotImplemented(method: "fetch")))
        }
        let exchange = FetchCall(engine: engine, call: call)
        open(call, exchange) { [self] in
            do {
                try await exchange.run(fetch, request)
                if close(call) { engine.calls.end(call) }
            } catch {
                if close(call) { engine.calls.fail(call, failureText(error)) }
            }
        }
    }

    /// The engine calls a function and waits for nothing. What that throws is its own affair.
    func notify(_ handle: Int, _ arguments: [JSONValue]) {
        if case .function(let function) = value(handle) { try? function(arguments) }
    }

    /// The engine no longer waits for an answer.
    func cancel(_ call: UInt32) {
        let cancelled = open.withLock { $0.removeValue(forKey: call) }
        cancelled?.task.cancel()
    }

    /// The engine wants more of a response.
    func pull(_ call: UInt32) {
        open.withLock { $0[call]?.fetch }?.pull()
    }

    /// The object of the application's that the engine gives back.
    func own<Object>(_ value: JSONValue, as type: Object.Type) -> Object? {
        guard case .int(let handle) = value, case .object(let target, _) = self.value(handle) else { return nil }
        return target as? Object
    }

    /// The object that the engine lends, and its properties.
    func lent(_ value: JSONValue) throws(FxError) -> (ObjectPeer, JSONValue) {
        let parts = try value.items()
        let id = try parts.at(0).whole()
        return (engine.lent(UInt32(id), scope: self), try parts.at(1))
    }

    private func value(_ handle: Int) -> HostValue? {
        values.indices.contains(handle) ? values[handle] : nil
    }

    private func open(_ call: UInt32, _ fetch: FetchCall? = nil, _ work: @escaping @Sendable () async -> Void) {
        // Under the lock, so that work that ends at once finds the call open.
        open.withLock { $0[call] = OpenCall(task: Task { await work() }, fetch: fetch) }
    }

    /// Ends a call; `false` if it had ended already.
    private func close(_ call: UInt32) -> Bool {
        open.withLock { $0.removeValue(forKey: call) } != nil
    }
}
