// The scenario files.
import { readFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** The cases below `root` that pass the filter, as `{ id, file }`. */
export async function loadScenarios(root, filter) {
  const folders = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const topics = folders.map((folder) => folder.name).filter((topic) => !filter.topic || topic === filter.topic)
  const scenarios = []
  for (const topic of topics.sort()) {
    for (const path of (await readdir(join(root, topic))).sort()) {
      const name = basename(path, '.json')
      if (filter.case && name !== filter.case) continue
      scenarios.push({ id: `${topic}/${name}`, file: JSON.parse(await readFile(join(root, topic, path), 'utf8')) })
    }
  }
  return scenarios
}
