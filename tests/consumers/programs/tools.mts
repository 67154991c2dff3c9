// Tools: object literals, classes, and every form of result.
import { createFxAgent } from 'libfx/node'
import type {
  AgentOptions,
  DiagnosticEvent,
  HostTool,
  JsonValue,
  MaybePromise,
  RichToolResult,
  ToolContext,
  ToolOutput,
} from 'libfx/node'

class Clock implements HostTool {
  readonly name = 'clock'
  readonly description = 'The time'
  readonly inputSchema = { type: 'object' }
  #zone = 'UTC'

  async execute(_input: unknown, { signal, toolCallId }: ToolContext): Promise<string> {
    signal.throwIfAborted()
    return `${toolCallId} ${this.#zone}`
  }
}

const picture: RichToolResult = {
  type: 'libfx.tool-result',
  text: 'a picture',
  images: [{ type: 'image', mimeType: 'image/png', data: '' }],
  isError: false,
}

const results: Array<() => MaybePromise<ToolOutput>> = [
  () => 'text',
  () => 1,
  () => null,
  () => undefined,
  () => ({ a: [1, { b: true }] }),
  () => picture,
  async () => picture,
  async () => undefined,
]

const tools: HostTool[] = results.map((execute, at) => ({
  name: `tool_${at}`,
  description: '',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
  execute,
}))

function isRecord(value: unknown): value is Record<string, JsonValue> {
  return typeof value === 'object' && value !== null
}

const options: AgentOptions = {
  apiKey: 'k',
  tools: [
    ...tools,
    new Clock(),
    {
      name: 'validates',
      description: '',
      inputSchema: {},
      execute(input) {
        if (!isRecord(input)) throw new TypeError('expected an object')
        return input
      },
    },
    {
      name: 'trusts_its_schema',
      description: '',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      execute: ({ city }: { city: string }) => city.length,
    },
  ],
  fetch,
  onEvent(event: DiagnosticEvent) {
    const attempt: unknown = event['attempt']
    console.log(event.type, event.timestamp.toFixed(), attempt)
  },
  gatewayChatUrl: 'http://localhost:1/v1/chat/completions',
  backend: 'native',
  nativeAddon: new URL('file:///addon.node'),
}
await createFxAgent(options)
await createFxAgent({ apiKey: 'k', nativeAddon: false, fetch: async (url, init) => fetch(url, init) })
