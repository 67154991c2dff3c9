// Conversations that move between a page and a server.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFxAgent } from 'libfx'
import { answer, calls, toolCall } from '../node/support/gateway.mjs'
import { useSite } from './support/site.mjs'

const site = useSite()

const SCRIPT = [calls(toolCall('1', 'add', { a: 1, b: 2 })), answer('It is 3. ☃'), answer('As I said: 3.')]
const IN_PAGE = '/__gateway/files/package/browser.js'

/** Holds a conversation and saves it, in Node or in a page. Returns the bytes as a list. */
async function talk([entry, gatewayChatUrl]) {
  const { createFxAgent } = await import(entry)
  const add = { name: 'add', description: 'Adds.', inputSchema: {}, execute: ({ a, b }) => a + b }
  const agent = await createFxAgent({ apiKey: 'k', gatewayChatUrl, tools: [add] })
  for (const prompt of ['What is 1 + 2?', [{ type: 'text', text: 'Again?' }]]) for await (const _ of agent.prompt(prompt));
  return Array.from(await agent.checkpoint())
}

test('a page saves a conversation in the same bytes as Node does on the native addon', async () => {
  const inNode = await talk(['libfx', (await site.session(SCRIPT)).url])
  const page = await site.open()
  assert.deepEqual(await page.evaluate(talk, [IN_PAGE, (await site.session(SCRIPT)).url]), inNode)
})

test('Node goes on with a conversation that a page has saved', async () => {
  const page = await site.open()
  const saved = await page.evaluate(talk, [IN_PAGE, (await site.session(SCRIPT)).url])
  const session = await site.session([answer('on')])
  const options = { apiKey: 'k', backend: 'native', gatewayChatUrl: session.url }
  const agent = await createFxAgent({ ...options, checkpoint: Uint8Array.from(saved) })
  for await (const _ of agent.prompt('And now?'));
  await agent.close()
  const [{ body }] = await session.requests()
  assert.deepEqual(rolesOf(body), ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user'])
})

test('a page goes on with a conversation that Node has saved', async () => {
  const saved = await talk(['libfx', (await site.session(SCRIPT)).url])
  const session = await site.session([answer('on in a page')])
  const page = await site.open()
  const said = await page.evaluate(
    async ([url, saved]) => ask(await create(url, { checkpoint: Uint8Array.from(saved) })),
    [session.url, saved],
  )
  assert.equal(said, 'on in a page')
  const [{ body }] = await session.requests()
  assert.deepEqual(rolesOf(body), ['user', 'assistant', 'tool', 'assistant', 'user', 'assistant', 'user'])
})

function rolesOf({ prompt }) {
  return prompt.map(({ role }) => role)
}
