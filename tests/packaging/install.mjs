// Puts the package where the consumers import it from: `node install.mjs [FOLDER]`, the folder that `npm install` made of the
// tarball. It is copied, because tools follow links and would find the repository.

import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { DIST, PACKAGE, SUITE, consumer } from './support/folders.mjs'

const STAGED = path.join(SUITE, '../../target/stage/npm/installed/node_modules/libfx')

// What tools have kept of another version.
for (const folder of [PACKAGE, DIST, path.join(SUITE, 'node_modules/.vite'), consumer('next/.next')]) {
  await rm(folder, { recursive: true, force: true })
}
await cp(process.argv[2] ?? STAGED, PACKAGE, { recursive: true })
