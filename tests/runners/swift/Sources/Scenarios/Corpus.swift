import Foundation
import Libfx

/// One scenario file.
struct Case: Sendable {
    /// `topic/case`.
    let id: String
    let file: JSONValue

    var needs: [String] { file["needs"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
    var isAlone: Bool { file["alone"] == true }
    var gap: String? { file["gaps"]?[language]?.stringValue }

    /// What the gateway plays.
    var script: JSONValue {
        switch file["gateway"] {
        case .array(let replies)?: ["replies": .array(replies)]
        case let script?: script
        case nil: ["replies": []]
        }
    }
}

enum Corpus {
    static func load(topic: String?, name: String?) throws -> [Case] {
        let root = URL(fileURLWithPath: #filePath + "/../../../../../scenarios").standardizedFileURL
        let files = FileManager.default
        let topics = try files.contentsOfDirectory(atPath: root.path).filter { !$0.hasSuffix(".md") && $0 == topic ?? $0 }
        return try topics.sorted().flatMap { topic in
            let folder = root.appendingPathComponent(topic)
            let paths = try files.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
            let chosen = paths.sorted().filter { $0 == "\(name ?? String($0.dropLast(5))).json" }
            return try chosen.map { path in
                let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
                return Case(id: "\(topic)/\(path.dropLast(5))", file: try JSONValue(parsing: text))
            }
        }
    }
}
