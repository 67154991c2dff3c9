// The reference server *everything*: what an adapter makes of its tools, its answers, its resources and its prompts.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMcpAdapter } from 'libfx/mcp'
import { BACKENDS, imagesIn, toolCall, turnWith } from './support/agents.mjs'
import { everything } from './support/connections.mjs'

const GZIP = { name: 'a.gz', data: 'data:text/plain,hello' }
const GZIPPED = 'demo://resource/session/a.gz'
const OMITTED = `[A resource was omitted, since it is neither a text nor an image: ${GZIPPED}, application/gzip]`

/** What the model reads of a call, by the tool and its arguments. */
const ANSWERS = [
  ['echo', { message: 'grüezi 😀' }, 'Echo: grüezi 😀'],
  ['get-sum', { a: 2, b: 3 }, 'The sum of 2 and 3 is 5.'],
  // The text says the same as the structured content: once is enough.
  ['get-structured-content', { location: 'Chicago' }, /^\{"temperature":\d+,"conditions":"[^"]+","humidity":\d+\}$/],
  ['get-resource-links', { count: 2 }, /\nBlob Resource 1: demo:\/\/resource\/dynamic\/blob\/1\nText Resource 2: demo:/],
  ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }, /\nResource 1: This is a plaintext resource/],
  ['get-resource-reference', { resourceType: 'Blob', resourceId: 1 }, /\n\[A resource was omitted, [^\n]*blob\/1, text\/plain\]/],
  ['gzip-file-as-resource', { ...GZIP, outputType: 'resourceLink' }, `a.gz: ${GZIPPED}`],
  ['gzip-file-as-resource', { ...GZIP, outputType: 'resource' }, OMITTED],
  ['get-annotated-message', { messageType: 'error', includeImage: true }, /^Error: Operation failed/],
  ['get-tiny-image', {}, /^Here's the image you requested:\nThe image above is the MCP logo\./],
]

for (const backend of BACKENDS) {
  for (const [transport, connect] of Object.entries(everything)) {
    const title = `${backend}, ${transport}`
    const adapterOf = async (options) => {
      const { client } = await connect()
      return { client, adapter: await createMcpAdapter(client, { backend, ...options }) }
    }

    test(`${title}: tools keep what the server says of them, and get the prefix`, async () => {
      const { client, adapter } = await adapterOf({ prefix: 'every_' })
      const { tools: listed } = await client.listTools()
      assert.ok(listed.length > 10)
      assert.deepEqual(
        adapter.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
        listed.map(({ name, description, inputSchema }) => ({ name: `every_${name}`, description, inputSchema })),
      )
    })

    test(`${title}: every kind of content reaches the model`, async () => {
      const { adapter } = await adapterOf()
      const made = ANSWERS.map(([name, input], at) => toolCall(`c${at}`, name, input))
      const { stopReason, results, requests } = await turnWith(adapter, ...made)
      assert.equal(stopReason, 'end_turn')
      for (const [at, [name, , expected]] of ANSWERS.entries()) {
        const { isError, content } = results[`c${at}`]
        assert.equal(isError, false, name)
        if (typeof expected === 'string') assert.equal(content, expected, name)
        else assert.match(content, expected, name)
      }
      assert.equal(imagesIn(requests[1]), 2)
    })

    test(`${title}: what the server refuses is a failed result, and the turn goes on`, async () => {
      const { adapter } = await adapterOf()
      const wrong = toolCall('wrong', 'get-sum', { a: 'two', b: 3 })
      // The SDK wants another method for this tool, which answers when its task is done.
      const task = toolCall('task', 'simulate-research-query', { topic: 'moss' })
      const { stopReason, results } = await turnWith(adapter, wrong, task)
      assert.equal(stopReason, 'end_turn')
      assert.deepEqual([results.wrong.isError, results.task.isError], [true, true])
      assert.match(results.wrong.content, /Invalid arguments for tool get-sum: Invalid input: expected number/)
      assert.match(results.task.content, /requires task-based execution/)
    })

    test(`${title}: resources and prompts are read into the instructions`, async () => {
      const uri = 'demo://resource/static/document/features.md'
      const prompts = ['simple-prompt', { name: 'args-prompt', arguments: { city: 'Bern' } }]
      const { client, adapter } = await adapterOf({ resources: [uri], prompts })
      const { contents } = await client.readResource({ uri })
      const blocks = [
        `<resource uri="${uri}">\n${contents[0].text}\n</resource>`,
        '<prompt name="simple-prompt">\nThis is a simple prompt without arguments.\n</prompt>',
        `<prompt name="args-prompt">\nWhat's weather in Bern?\n</prompt>`,
      ]
      assert.equal(adapter.instructions, blocks.join('\n\n'))
      const { requests } = await turnWith(adapter, toolCall('c1', 'echo', { message: 'a' }))
      assert.equal(requests[0].body.prompt[0].content, adapter.instructions)
    })

    test(`${title}: a resource that the server does not have is an error of the adapter`, async () => {
      await assert.rejects(adapterOf({ resources: ['demo://nowhere'] }), (error) => {
        assert.equal(error.code, 'LIBFX_MCP_FAILED')
        assert.match(error.message, /^client\.readResource\("demo:\/\/nowhere"\) failed: .* not found$/)
        return true
      })
    })

    test(`${title}: closing the adapter closes the client`, async () => {
      const { client, adapter } = await adapterOf()
      await adapter.close()
      await assert.rejects(client.ping())
    })
  }
}
