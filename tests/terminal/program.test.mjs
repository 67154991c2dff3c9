// The program as an application meets it: how it starts, is typed at, is interrupted and ends.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFxTerminal, xtermAdapter } from 'libfx'
import { createMemoryStores } from 'libfx/stores'
import { until } from '../browser/support/until.mjs'
import { answer, calls, text, toolCall } from '../node/support/gateway.mjs'
import { KEY, usePrograms } from './support/program.mjs'
import { View } from './support/view.mjs'

const programs = usePrograms()

/** A reply that says a word and then nothing for long. */
const endless = { parts: [text('Once'), { $delayMs: 60_000 }, ...answer('.').parts] }

/** What the user has said, as a request tells the model. */
const said = (request) =>
  request.body.prompt
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) => content.map(({ text }) => text))

for (const backend of ['native', 'wasm']) {
  test(`it ends with 0 after /exit and leaves the view as it was (${backend})`, async () => {
    const { view, runtime, say } = await programs.start([], { backend })
    say('/exit')
    assert.equal(await runtime.exited, 0)
    await until(() => view.isRestored())
    assert.equal(view.text().trim(), '')
  })

  test(`it ends with 130 after abort, also in the middle of a turn (${backend})`, async () => {
    const { view, runtime, say } = await programs.start([endless], { backend })
    say('Tell me a story')
    await view.until('Once')
    runtime.abort()
    assert.equal(await runtime.exited, 130)
    await until(() => view.isRestored())
  })

  test(`what is typed at it is one prompt, however it arrives (${backend})`, async () => {
    const { view, runtime, requests } = await programs.start([answer('ok')], { backend })
    const bytes = new TextEncoder().encode('grüße 狠狠q 👩‍👩‍👧')
    for (const byte of bytes) runtime.write(Uint8Array.of(byte))
    runtime.write('\r')
    await view.until('ok')
    const [request] = await requests()
    assert.deepEqual(said(request), ['grüße 狠狠q 👩‍👩‍👧'])
  })
}

test('a paste of several lines is one prompt, sent by Enter', async () => {
  const { view, runtime, requests } = await programs.start([answer('ok')])
  runtime.write('\x1b[200~line1\r\nline2\rline3\x1b[201~')
  await view.until('line3')
  assert.deepEqual(await requests(), [])
  runtime.write('\r')
  await view.until('ok')
  const [request] = await requests()
  assert.deepEqual(said(request), ['line1\nline2\nline3'])
})

test('the interrupt key ends the request at once, and the conversation goes on', async () => {
  const { view, say, requests } = await programs.start([endless, answer('Better now.')])
  say('Tell me a story')
  await view.until('Once')
  view.type('\x03')
  await view.until(/cancelled/i)
  say('Again')
  await view.until('Better now.')
  const [, second] = await requests()
  const texts = said(second)
  assert.deepEqual([texts.at(0), texts.at(-1)], ['Tell me a story', 'Again'])
  assert.match(texts.join('\n'), /aborted/)
})

test('without an interrupt key the data only reaches the program', async () => {
  const { view, say } = await programs.start([endless], { interruptKey: '' })
  say('Tell me a story')
  await view.until('Once')
  view.type('\x03')
  await view.until(/cancell/i)
})

test('an interrupt aborts the command that runs', async () => {
  let aborted
  const workspace = {
    info: { version: 1, root: '/', cwd: '/', home: '/', gitAvailable: false, ephemeral: true },
    permission: 'allow-sandboxed',
    exec: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted = true
          reject(new Error('ended'))
        })
      }),
  }
  const replies = [calls(toolCall('call_1', 'terminal', { action: 'exec', command: 'sleep 100' }))]
  const { view, say } = await programs.start(replies, { workspace })
  say('Sleep')
  await view.until('sleep 100')
  view.type('\x03')
  await view.until(/cancelled/i)
  assert.equal(aborted, true)
})

test('a refused key is told with what to do, and the prompt is given back', async () => {
  const refusal = { status: 401, json: { error: { message: `bad key ${KEY}` } } }
  const { view, say, events } = await programs.start([refusal])
  say('hello')
  await view.until(/Check\s+AI_GATEWAY_API_KEY/)
  await view.until(/hello\s*$/m)
  assert.ok(!view.text().includes(KEY), view.text())
  assert.ok(!JSON.stringify(events).includes(KEY))
})

test('without a key the program says how to give it one', async () => {
  const { view, say } = await programs.start([], { env: { AI_GATEWAY_API_KEY: '' } })
  say('hello')
  await view.until('AI_GATEWAY_API_KEY')
})

test('options that are wrong are refused by name', async () => {
  const terminal = xtermAdapter(new View().term)
  for (const [options, message] of [
    [undefined, /options/],
    [{}, /options\.terminal/],
    [{ terminal: { ...terminal, write: undefined } }, /options\.terminal\.write/],
    [{ terminal, args: ['--resume'] }, /--resume/],
    [{ terminal, arg: [] }, /did you mean .?args/],
    [{ terminal, gatewayChatUrl: 'http://example.com:80' }, /options\.gatewayChatUrl/],
  ]) {
    await assert.rejects(createFxTerminal(options), (error) => {
      assert.match(error.message, message)
      assert.ok(error instanceof TypeError || error.code === 'LIBFX_INVALID_ARGUMENT', error.code)
      return true
    })
  }
})

test('every subscription is ended once', async () => {
  const view = new View()
  const terminal = xtermAdapter(view.term)
  const ended = []
  const counted = (name) => (callback) => {
    const end = terminal[name](callback)
    return () => {
      ended.push(name)
      end()
    }
  }
  const adapter = {
    get cols() {
      return view.term.cols
    },
    get rows() {
      return view.term.rows
    },
    write: terminal.write,
    onData: counted('onData'),
    onResize: counted('onResize'),
  }
  const runtime = await createFxTerminal({ terminal: adapter, env: { AI_GATEWAY_API_KEY: KEY } })
  await runtime.interactive
  assert.deepEqual(ended, [])
  runtime.abort()
  runtime.abort()
  await runtime.exited
  assert.deepEqual(ended.sort(), ['onData', 'onResize'])
})

test('a program that ends before its first frame is drawn is not interactive', async () => {
  const view = new View()
  const terminal = { ...xtermAdapter(view.term), drain: () => new Promise(() => {}), cols: 80, rows: 24 }
  const runtime = await createFxTerminal({ terminal, env: { AI_GATEWAY_API_KEY: KEY } })
  runtime.abort()
  await assert.rejects(runtime.interactive, { code: 'LIBFX_TERMINAL_EXITED' })
  assert.equal(await runtime.exited, 130)
})

test('a view that throws does not end the program', async () => {
  const view = new View()
  const terminal = xtermAdapter(view.term)
  let broken = false
  const adapter = {
    cols: 80,
    rows: 24,
    onData: terminal.onData,
    onResize: terminal.onResize,
    write(bytes) {
      if (broken) throw new Error('the view is gone')
      terminal.write(bytes)
    },
  }
  const runtime = await createFxTerminal({ terminal: adapter, env: { AI_GATEWAY_API_KEY: KEY } })
  await runtime.interactive
  broken = true
  runtime.write('/exit\r')
  assert.equal(await runtime.exited, 0)
})

test('a session that another program has changed is gone on with as a new one', async () => {
  const stores = createMemoryStores()
  const { view, say } = await programs.start([answer('One.'), answer('Two.')], stores)
  say('first')
  await view.until('One.')
  const [{ id }] = await until(async () => (await stores.sessionStore.list()).length > 0 && stores.sessionStore.list())
  const { bytes, revision } = await stores.sessionStore.load(id)
  await stores.sessionStore.commit(id, bytes, revision)
  say('second')
  await view.until('Two.')
  await until(async () => (await stores.sessionStore.list()).length === 2)
  await view.until(/another/i)
  const kept = await stores.sessionStore.load(id)
  assert.deepEqual(Buffer.from(kept.bytes), Buffer.from(bytes))
})

test('a damaged session is left as it is, and a new one begun', async () => {
  const stores = createMemoryStores()
  const damaged = new TextEncoder().encode('not a session')
  await stores.sessionStore.commit('abc', damaged, undefined)
  const { view, say } = await programs.start([answer('Hello.')], { ...stores, args: ['--resume', 'abc'] })
  await view.until(/abc|damaged|cannot be read/i)
  say('hello')
  await view.until('Hello.')
  const { bytes } = await stores.sessionStore.load('abc')
  assert.deepEqual(Buffer.from(bytes), Buffer.from(damaged))
})

test('what stores hold, and what events say, has no key in it', async () => {
  const stores = createMemoryStores()
  const { view, say, events } = await programs.start([answer('Hello.')], stores)
  say('hello')
  await view.until('Hello.')
  const [{ id }] = await until(async () => (await stores.sessionStore.list()).length > 0 && stores.sessionStore.list())
  const { bytes } = await stores.sessionStore.load(id)
  assert.ok(!Buffer.from(bytes).includes(KEY))
  assert.ok(!JSON.stringify(events).includes(KEY))
  assert.ok(events.some(({ type }) => type === 'terminal.size'))
})

test('a store that fails costs what it keeps, and nothing else', async () => {
  const fails = async () => {
    throw new Error('the disk is full')
  }
  const { view, say, events } = await programs.start([answer('Hello.')], {
    configStore: { get: fails, set: fails },
    promptHistoryStore: { load: fails, append: fails, clear: fails },
    sessionStore: { load: fails, commit: fails, list: fails, remove: fails },
  })
  say('hello')
  await view.until('Hello.')
  await until(() => ['config.error', 'history.error', 'session.error'].every((type) => events.some((it) => it.type === type)))
})
