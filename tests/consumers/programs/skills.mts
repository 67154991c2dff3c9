// Skills: records, files, and what an agent takes of them.
import { createFxAgent, FxError } from 'libfx'
import { createSkillsAdapter, loadSkillFile, parseSkillFile } from 'libfx/skills/node'
import { createSkillsAdapter as inBrowsers } from 'libfx/skills'
import type { SkillRecord, SkillsAdapter } from 'libfx/skills'
import type { LoadSkillOptions } from 'libfx/skills/node'

const record: SkillRecord = {
  name: 'review',
  instructions: 'Read the diff.',
  resources: [{ uri: 'file:///style.md', text: 'Short sentences.' }],
  tools: [{ name: 'diff', description: '', inputSchema: { type: 'object' }, execute: async () => 'none' }],
}

const options: LoadSkillOptions = {
  readFile: async (path: string, encoding: string) => `${path} ${encoding}`,
  backend: 'native',
}

export async function use(): Promise<string | undefined> {
  const loaded = await loadSkillFile('skills/review.md', options)
  const parsed = await parseSkillFile('review.md', '# Review')
  const skills: SkillsAdapter = createSkillsAdapter([record, loaded, parsed])
  const agent = await createFxAgent({ apiKey: 'k', ...skills })
  await agent.close()
  return inBrowsers([record]).tools[0]?.name ?? loaded.description
}

export function codeOf(error: unknown): boolean {
  return error instanceof FxError && error.code === 'LIBFX_SKILL_INVALID'
}

// @ts-expect-error: a record has instructions.
export const incomplete: SkillRecord = { name: 'empty' }
