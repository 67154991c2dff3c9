/// A tool made of a function.
///
///     struct Place: Decodable { var city: String }
///
///     let weather = Tool(
///         "weather",
///         description: "The weather of a city.",
///         input: .object(["city": .string("The name of the city.")])
///     ) { (place: Place) in
///         try await forecast(for: place.city)
///     }
///
/// The model's arguments are decoded as the type that the function takes; it may also take a ``JSONValue``. What it returns
/// is encoded: a `String` reaches the model as text, every other value as its JSON. When it throws, or the arguments do not
/// fit, the model sees the message as a failed result. The task that runs it is cancelled with the turn.
public struct Tool: HostTool {
    /// The name by which the model calls the tool.
    public let name: String

    /// What the tool does and when to use it, written for the model.
    public let description: String

    /// The JSON Schema of the arguments.
    public let inputSchema: JSONObject

    private let function: @Sendable (JSONValue, ToolContext) async throws -> ToolOutput

    /// Makes a tool of a function from arguments to a value.
    public init<Input: Decodable, Output: Encodable>(
        _ name: String, description: String, input: JSONSchema = .object([:]),
        execute: @escaping @Sendable (Input) async throws -> Output
    ) {
        self.init(name, description: description, input: input) { (arguments: Input, _) in try await execute(arguments) }
    }

    /// Makes a tool of a function that also takes the circumstances of the call.
    public init<Input: Decodable, Output: Encodable>(
        _ name: String, description: String, input: JSONSchema = .object([:]),
        execute: @escaping @Sendable (Input, ToolContext) async throws -> Output
    ) {
        self.init(name, description, input) { arguments, context in
            .json(try JSONValue(encoding: try await execute(arguments.decoded(), context)))
        }
    }

    /// Makes a tool of a function whose results may have images.
    public init<Input: Decodable>(
        _ name: String, description: String, input: JSONSchema = .object([:]),
        execute: @escaping @Sendable (Input, ToolContext) async throws -> ToolOutput
    ) {
        self.init(name, description, input) { arguments, context in try await execute(arguments.decoded(), context) }
    }

    private init(
        _ name: String, _ description: String, _ input: JSONSchema,
        _ function: @escaping @Sendable (JSONValue, ToolContext) async throws -> ToolOutput
    ) {
        self.name = name
        self.description = description
        self.inputSchema = input.members
        self.function = function
    }

    /// Runs the function for one call of the model.
    public func execute(_ input: JSONValue, context: ToolContext) async throws -> ToolOutput {
        try await function(input, context)
    }
}

/// A tool that is a type of its own, with typed arguments.
///
///     struct Weather: CodableTool {
///         struct Input: Decodable { var city: String }
///
///         let name = "weather"
///         let description = "The weather of a city."
///         let schema: JSONSchema = .object(["city": .string("The name of the city.")])
///
///         func run(_ input: Input, context: ToolContext) async throws -> String {
///             try await forecast(for: input.city)
///         }
///     }
public protocol CodableTool: HostTool {
    /// The arguments.
    associatedtype Input: Decodable

    /// The result.
    associatedtype Output: Encodable

    /// Describes the arguments to the model.
    var schema: JSONSchema { get }

    /// Runs the tool for one call of the model. See ``HostTool/execute(_:context:)``.
    func run(_ input: Input, context: ToolContext) async throws -> Output
}

extension CodableTool {
    /// The JSON Schema of the arguments.
    public var inputSchema: JSONObject { schema.members }

    /// Decodes the arguments, runs the tool, and encodes its result.
    public func execute(_ input: JSONValue, context: ToolContext) async throws -> ToolOutput {
        let output = try await run(try input.decoded(), context: context)
        return .json(try JSONValue(encoding: output))
    }
}
