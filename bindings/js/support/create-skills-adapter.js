/**
 * `createSkillsAdapter`: combines records. It answers at once, so it cannot wait for an engine; what it says and makes is
 * what the runtime's own does, which serves the other languages.
 */
import { createSkillsAdapterChecks } from '../checks.js'
import { maxSkillInstructionsBytes } from '../limits.js'
import { byteLength, checked, exceeded, invalid, quoted } from './check.js'

/** The instructions and the tools of all `records`. */
export function createSkillsAdapter(records) {
  checked(createSkillsAdapterChecks.records, records, 'records')
  checkTools(records)
  return { instructions: joined(records.map(block)), tools: records.flatMap(({ tools = [] }) => tools) }
}

/** Each tool belongs to one skill. */
function checkTools(records) {
  const owners = new Map()
  records.forEach(({ name: skill, tools = [] }, at) => {
    tools.forEach(({ name }, toolAt) => {
      if (owners.has(name)) {
        const [owner, other, tool] = [owners.get(name), skill, name].map(quoted)
        const both = `the skills ${owner} and ${other} both have a tool named ${tool}; rename one of them`
        throw invalid(`records[${at}].tools[${toolAt}].name: ${both}`)
      }
      owners.set(name, skill)
    })
  })
}

/** What the model reads of a skill. */
function block({ name, description, instructions, resources = [] }) {
  return tagged(`skill name="${escaped(name)}"`, [
    ...(description ? [tagged('description', [description])] : []),
    tagged('instructions', [instructions]),
    ...resources.map(({ uri, text }) => tagged(`resource uri="${escaped(uri)}"`, [text])),
  ])
}

function tagged(tag, parts) {
  const [name] = tag.split(' ')
  return `<${tag}>\n${parts.join('\n')}\n</${name}>`
}

function escaped(value) {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function joined(blocks) {
  let bytes = 0
  for (const block of blocks) {
    bytes += byteLength(block) + (bytes > 0 ? 2 : 0)
    if (bytes > maxSkillInstructionsBytes) {
      throw exceeded(
        `records: their instructions together: expected at most ${maxSkillInstructionsBytes} bytes of UTF-8, got ${bytes} or more`,
      )
    }
  }
  return blocks.join('\n\n')
}
