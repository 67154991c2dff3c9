// Memory of this process in KiB, from the system's own books where it has them.

import { readFileSync } from 'node:fs'

/** The most it ever had. Linux counts the parent's memory before `exec` into `maxRSS`, so its own file is asked first. */
export function peakMemory() {
  return linuxStatus('VmHWM') ?? process.resourceUsage().maxRSS
}

/** What it has for itself: not the pages of programs and libraries, which are read in when a line of code first runs. */
export function ownMemory() {
  return linuxStatus('RssAnon') ?? process.memoryUsage.rss() / 1024
}

function linuxStatus(name) {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)[1])
}
