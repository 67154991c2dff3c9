/**
 * The prompt history over a place for cells: one cell for each workspace, as JSON.
 */
import { maxPromptHistoryBytes } from '../../limits.js'
import { byteLength } from '../check.js'
import { jsonText } from '../json.js'

const AREA = 'history'

export function historyOver(cells) {
  return {
    async load(workspaceRoot, limit) {
      const entries = entriesOf(await cells.read(AREA, workspaceRoot))
      return entries.slice(Math.max(0, entries.length - limit)).map(({ text }) => text)
    },
    async append(workspaceRoot, text, timestampMs) {
      if (byteLength(text) > maxPromptHistoryBytes) return 'record_too_large'
      const stored = await cells.change(AREA, workspaceRoot, (cell) => {
        const entries = entriesOf(cell)
        return entries.at(-1)?.text === text ? undefined : bytesOf(latest([...entries, { text, timestampMs }]))
      })
      return stored ? 'stored' : 'duplicate'
    },
    async clear(workspaceRoot) {
      await cells.remove(AREA, workspaceRoot)
    },
  }
}

function entriesOf(cell) {
  return cell ? JSON.parse(new TextDecoder().decode(cell.bytes)) : []
}

function bytesOf(entries) {
  return new TextEncoder().encode(jsonText(entries))
}

/** The entries without the oldest ones, which would not be used any more. */
function latest(entries) {
  let bytes = 0
  const first = entries.findLastIndex(({ text }) => {
    bytes += byteLength(text)
    return bytes > maxPromptHistoryBytes
  })
  return entries.slice(first + 1)
}
