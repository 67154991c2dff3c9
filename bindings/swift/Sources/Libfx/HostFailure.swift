import Foundation

/// A method of an object of the runtime's failed with this message.
struct HostFailure: Error, CustomStringConvertible, LocalizedError {
    let message: String

    var description: String { message }
    var errorDescription: String? { message }
}

/// The object has no such method.
struct NotImplemented: Error, CustomStringConvertible {
    let method: String

    var description: String { "\(method) is not implemented" }
}

/// What the engine is told of an error of the application's.
func failureText(_ error: any Error) -> [UInt8] {
    JSONWriter.text(.object(["message": .string(message(of: error))]))
}

/// The message of an error, as a person would read it. A model reads those of tools.
private func message(of error: any Error) -> String {
    switch error {
    case let error as FxError: error.message
    case let error as DecodingError: message(of: error)
    case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
    case let error as any CustomNSError: (error as NSError).localizedDescription
    default: String(describing: error)
    }
}

/// Which argument is not what it must be.
private func message(of error: DecodingError) -> String {
    let (context, key): (DecodingError.Context, (any CodingKey)?) =
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context): (context, nil)
        case .keyNotFound(let key, let context): (context, key)
        @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
        }
    let path = (context.codingPath + [key].compactMap { $0 }).reduce("input") { path, key in
        key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)"
    }
    return "\(path): \(key == nil ? context.debugDescription : "required")"
}
