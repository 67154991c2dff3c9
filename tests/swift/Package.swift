// swift-tools-version: 6.0
import PackageDescription

/// The staged package.
let libfx = Context.environment["LIBFX_SWIFT_PACKAGE"] ?? "../../target/stage/swift/libfx"
let product = Target.Dependency.product(name: "Libfx", package: "libfx")

let package = Package(
    name: "tests",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: libfx)],
    targets: [
        .executableTarget(name: "LiveTurn", dependencies: [product]),
        .testTarget(name: "LibfxTests", dependencies: [product, "LiveTurn"]),
    ],
    swiftLanguageModes: [.v6]
)
