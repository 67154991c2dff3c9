export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** `{ wallMs: [1, 3, 2], … }` of samples `[{ wallMs: 1 }, …]`, each as its median, least and greatest. */
export function summary(samples) {
  const names = Object.keys(samples[0])
  return Object.fromEntries(
    names.map((name) => {
      const values = samples.map((sample) => sample[name])
      return [name, { median: median(values), min: Math.min(...values), max: Math.max(...values) }]
    }),
  )
}
