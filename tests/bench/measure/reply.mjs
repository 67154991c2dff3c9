// A long reply: wall time, CPU time and the peak memory of the process.

import { peakMemory } from '../memory.mjs'
import { LONG_TEXT_LENGTH } from '../replies.mjs'

/** `mode` is `burst` or `chunked`. */
export async function measure(client, origins, { mode }) {
  const { create } = await import(`../clients/${client}.mjs`)
  await once(create, origins.short, () => {})

  let length = 0
  const wallBefore = performance.now()
  const cpuBefore = process.cpuUsage()
  await once(create, origins[mode], (piece) => (length += piece.length))
  const cpu = process.cpuUsage(cpuBefore)
  const wallMs = performance.now() - wallBefore

  // The bare loop counts the bytes of the events, which are more than the text.
  if (client === 'fetch' ? length < LONG_TEXT_LENGTH : length !== LONG_TEXT_LENGTH) {
    throw new Error(`${client} read ${length} of ${LONG_TEXT_LENGTH}`)
  }
  return { wallMs, cpuMs: (cpu.user + cpu.system) / 1000, peakMiB: peakMemory() / 1024 }
}

async function once(create, origin, onPiece) {
  const made = await create(origin)
  await made.reply(onPiece)
  await made.close()
}
