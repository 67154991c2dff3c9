// Where the numbers come from.

import { readFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'

/** The machine, and the versions of these packages. */
export async function describeEnvironment(packages) {
  const versions = packages.map(async (name) => {
    const manifest = path.join(import.meta.dirname, 'node_modules', name, 'package.json')
    return [name, JSON.parse(await readFile(manifest, 'utf8')).version]
  })
  return {
    node: process.version,
    processor: `${cpus().length} × ${cpus()[0].model}`,
    load: loadavg()[0],
    packages: Object.fromEntries(await Promise.all(versions)),
  }
}
