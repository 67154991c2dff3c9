// The catalogue of models: listing it, and what an agent makes of it. The public Gateway's addresses are answered by the
// application's own `fetch`.

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createFxAgent, listModels } from 'libfx'
import { answer, calls, startGateway, toolCall } from './support/gateway.mjs'

const KEY = 'secret-key-of-the-test'
const CATALOGUE = 'https://ai-gateway.vercel.sh/coding-agent/v1/models'

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

const json = (value, init) => new Response(JSON.stringify(value), init)
const listing = (answer) => listModels({ apiKey: KEY, fetch: async () => answer })

test('models are listed with one request, each once, sorted by code unit', async () => {
  const seen = []
  const fetch = async (url, init) => {
    seen.push([url, init.headers.authorization])
    return json({ data: [{ id: 'b' }, { id: 'a', type: 'language' }, { id: 'b' }, { id: 'c', type: 'image' }, { id: 7 }] })
  }
  assert.deepEqual(await listModels({ apiKey: KEY, fetch }), ['a', 'b'])
  assert.deepEqual(seen, [[CATALOGUE, `Bearer ${KEY}`]])
})

test('bad options are refused by name', async () => {
  await assert.rejects(listModels(), /^TypeError: options: expected an object, got undefined$/)
  await assert.rejects(listModels({}), /^TypeError: options\.apiKey: required, expected a string$/)
  await assert.rejects(listModels({ apiKey: '' }), /^TypeError: options\.apiKey: expected a non-empty string$/)
  await assert.rejects(listModels({ apiKey: 'k'.repeat(65537) }), RangeError)
  await assert.rejects(listModels({ apiKey: 'k', model: 'm' }), /^TypeError: options\.model: unknown property/)
  await assert.rejects(listModels({ apiKey: 'k', fetch: 1 }), /^TypeError: options\.fetch: expected a function, got a number$/)
})

test('a refusal is an error with its status, a strange answer a TypeError, a large one a RangeError', async () => {
  await assert.rejects(listing(json({}, { status: 401 })), { code: 'LIBFX_GATEWAY_HTTP', status: 401 })
  await assert.rejects(listing(new Response('<html>')), TypeError)
  await assert.rejects(listing(json({ data: 3 })), { code: 'LIBFX_CATALOGUE_INVALID' })
  await assert.rejects(listing(json({ data: Array(10_001).fill({}) })), RangeError)
  await assert.rejects(listing(json([], { headers: { 'content-length': String(4 * 1024 * 1024 + 1) } })), RangeError)
})

test('a catalogue is not read beyond its limit', async () => {
  let chunks = 0
  const endless = new ReadableStream({
    pull(controller) {
      chunks += 1
      controller.enqueue(new Uint8Array(64 * 1024))
    },
  })
  await assert.rejects(listing(new Response(endless)), { code: 'LIBFX_LIMIT_EXCEEDED' })
  assert.ok(chunks < 80, `${chunks} chunks were read`)
})

test('a catalogue that stops in the middle is ended by the application that fetches it', async () => {
  const mine = new AbortController()
  const fetch = async () => {
    const half = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"data": [{"id": "a"'))
        mine.signal.addEventListener('abort', () => controller.error(new Error('given up')))
      },
    })
    setTimeout(() => mine.abort(), 20)
    return new Response(half)
  }
  await assert.rejects(listModels({ apiKey: KEY, fetch }), { code: 'LIBFX_TRANSPORT', message: /given up/ })
})

test('a failed request is told without the key', async () => {
  const fetch = async () => {
    throw new Error(`no route for Bearer ${KEY}`)
  }
  await assert.rejects(listModels({ apiKey: KEY, fetch }), (error) => {
    assert.equal(error.code, 'LIBFX_TRANSPORT')
    assert.doesNotMatch(JSON.stringify([error.message, String(error.cause), error.stack]), new RegExp(KEY))
    return true
  })
})

/** An agent whose public Gateway is played by a session, with this answer for the catalogue. */
async function agentWithCatalogue(replies, catalogue, options = {}) {
  const session = await gateway.session(replies)
  const asked = []
  const events = []
  const fetch = async (url, init) => {
    if (url !== CATALOGUE) return globalThis.fetch(session.url, init)
    asked.push(url)
    return catalogue()
  }
  const agent = await createFxAgent({
    apiKey: KEY,
    model: 'test/model',
    fetch,
    onEvent: (event) => events.push(event),
    ...options,
  })
  return { agent, session, asked, events }
}

async function say(agent, input) {
  for await (const _ of agent.prompt(input));
}

test('the catalogue is read once, beside the first prompt and not at creation', async () => {
  const { agent, asked } = await agentWithCatalogue([answer('a'), answer('b')], () => json({ data: [] }))
  assert.deepEqual(asked, [])
  await say(agent, 'one')
  await say(agent, 'two')
  assert.deepEqual(asked, [CATALOGUE])
})

test('a catalogue that never comes delays nothing, and a bad one is a diagnostic', async () => {
  const silent = await agentWithCatalogue([answer('a')], () => new Promise(() => {}))
  await say(silent.agent, 'one')

  const bad = await agentWithCatalogue([answer('a'), answer('b')], () => json({ data: 1 }))
  await say(bad.agent, 'one')
  await say(bad.agent, 'two')
  assert.equal(bad.events.filter(({ type }) => type === 'catalogue.error').length, 1)
})

test('with a local address nothing is asked of the public Gateway', async () => {
  const session = await gateway.session([answer('a')])
  const urls = []
  const fetch = (url, init) => {
    urls.push(url)
    return globalThis.fetch(url, init)
  }
  const agent = await createFxAgent({ apiKey: KEY, gatewayChatUrl: session.url, fetch })
  await say(agent, 'one')
  assert.deepEqual(urls, [session.url])
})

test('the oldest turns are left out of a request that would not fit, and never out of a checkpoint', async () => {
  const catalogue = () => json({ data: [{ id: 'test/model', context_window: 4000 }] })
  const replies = ['a', 'b', 'c'].map((word) => answer(word))
  const { agent, session, events } = await agentWithCatalogue(replies, catalogue)
  const long = (letter) => letter.repeat(4000)
  await say(agent, long('x'))
  await say(agent, long('y'))
  await say(agent, long('z'))
  const sent = (await session.requests()).map(({ body }) => JSON.stringify(body.prompt))
  assert.ok(sent[1].includes(long('x')) && sent[1].includes(long('y')))
  assert.ok(!sent[2].includes(long('x')) && sent[2].includes(long('y')) && sent[2].includes(long('z')))
  assert.deepEqual(
    events.filter(({ type }) => type === 'history.trimmed').map(({ turns }) => turns),
    [1],
  )
  assert.ok(Buffer.from(await agent.checkpoint()).includes(long('x')))
})

test('a model that does not take images is told that there were some', async () => {
  const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }
  const look = {
    name: 'look',
    description: 'looks',
    inputSchema: { type: 'object' },
    execute: () => ({ type: 'libfx.tool-result', text: 'a cat', images: [image] }),
  }
  const output = async (tags) => {
    const catalogue = () => json({ data: [{ id: 'test/model', tags }] })
    const replies = [answer('hi'), calls(toolCall('c', 'look')), answer('ok')]
    const { agent, session } = await agentWithCatalogue(replies, catalogue, { tools: [look] })
    await say(agent, 'hello')
    await say(agent, 'look')
    const { body } = (await session.requests())[2]
    return body.prompt.at(-1).content[0].output
  }
  assert.equal((await output(['vision'])).type, 'content')
  assert.deepEqual(await output(['tool-use']), {
    type: 'text',
    value: 'a cat\n\n[An image was left out, since this model does not take images: image/png]',
  })
})
