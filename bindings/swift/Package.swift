// swift-tools-version: 6.0
import PackageDescription

/// Where the runtime's static library lies.
let library = "\(Context.packageDirectory)/lib"

let package = Package(
    name: "libfx",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "Libfx", targets: ["Libfx"])
    ],
    targets: [
        .systemLibrary(name: "CLibfx"),
        .target(
            name: "Libfx",
            dependencies: ["CLibfx"],
            linkerSettings: [.unsafeFlags(["-L", library])]
        ),
    ],
    swiftLanguageModes: [.v6]
)
