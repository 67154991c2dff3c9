import Foundation

/// The host side of one object of the runtime: what it can be asked. The engine forgets the object with it.
final class ObjectPeer: Sendable {
    private let engine: Engine
    private let id: UInt32
    /// The values that the object may use; they are there for as long as it is.
    let scope: HostScope
    private let release: @Sendable (EngineCalls) -> (UInt32) -> Void

    init(
        engine: Engine, id: UInt32, scope: HostScope,
        release: @escaping @Sendable (EngineCalls) -> (UInt32) -> Void
    ) {
        self.engine = engine
        self.id = id
        self.scope = scope
        self.release = release
    }

    deinit {
        release(engine.calls)(id)
    }

    /// Asks for something that the engine answers later. Cancelling the task does not end it.
    func ask(
        _ send: (EngineCalls, _ object: UInt32, _ call: UInt32) -> Void
    ) async throws(FxError) -> JSONValue {
        try await engine.ask(self) { call in send(engine.calls, id, call) }
    }

    func askForBytes(
        _ send: (EngineCalls, _ object: UInt32, _ call: UInt32) -> Void
    ) async throws(FxError) -> Data {
        try await engine.askForBytes(self) { call in send(engine.calls, id, call) }
    }

    /// Asks until the task is cancelled.
    func askUntilCancelled(
        _ send: (EngineCalls, _ object: UInt32, _ call: UInt32) -> Void
    ) async throws -> JSONValue {
        try await engine.askUntilCancelled(self) { call in send(engine.calls, id, call) }
    }

    /// Starts a turn, or throws what is wrong with its arguments.
    func start(
        _ send: (EngineCalls, _ object: UInt32, _ turn: UInt32) -> [UInt8]?
    ) throws(FxError) -> TurnPeer {
        try engine.startTurn(of: self) { calls, turn in send(calls, id, turn) }
    }
}
