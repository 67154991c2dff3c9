// swift-tools-version: 6.0
import PackageDescription

/// The staged package.
let libfx = Context.environment["LIBFX_SWIFT_PACKAGE"] ?? "../../../target/stage/swift/libfx"

let package = Package(
    name: "scenarios",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: libfx)],
    targets: [
        .executableTarget(name: "scenarios", dependencies: [.product(name: "Libfx", package: "libfx")], path: "Sources/Scenarios")
    ],
    swiftLanguageModes: [.v6]
)
