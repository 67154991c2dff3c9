// The table of measurements: what runs, with which clients, and which columns the report shows.

const ALL = ['libfx', 'fetch', 'fetch-json', 'ai', 'openai']

const REPLY_COLUMNS = { cpuMs: 'CPU, ms', wallMs: 'wall, ms', peakMiB: 'peak memory, MiB' }

export const MEASUREMENTS = [
  {
    group: 'burst',
    title: 'A reply of 20,000 deltas, sent in one burst',
    program: 'reply',
    options: { mode: 'burst' },
    clients: ALL,
    columns: REPLY_COLUMNS,
  },
  {
    group: 'chunked',
    title: 'A reply of 20,000 deltas, one chunk a delta',
    program: 'reply',
    options: { mode: 'chunked' },
    clients: ALL,
    columns: REPLY_COLUMNS,
  },
  {
    group: 'first-event',
    title: 'From asking to the first event, beyond the server’s own time',
    program: 'first-event',
    clients: ALL,
    columns: { warmMs: 'warm, ms', coldMs: 'first in a process, ms' },
  },
  {
    group: 'start',
    title: 'Import and creation in a cold process',
    program: 'start',
    clients: ['libfx', 'ai', 'openai'],
    columns: { wallMs: 'wall, ms', cpuMs: 'CPU, ms' },
  },
  ...[50, 5000].flatMap((agents) =>
    [false, true].map((used) => ({
      group: 'idle',
      title: `${agents.toLocaleString('en')} idle agents, ${used ? 'after one turn each' : 'newly made'}`,
      program: 'idle',
      options: { agents, used },
      clients: ['libfx'],
      columns: {
        kibPerAgent: 'memory for each, KiB',
        corePercent: 'CPU, % of a core',
        corePercentBefore: 'the same before there were any',
      },
    })),
  ),
]
