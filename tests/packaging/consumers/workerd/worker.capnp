# The worker as esbuild bundles it, and the module under the name that the bundle imports it by.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "../../dist/workerd/worker.js"),
    (name = "libfx/libfx.wasm", wasm = embed "../../node_modules/libfx/libfx.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
