// A terminal: in a view of one's own, and with all that it can be given.
import { createFxTerminal, encodeXtermKeyEvent, xtermAdapter } from 'libfx'
import type { TerminalAdapter, TerminalOptions, TerminalRuntime, WorkspaceAdapter } from 'libfx'
import { getBackendInfo } from 'libfx/node'
import { createMemoryStores } from 'libfx/stores'

const view: TerminalAdapter = {
  cols: 80,
  rows: 24,
  write: (bytes: Uint8Array) => console.log(bytes.length),
  onData: (callback) => {
    callback('hello')
    return () => {}
  },
  onResize: () => () => {},
}

const workspace: WorkspaceAdapter = {
  info: { version: 1, root: '/', cwd: '/', home: '/', gitAvailable: false, ephemeral: true },
  permission: 'prompt',
  exec: async ({ command, signal, outputLimitBytes }) => ({
    exitCode: signal.aborted ? 130 : 0,
    stdout: command.slice(0, outputLimitBytes),
    stderr: '',
  }),
}

const options: TerminalOptions = {
  terminal: view,
  env: { AI_GATEWAY_API_KEY: 'k' },
  args: ['--resume', 'last'],
  openUrl: () => false,
  workspace,
  ...createMemoryStores(),
}

export async function run(): Promise<number> {
  const runtime: TerminalRuntime = await createFxTerminal(options)
  await runtime.interactive
  runtime.write('/help\r')
  runtime.write(Uint8Array.of(13))
  runtime.resize()
  runtime.abort()
  return runtime.exited
}

const key: string | null = encodeXtermKeyEvent({
  type: 'keydown',
  key: 'Enter',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: true,
})
console.log(key, (await getBackendInfo({ surface: 'terminal' })).backend)

// @ts-expect-error a view has a size
export const incomplete: TerminalAdapter = { write: () => {}, onData: () => () => {}, onResize: () => () => {} }
// @ts-expect-error a terminal of xterm.js, not a view
xtermAdapter(view)
