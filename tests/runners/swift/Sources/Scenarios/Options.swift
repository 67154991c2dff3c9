import Foundation
import Libfx

/// Options of agents, adapters and skills, from what scenarios say of them.
enum Options {
    static func apply(_ agent: JSONValue, to options: inout AgentOptions, _ host: Behaviours) throws {
        guard let members = agent.objectValue, members.keys.allSatisfy({ !$0.hasPrefix("$") }) else {
            throw Inexpressible("options have a type of their own")
        }
        for (name, value) in members {
            try isAbsent(value) ? remove(name, of: &options) : set(name, value, of: &options, host)
        }
    }

    private static func set(_ name: String, _ value: JSONValue, of options: inout AgentOptions, _ host: Behaviours) throws {
        switch name {
        case "apiKey": options.apiKey = try value.string(name)
        case "model": options.model = try value.string(name)
        case "instructions": options.instructions = try instructions(value)
        case "tools": options.tools = try tools(value, host)
        case "checkpoint": options.checkpoint = try bytes(value)
        case "gatewayChatUrl": options.gatewayChatURL = try value.string(name)
        case "onEvent" where value["$function"] != nil: options.onEvent = { _ in }
        default: throw Inexpressible("there is no option \(name) that is \(value)")
        }
    }

    private static func remove(_ name: String, of options: inout AgentOptions) throws {
        switch name {
        case "model": options.model = nil
        case "instructions": options.instructions = nil
        case "tools": options.tools = []
        case "checkpoint": options.checkpoint = nil
        case "gatewayChatUrl": options.gatewayChatURL = nil
        case "onEvent": options.onEvent = nil
        default: throw Inexpressible("\(name) cannot be left out")
        }
    }

    private static func instructions(_ value: JSONValue) throws -> Instructions {
        switch try revive(value) {
        case .string(let text): return .text(text)
        case .array(let parts): return .parts(try parts.map { try $0.string("a part") })
        default: throw Inexpressible("instructions are a text or a list of them")
        }
    }

    static func tools(_ value: JSONValue, _ host: Behaviours) throws -> [any HostTool] {
        try expanded(value).list("tools").map { try ScriptedTool($0, host) }
    }

    /// A long list, whose items still hold placeholders of their own.
    private static func expanded(_ value: JSONValue) throws -> JSONValue {
        guard let list = value["$list"], let item = list["item"]?.description else { return value }
        let rounds = 0..<(list["times"]?.intValue ?? 0)
        return .array(try rounds.map { try JSONValue(parsing: item.replacingOccurrences(of: "{i}", with: "\($0)")) })
    }

    private static func bytes(_ value: JSONValue) throws -> Data {
        guard let text = value["$bytes"]?.stringValue, let bytes = Data(base64Encoded: text) else {
            throw Inexpressible("bytes are Data")
        }
        return bytes
    }
}

/// What to take from an MCP server.
func mcpOptions(_ value: JSONValue?) throws -> MCPOptions {
    let members = try (value ?? [:]).members("options", of: ["prefix", "resources", "prompts"])
    return MCPOptions(
        prefix: try members["prefix"]?.string("prefix"),
        resources: try members["resources"]?.list("resources").map { try $0.string("a URI") } ?? [],
        prompts: try members["prompts"]?.list("prompts").map(promptChoice) ?? [])
}

private func promptChoice(_ value: JSONValue) throws -> MCPPromptChoice {
    if let name = value.stringValue { return .name(name) }
    let members = try value.members("a prompt", of: ["name", "arguments"], required: ["name"])
    let arguments = try members["arguments"].map { arguments in
        guard let arguments = arguments.objectValue else { throw Inexpressible("arguments are a Dictionary") }
        return Dictionary(uniqueKeysWithValues: try arguments.map { ($0.key, try $0.value.string("an argument")) })
    }
    return .request(MCPPromptRequest(name: try members["name"]!.string("a name"), arguments: arguments))
}

func skillRecord(_ value: JSONValue, _ host: Behaviours) throws -> SkillRecord {
    let all = ["name", "description", "instructions", "resources", "tools"]
    let members = try value.members("a skill", of: all, required: ["name", "instructions"])
    return SkillRecord(
        name: try members["name"]!.string("a name"),
        description: try members["description"]?.string("a description"),
        instructions: try members["instructions"]!.string("instructions"),
        resources: try members["resources"].map(skillResources),
        tools: try members["tools"].map { try Options.tools($0, host) })
}

/// The skill in a file of a scenario.
func readSkill(_ file: JSONValue, _ host: Behaviours) async throws -> SkillRecord {
    let options = try (file["options"] ?? [:]).members("options", of: ["resources", "tools"])
    return try await parseSkillFile(
        try (file["path"] ?? .null).string("a path"), text: try (file["text"] ?? .null).string("a text"),
        resources: try options["resources"].map(skillResources) ?? [],
        tools: try options["tools"].map { try Options.tools($0, host) } ?? [])
}

private func skillResources(_ value: JSONValue) throws -> [SkillResource] {
    try value.list("resources").map { value in
        let members = try value.members("a resource", of: ["uri", "text"], required: ["uri", "text"])
        return SkillResource(uri: try members["uri"]!.string("a URI"), text: try members["text"]!.string("a text"))
    }
}
