/** Waits until `condition()` gives something true, and returns that. */
export async function until(condition, limitMs = 10_000) {
  const end = performance.now() + limitMs
  for (;;) {
    const value = await condition()
    if (value) return value
    if (performance.now() > end) throw new Error(`not within ${limitMs} ms: ${condition}`)
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
  }
}
