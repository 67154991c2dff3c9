// Agents and the life of processes, threads and objects.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { createFxAgent } from 'libfx'
import { answer, startGateway, text } from './support/gateway.mjs'

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

const run = promisify(execFile)

/** Runs a program in a process of its own, which has to end by itself. */
async function program(source, ...flags) {
  const options = { cwd: import.meta.dirname ?? new URL('.', import.meta.url).pathname, timeout: 10_000 }
  const { stdout } = await run(process.execPath, [...flags, '--input-type=module', '--eval', source], options)
  return stdout
}

async function url(replies) {
  return JSON.stringify((await gateway.session(replies)).url)
}

const SLOW = { parts: [text('a'), { $delayMs: 400 }, ...answer('b').parts] }

test('a process ends by itself although an agent with a tool and a listener was not closed', async () => {
  const started = performance.now()
  const output = await program(`
    import { createFxAgent } from 'libfx'
    const tools = [{ name: 't', description: '', inputSchema: {}, execute() {} }]
    globalThis.agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: ${await url([answer('ok')])}, tools, onEvent() {} })
    for await (const _ of agent.prompt('a'));
    console.log('settled')
  `)
  assert.equal(output, 'settled\n')
  assert.ok(performance.now() - started < 5_000)
})

test('a process that awaits nothing lives until its turn has ended', async () => {
  const output = await program(`
    import { createFxAgent } from 'libfx'
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: ${await url([SLOW])} })
    agent.prompt('a').result.then(({ stopReason }) => console.log(stopReason))
  `)
  assert.equal(output, 'end_turn\n')
})

test('a conversation goes on in another process', async () => {
  const session = await gateway.session([answer('one'), answer('two')])
  const checkpoint = await program(`
    import { createFxAgent } from 'libfx'
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: ${JSON.stringify(session.url)} })
    for await (const _ of agent.prompt('first'));
    process.stdout.write(Buffer.from(await agent.checkpoint()).toString('base64'))
  `)
  const said = await program(`
    import { createFxAgent } from 'libfx'
    const checkpoint = Buffer.from(${JSON.stringify(checkpoint)}, 'base64')
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: ${JSON.stringify(session.url)}, checkpoint })
    for await (const { delta } of agent.prompt('second')) process.stdout.write(delta)
  `)
  assert.equal(said, 'two')
  const { prompt } = (await session.requests())[1].body
  assert.deepEqual(
    prompt.map(({ role, content }) => [role, content.map((part) => part.text).join('')]),
    [
      ['user', 'first'],
      ['assistant', 'one'],
      ['user', 'second'],
    ],
  )
})

test('a turn that nobody can read any more runs to its end, however long it is', async () => {
  const parts = Array.from({ length: 600 }, (_, at) => ({
    type: 'tool-call',
    toolCallId: `c${at}`,
    toolName: 't',
    input: '{}',
  }))
  const finish = { type: 'finish', finishReason: { unified: 'tool-calls' }, usage: {} }
  const output = await program(
    `
    import { createFxAgent } from 'libfx'
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: ${await url([{ parts: [...parts, finish] }, answer('ok')])} })
    agent.prompt('a')
    const collecting = setInterval(gc, 50)
    collecting.unref()
    process.on('exit', () => console.log('ended'))
  `,
    '--expose-gc',
  )
  assert.equal(output, 'ended\n')
})

test('CommonJS programs can require both entry points', async () => {
  const output = await program(`
    import { createRequire } from 'node:module'
    const require = createRequire(process.cwd() + '/program.cjs')
    const libfx = require('libfx')
    const agent = await libfx.createFxAgent({ apiKey: 'k', gatewayChatUrl: ${await url([answer('ok')])} })
    for await (const event of agent.prompt('a')) console.log(event.delta)
    const failure = await require('libfx/node').createFxAgent({}).catch((error) => error)
    console.log(failure instanceof libfx.FxError, failure instanceof TypeError)
  `)
  assert.equal(output, 'ok\ntrue true\n')
})

test('agents that nobody holds are freed, tools that refer to them or not', async () => {
  const output = await program(
    `
    import { createFxAgent } from 'libfx'
    let freed = 0
    const registry = new FinalizationRegistry(() => (freed += 1))
    for (let made = 0; made < 200; made += 1) {
      const holder = {}
      const tools = [{ name: 't', description: '', inputSchema: {}, execute: () => holder.agent }]
      holder.agent = await createFxAgent({ apiKey: 'k', tools, onEvent: () => holder })
      registry.register(holder.agent, 0)
    }
    for (let round = 0; round < 50 && freed < 200; round += 1) {
      gc()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    console.log(freed)
  `,
    '--expose-gc',
  )
  assert.ok(Number(output) >= 199, output)
})

test('workers have agents of their own, and terminating one in mid-turn leaves the others alone', async () => {
  const replies = { replies: [{ parts: [text('a'), { $delayMs: 20 }, text('b')], end: 'open' }], cycle: true }
  const source = `
    import { parentPort, workerData } from 'node:worker_threads'
    import { createFxAgent } from 'libfx'
    const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: workerData })
    for await (const event of agent.prompt('a')) parentPort.postMessage(event.delta)
  `
  const { url: endless } = await gateway.session(replies)
  const { url: mine } = await gateway.session([SLOW])
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl: mine })
  const turn = agent.prompt('a')
  for (let round = 0; round < 20; round += 1) {
    const worker = new Worker(dataUrl(source), { workerData: endless })
    await once(worker, 'message')
    await worker.terminate()
  }
  let said = ''
  for await (const { delta } of turn) said += delta
  assert.equal(said, 'ab')
})

/** A module that imports the package as one in this folder would. */
function dataUrl(source) {
  const resolved = source.replace("'libfx'", JSON.stringify(import.meta.resolve('libfx')))
  return new URL(`data:text/javascript,${encodeURIComponent(resolved)}`)
}
