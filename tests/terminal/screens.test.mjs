// What is on screen, kept as text in `screens/`: a change of how the program looks shows as a change of these files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemoryStores } from 'libfx/stores'
import { answer, calls, text, toolCall } from '../node/support/gateway.mjs'
import { assertScreen } from './support/golden.mjs'
import { usePrograms } from './support/program.mjs'
import { View } from './support/view.mjs'

const programs = usePrograms()

const MARKDOWN = `# Birds

A *bird* has **feathers**, \`wings\` and ~~teeth~~ a beak; see [the list](https://example.com/birds).

1. Songbirds
   - blackbird
   - robin
2. Owls

> Look up.

\`\`\`js
// counts them
const count = (birds) => birds.length
\`\`\`

| Bird | Weight | Where |
|:-----|-------:|-------|
| Wren | 9 g | hedges |
| Emu 🐦 | 40 kg | 日本 |
`

const FILES = Array.from({ length: 12 }, (_, index) => `file ${index + 1}\n`).join('')

/** A workspace whose shell says what it was asked. */
function workspace(permission) {
  return {
    info: { version: 1, root: '/work', cwd: '/work', home: '/home/user', gitAvailable: false, ephemeral: true },
    permission,
    exec: async ({ command }) => ({ exitCode: 0, stdout: `ran ${command}\n${FILES}`, stderr: '' }),
  }
}

const exec = (command) => calls(toolCall('call_1', 'terminal', { action: 'exec', command }))

for (const backend of ['native', 'wasm']) {
  test(`the first screen and a whole answer (${backend})`, async () => {
    const { view, say } = await programs.start([answer(...MARKDOWN.match(/.{1,7}/gs))], { backend })
    await assertScreen(view, 'welcome')
    say('Tell me of birds')
    await view.until('日本')
    await view.untilGone('answering')
    await assertScreen(view, 'answer')
  })
}

test('a narrow view has room for the program', async () => {
  const view = new View({ cols: 20, rows: 5 })
  const { say } = await programs.start([answer('A short answer with a longer word: Donaudampfschiffahrt.')], { view })
  await assertScreen(view, 'narrow-welcome')
  say('hello there')
  await view.until('schiff')
  await view.untilGone('answering')
  await assertScreen(view, 'narrow-answer')
})

test('help lists the commands and keys', async () => {
  const view = new View({ cols: 100, rows: 46 })
  const { say } = await programs.start([], { view })
  say('/help')
  await view.until('Ctrl-L')
  await assertScreen(view, 'help')
})

test('commands are completed as they are typed', async () => {
  const { view } = await programs.start()
  view.type('/re')
  await view.until('/rename')
  await assertScreen(view, 'completion')
  view.type('\t')
  await view.until(/\/re(sume|name) ?$/m)
})

test('a command of the model is asked for, run, and folded', async () => {
  const replies = [exec('ls -l | wc'), answer('Done.')]
  const { view, say, requests } = await programs.start(replies, { workspace: workspace('prompt') })
  say('How many files?')
  await view.until('ls -l | wc')
  await view.until(/allow/i)
  await assertScreen(view, 'approval')
  view.type('y')
  await view.until('Done.')
  await view.untilGone('answering')
  await assertScreen(view, 'tool-folded')
  view.type('\x0f')
  await view.until('file 12')
  await assertScreen(view, 'tool-unfolded')
  const [first] = await requests()
  assert.deepEqual(
    first.body.tools.map(({ name }) => name),
    ['terminal'],
  )
})

test('a command that is denied does not run, and the model is told', async () => {
  const { view, say, requests } = await programs.start([exec('rm -rf /'), answer('As you wish.')], {
    workspace: { ...workspace('prompt'), exec: () => assert.fail('it ran') },
  })
  say('Clean up')
  await view.until('rm -rf /')
  await view.until(/allow/i)
  view.type('n')
  await view.until('As you wish.')
  const [, second] = await requests()
  assert.match(JSON.stringify(second.body.prompt.at(-1)), /denied|did not allow|refused/i)
})

test('reasoning is counted while it goes on, and folded', async () => {
  const reasoning = (delta) => ({ type: 'reasoning-delta', id: 'r', delta })
  const reply = { parts: [reasoning('First, '), reasoning('second.'), { $delayMs: 300 }, ...answer('Third.').parts] }
  const { view, say } = await programs.start([reply])
  say('Think')
  await view.until(/thinking/i)
  await view.until('Third.')
  await view.untilGone('answering')
  await assertScreen(view, 'reasoning')
})

test('prompts wait while a turn runs, and are shown', async () => {
  const slow = { parts: [text('One'), { $delayMs: 700 }, ...answer('.').parts] }
  const { view, say } = await programs.start([slow, answer('Two.'), answer('Three.')])
  say('first')
  await view.until('One')
  say('second')
  say('third')
  await view.until('queued: third')
  await assertScreen(view, 'queue')
  await view.until('Three.')
  await view.untilGone('queued')
})

test('the models of the catalogue are searched by typing', async () => {
  const models = ['anthropic/claude-sonnet-5', 'moonshotai/kimi-k3', 'openai/gpt-6', 'openai/gpt-6-mini']
  const data = models.map((id) => ({ id, type: 'language', context_window: 200_000, tags: ['tool-use'] }))
  const asked = []
  const fetch = async (url) => {
    asked.push(String(url))
    return Response.json({ data })
  }
  const { view, say } = await programs.start([], { fetch, gatewayChatUrl: undefined })
  say('/models')
  await view.until('openai/gpt-6-mini')
  await assertScreen(view, 'models')
  view.type('gpt mini')
  await view.untilGone('anthropic')
  view.type('\r')
  await view.until('The model is openai/gpt-6-mini')
  assert.ok(asked.every((url) => url.startsWith('https://ai-gateway.vercel.sh/')))
})

test('sessions are listed by their names, and taken up', async () => {
  const stores = createMemoryStores()
  const first = await programs.start([answer('Remember: milk.')], stores)
  first.say('What do I need?')
  await first.view.until('Remember: milk.')
  await first.view.untilGone('answering')
  first.say('/rename Shopping')
  await first.view.until('The session is called Shopping')
  first.say('/exit')
  assert.equal(await first.runtime.exited, 0)

  const { view, say } = await programs.start([], stores)
  say('/resume')
  await view.until('Shopping')
  await assertScreen(view, 'sessions')
  view.type('\r')
  await view.until('Remember: milk.')
})

test('without colours, nothing on screen has one', async () => {
  const { view, say } = await programs.start([answer(MARKDOWN)], { env: { NO_COLOR: '1' } })
  say('Tell me of birds')
  await view.until('日本')
  for (let row = 0; row < view.term.rows; row += 1) {
    for (let col = 0; col < view.term.cols; col += 1) {
      const cell = view.cell(row, col)
      assert.ok(cell.isFgDefault() && cell.isBgDefault(), `row ${row}, column ${col} has a colour`)
    }
  }
})
