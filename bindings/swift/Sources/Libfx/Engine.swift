import CLibfx
import Dispatch
import Foundation

/// The link to the runtime: calls go out, messages come in, and nothing else crosses.
///
/// There is one for the process. Objects that are idle are held weakly, so that one that nobody holds any more is released;
/// one with a turn or a question under way is held by it.
final class Engine: Sendable {
    static let shared = Engine()

    let calls: EngineCalls
    private let questions: Questions
    private let state = Locked(State())
    /// Where messages are taken, one batch after the other.
    private let inbox = DispatchQueue(label: "libfx.inbox", qos: .userInitiated)

    private struct State {
        var lastID: UInt32 = 0
        /// The application's values, by the number of the object or call that may use them.
        var scopes: [UInt32: WeakScope] = [:]
        /// Turns that have not ended.
        var turns: [UInt32: TurnPeer] = [:]
    }

    private struct WeakScope {
        weak var scope: HostScope?
    }

    private init() {
        let number = libfx_engine_new({ _ in Engine.shared.receiveSoon() }, nil)
        calls = EngineCalls(number: number)
        questions = Questions(calls)
        let found = calls.modelHash().map { String(decoding: $0, as: UTF8.self) }
        precondition(
            found == modelHash,
            "libfx: the library linked is of another version than the Swift package; rebuild both")
    }
}

extension Engine {
    /// Has the engine create an object; `release` is the call for one that nobody holds any longer.
    func create(
        _ crossing: Crossing,
        release: @escaping @Sendable (EngineCalls) -> (UInt32) -> Void,
        _ send: (EngineCalls, _ object: UInt32, _ call: UInt32, _ blobs: [Data]) -> Void
    ) async throws(FxError) -> (peer: ObjectPeer, properties: JSONValue) {
        let id = newID()
        let scope = scope(id, crossing.values)
        let blobs = crossing.blobs
        // Released even when creating it fails: the engine does not mind.
        let peer = ObjectPeer(engine: self, id: id, scope: scope, release: release)
        let answer = await questions.ask(newID(), for: peer) { call in send(calls, id, call, blobs) }
        return (peer, try answer.value())
    }

    /// Calls a function of the API. The values that cross with it belong to the call.
    func call(
        _ crossing: Crossing, _ send: (EngineCalls, _ call: UInt32, _ blobs: [Data]) -> Void
    ) async throws -> (JSONValue, HostScope) {
        let id = newID()
        let scope = scope(id, crossing.values)
        let blobs = crossing.blobs
        let answer = await questions.askUntilCancelled(id, for: scope) { call in send(calls, call, blobs) }
        return (try answer.valueOrCancellation(), scope)
    }

    /// Asks for what no cancellation of the task ends.
    func ask(_ peer: ObjectPeer, _ send: (UInt32) -> Void) async throws(FxError) -> JSONValue {
        try await questions.ask(newID(), for: peer, send).value()
    }

    func askForBytes(_ peer: ObjectPeer, _ send: (UInt32) -> Void) async throws(FxError) -> Data {
        try await questions.ask(newID(), for: peer, send).bytes()
    }

    /// Asks until the task is cancelled.
    func askUntilCancelled(_ peer: ObjectPeer, _ send: (UInt32) -> Void) async throws -> JSONValue {
        try await questions.askUntilCancelled(newID(), for: peer, send).valueOrCancellation()
    }

    /// Starts a turn, or throws what the engine refused it with.
    func startTurn(
        of agent: ObjectPeer, _ send: (EngineCalls, _ id: UInt32) -> [UInt8]?
    ) throws(FxError) -> TurnPeer {
        let id = newID()
        let turn = TurnPeer(engine: self, id: id, agent: agent)
        state.withLock { $0.turns[id] = turn }
        guard let refusal = send(calls, id) else { return turn }
        _ = state.withLock { $0.turns.removeValue(forKey: id) }
        throw try FxError(given: JSONParser.value(of: refusal))
    }

    /// The object that the engine lends under `id`.
    func lent(_ id: UInt32, scope: HostScope) -> ObjectPeer {
        ObjectPeer(engine: self, id: id, scope: scope, release: EngineCalls.releaseLent)
    }

    func forgetScope(_ id: UInt32) {
        _ = state.withLock { $0.scopes.removeValue(forKey: id) }
    }

    private func newID() -> UInt32 {
        state.withLock { state in
            state.lastID &+= 1
            return state.lastID
        }
    }

    private func scope(_ id: UInt32, _ values: [HostValue]) -> HostScope {
        let scope = HostScope(engine: self, id: id, values: values)
        state.withLock { $0.scopes[id] = WeakScope(scope: scope) }
        return scope
    }
}

extension Engine {
    /// Is called by the engine's threads, which must not wait.
    fileprivate func receiveSoon() {
        inbox.async { self.receiveAll() }
    }

    private func receiveAll() {
        guard let text = takenText(libfx_take(calls.number)),
            let messages = try? JSONParser.value(of: text).items()
        else { return }
        for message in messages {
            guard let parts = message.arrayValue, parts.count >= 2,
                let kind = parts[0].stringValue, let id = parts[1].intValue
            else { continue }
            receive(kind, UInt32(id), parts)
        }
    }

    private func receive(_ kind: String, _ id: UInt32, _ parts: [JSONValue]) {
        let content = parts.count > 2 ? parts[2] : .null
        switch kind {
        case "events": turn(id)?.push(content.arrayValue ?? [])
        case "discarded": turn(id)?.lose(error(content))
        case "finished": ended(id)?.end(.success(content))
        case "broke": ended(id)?.end(.failure(error(content)))
        case "settled": questions.settle(id, .settled(content))
        case "settledBytes":
            let bytes = content.intValue.flatMap { calls.takeBytes(UInt32($0)) }
            questions.settle(id, .settledBytes(bytes ?? Data()))
        case "failed": questions.settle(id, .failed(error(content)))
        case "threw": questions.settle(id, .threw(content.stringValue ?? ""))
        default: receiveForHost(kind, id, parts)
        }
    }

    /// Messages for values of the application.
    private func receiveForHost(_ kind: String, _ id: UInt32, _ parts: [JSONValue]) {
        let scope = state.withLock { $0.scopes[id]?.scope }
        let number = UInt32(parts.count > 2 ? parts[2].intValue ?? 0 : 0)
        switch (kind, parts.count) {
        case ("call", 6):
            guard let scope else { return calls.reject(number, Self.gone) }
            scope.call(number, of: parts[3].intValue ?? 0, parts[4].stringValue ?? "", parts[5].arrayValue ?? [])
        case ("fetch", 5):
            guard let scope else { return calls.fail(number, Self.gone) }
            scope.fetch(number, with: parts[3].intValue ?? 0, parts[4])
        case ("notify", 4): scope?.notify(Int(number), parts[3].arrayValue ?? [])
        case ("cancelled", 3): scope?.cancel(number)
        case ("pull", 3): scope?.pull(number)
        default: break
        }
    }

    private func turn(_ id: UInt32) -> TurnPeer? {
        state.withLock { $0.turns[id] }
    }

    private func ended(_ id: UInt32) -> TurnPeer? {
        state.withLock { $0.turns.removeValue(forKey: id) }
    }

    private func error(_ value: JSONValue) -> FxError {
        do {
            return try FxError(given: value)
        } catch {
            return error
        }
    }

    private static let gone = failureText(HostFailure(message: "what could answer this is gone"))
}

extension Engine: CustomReflectable {
    /// Nothing: what it holds belongs to objects of all kinds, and may be anybody's.
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
