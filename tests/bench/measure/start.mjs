// Import and creation in a process that has done neither.

export async function measure(client, origins) {
  const wallBefore = performance.now()
  const cpuBefore = process.cpuUsage()
  const { create } = await import(`../clients/${client}.mjs`)
  const made = await create(origins.short)
  const cpu = process.cpuUsage(cpuBefore)
  const wallMs = performance.now() - wallBefore
  await made.close()
  return { wallMs, cpuMs: (cpu.user + cpu.system) / 1000 }
}
