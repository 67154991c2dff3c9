/**
 * The platforms that have a native addon.
 */

const TARGETS = {
  'darwin-arm64': 'darwin-arm64',
  'darwin-x64': 'darwin-x64',
  'linux-arm64': 'linux-arm64-gnu',
  'linux-x64': 'linux-x64-gnu',
}

/** The file of a platform's addon, in the package's folder; `undefined` if the platform has none. */
export function addonFile(platform, arch) {
  const target = TARGETS[`${platform}-${arch}`]
  return target && `libfx.${target}.node`
}
