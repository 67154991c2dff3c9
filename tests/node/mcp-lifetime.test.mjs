// MCP adapters and the life of processes and objects.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

/** Runs a program in a process of its own, which has to end by itself. */
async function program(source) {
  const options = { cwd: import.meta.dirname ?? new URL('.', import.meta.url).pathname, timeout: 10_000 }
  const flags = ['--expose-gc', '--input-type=module', '--eval', `${PRELUDE}\n${source}`]
  const { stdout } = await promisify(execFile)(process.execPath, flags, options)
  return stdout
}

const PRELUDE = `
  import { createFxAgent } from 'libfx'
  import { createMcpAdapter } from 'libfx/mcp'

  class Client {
    listTools() {
      return { tools: [{ name: 'a' }] }
    }
    callTool() {
      return { content: [{ type: 'text', text: 'done' }] }
    }
  }

  /** Gives what is garbage the time to be found. */
  async function collect(until = () => false) {
    for (let round = 0; round < 50 && !until(); round += 1) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
`

for (const backend of ['native', 'wasm']) {
  test(`${backend}: a process ends by itself although an adapter was not closed`, async () => {
    const output = await program(`
      globalThis.adapter = await createMcpAdapter(new Client(), { backend: '${backend}' })
      globalThis.agent = await createFxAgent({ apiKey: 'k', tools: adapter.tools })
      console.log(await adapter.tools[0].execute({}))
    `)
    assert.equal(output, 'done\n')
  })

  test(`${backend}: a process lives until a call that it waits for has ended`, async () => {
    const output = await program(`
      const later = (value) => new Promise((resolve) => setTimeout(resolve, 200, value).unref())
      class Slow extends Client {
        listTools = () => later(super.listTools())
        callTool = () => later(super.callTool())
      }
      const { tools } = await createMcpAdapter(new Slow(), { backend: '${backend}' })
      console.log(await tools[0].execute({}))
    `)
    assert.equal(output, 'done\n')
  })

  test(`${backend}: tools work for as long as they are held, and their client is freed with the last of them`, async () => {
    const output = await program(`
      let isFreed = false
      const registry = new FinalizationRegistry(() => (isFreed = true))
      async function toolsOfSomeAdapter() {
        const client = new Client()
        registry.register(client, 0)
        const adapter = await createMcpAdapter(client, { backend: '${backend}' })
        client.mine = adapter
        return adapter.tools.map(({ execute }) => execute)
      }
      let executes = await toolsOfSomeAdapter()
      await collect()
      console.log(isFreed, await executes[0]({}))
      executes = undefined
      await collect(() => isFreed)
      console.log(isFreed)
    `)
    assert.equal(output, 'false done\ntrue\n')
  })
}
