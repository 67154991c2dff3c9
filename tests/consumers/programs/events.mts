// Reading a turn: events are told apart by their type, and what they hold follows from it.
import { createFxAgent } from 'libfx'
import type { Agent, StopReason, TextDelta, Turn, TurnEvent, TurnResult, Usage } from 'libfx'

const agent: Agent = await createFxAgent({ apiKey: 'k', model: 'creator/model', instructions: ['a', 'b'] })
const turn: Turn = agent.prompt('hello', { signal: AbortSignal.timeout(1_000) })

for await (const event of turn) {
  switch (event.type) {
    case 'text_delta':
    case 'reasoning_delta': {
      const delta: string = event.delta
      process.stdout.write(delta)
      break
    }
    case 'tool_start':
      console.log(event.id, event.name, event.input)
      break
    case 'tool_end': {
      const content: string | undefined = event.content
      const failed: boolean = event.isError
      console.log(content, failed)
      break
    }
    default: {
      const never: never = event
      throw new Error(String(never))
    }
  }
}

const result: TurnResult = await turn.result
const usage: Usage = result.usage
const tokens: number | undefined = usage.inputTokens
const reasons: Record<StopReason, string> = {
  end_turn: '',
  max_output_tokens: '',
  max_model_turns: '',
  refused: '',
  cancelled: '',
}
console.log(tokens, reasons[result.stopReason])

const bytes: Uint8Array = await agent.checkpoint()
await createFxAgent({ apiKey: 'k', checkpoint: bytes })
await createFxAgent({ apiKey: 'k', checkpoint: bytes.slice().buffer })
await createFxAgent({ apiKey: 'k', checkpoint: new DataView(new ArrayBuffer(8)) })
const closed: void = await agent.close()
console.log(closed)

function textOf(events: TurnEvent[]): string {
  const isText = (event: TurnEvent): event is TextDelta => event.type === 'text_delta'
  return events
    .filter(isText)
    .map((event) => event.delta)
    .join('')
}
console.log(textOf([]))

agent.prompt([
  { type: 'text', text: 'a' },
  { type: 'resource', resource: { uri: 'file:///a', text: 'b' } },
  { type: 'resource', resource: { uri: 'file:///a' } },
  { type: 'resource', uri: 'file:///a', text: 'b' },
])

turn.cancel()
