/**
 * The platforms that have a native addon.
 */

const TARGETS = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64-gnu',
  'linux-x64': 'linux-x64-gnu',
}

/** How a platform's addon is called, as in `libfx.linux-x64-gnu.node`; `undefined` if the platform has none. */
export function addonTarget(platform, arch) {
  return TARGETS[`${platform}-${arch}`]
}
