import CLibfx
import Foundation

/// The bytes that a call returned, which are given back; `nil` for nothing at all.
func taken(_ buffer: libfx_buffer) -> Data? {
    guard let address = buffer.data else { return nil }
    defer { libfx_buffer_free(buffer) }
    return Data(bytes: address, count: buffer.length)
}

/// The same for a text.
func takenText(_ buffer: libfx_buffer) -> [UInt8]? {
    guard let address = buffer.data else { return nil }
    defer { libfx_buffer_free(buffer) }
    return Array(UnsafeBufferPointer(start: address, count: buffer.length))
}

/// Lends bytes to a call.
func withBuffers<Result>(
    _ blobs: [Data], _ call: (UnsafeBufferPointer<libfx_buffer>) -> Result
) -> Result {
    let copies = blobs.map { blob in
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: blob.count)
        _ = copy.initialize(from: blob)
        return copy
    }
    defer { copies.forEach { $0.deallocate() } }
    let buffers = copies.map { libfx_buffer(data: $0.baseAddress, length: $0.count) }
    return buffers.withUnsafeBufferPointer(call)
}
