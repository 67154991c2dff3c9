// From asking to the first piece, less what the server took for its first byte.

import { median } from '../statistics.mjs'

const PROMPTS = 31

export async function measure(client, origins) {
  const { create } = await import(`../clients/${client}.mjs`)
  const made = await create(origins.short)
  const seen = []
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const asked = performance.now()
    let first
    await made.reply(() => (first ??= performance.now() - asked))
    seen.push(first)
  }
  await made.close()

  // Asked afterwards, so that the first request of this process is the client's; times of others may stand before.
  const served = (await (await fetch(origins.control)).json()).slice(-PROMPTS)
  const [coldMs, ...warm] = seen.map((milliseconds, prompt) => milliseconds - served[prompt])
  return { coldMs, warmMs: median(warm) }
}
