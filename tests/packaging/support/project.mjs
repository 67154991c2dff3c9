// A project somewhere else, whose package can be taken away: what was built in it then stands alone, as where it is deployed.

import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PACKAGE, consumer } from './folders.mjs'

/** Makes a project with all consumers and the package, for one test. */
export async function useProject(test) {
  const folder = await mkdtemp(path.join(tmpdir(), 'libfx-project-'))
  test.after(() => rm(folder, { recursive: true, force: true }))
  const modules = path.join(folder, 'node_modules')
  await cp(consumer('.'), path.join(folder, 'consumers'), { recursive: true, filter: (file) => !file.endsWith('.next') })
  await cp(PACKAGE, path.join(modules, 'libfx'), { recursive: true })
  return {
    path: (file) => path.join(folder, file),
    takePackageAway: () => rm(modules, { recursive: true }),
  }
}
