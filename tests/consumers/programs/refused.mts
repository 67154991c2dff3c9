// What must not compile.
import { FxError, createFxAgent } from 'libfx'
import type { Agent, HostTool, PromptInput, StopReason, Turn, TurnEvent, TurnResult } from 'libfx'

declare const agent: Agent
declare const turn: Turn

// @ts-expect-error the key is required
createFxAgent({})
// @ts-expect-error unknown options are refused
createFxAgent({ apiKey: 'k', env: {} })
// @ts-expect-error a backend is one of three
createFxAgent({ apiKey: 'k', backend: 'gpu' })
// @ts-expect-error true is no addon
createFxAgent({ apiKey: 'k', nativeAddon: true })
// @ts-expect-error a checkpoint is bytes
createFxAgent({ apiKey: 'k', checkpoint: 'text' })
// @ts-expect-error images are not supported in prompts
agent.prompt([{ type: 'image', data: '' }])
// @ts-expect-error a resource has a URI
agent.prompt([{ type: 'resource', resource: { text: 'a' } }])
// @ts-expect-error a signal, not a controller
agent.prompt('a', { signal: new AbortController() })
// @ts-expect-error a turn is not a promise of a result
const result: Promise<TurnResult> = turn
// @ts-expect-error the result cannot be replaced
turn.result = result
// @ts-expect-error a delta is not in every event
const delta: (event: TurnEvent) => string = (event) => event.delta
// @ts-expect-error not a reason
const reason: StopReason = 'finished'
// @ts-expect-error errors are made by the package
new FxError('mine')
// @ts-expect-error a result is JSON
const odd: HostTool = { name: 'a', description: '', inputSchema: {}, execute: () => 1n }
// @ts-expect-error blocks or a text
const input: PromptInput = [1]
// @ts-expect-error agents have no sessions
agent.createSession()

export { delta, input, odd, reason }
