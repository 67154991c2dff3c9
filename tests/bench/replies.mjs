// The replies the server sends, as bytes made once: both protocols carry the same text.

export const DELTAS = 20_000
export const LONG_TEXT_LENGTH = DELTAS * 8

const deltas = Array.from({ length: DELTAS }, (_, index) => `w${String(index).padStart(6, '0')} `)

const protocols = {
  '/v4/ai/language-model': {
    start: [
      { type: 'stream-start', warnings: [] },
      { type: 'response-metadata', id: 'gen_1', modelId: 'bench/model' },
      { type: 'text-start', id: '0' },
    ],
    delta: (delta) => ({ type: 'text-delta', id: '0', delta }),
    end: [
      { type: 'text-end', id: '0' },
      {
        type: 'finish',
        finishReason: { unified: 'stop', raw: 'stop' },
        usage: {
          inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 20, text: 20, reasoning: 0 },
        },
      },
    ],
  },
  '/v1/chat/completions': {
    start: [completion([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])],
    delta: (content) => completion([{ index: 0, delta: { content }, finish_reason: null }]),
    end: [
      completion([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      { ...completion([]), usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 } },
    ],
  },
}

function completion(choices) {
  return { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench/model', choices }
}

/** The writes of a response by path: `burst` is one write, `chunked` one a delta, `short` one with a single delta. */
export function repliesOf(mode) {
  return new Map(
    Object.entries(protocols).map(([path, protocol]) => {
      const texts = mode === 'short' ? deltas.slice(0, 1) : deltas
      const events = [...protocol.start, ...texts.map(protocol.delta), ...protocol.end].map(serverSentEvent)
      events.push('data: [DONE]\n\n')
      const chunks = mode === 'chunked' ? events : pieces(events.join(''), 64 * 1024)
      const writes = [head, ...chunks.map(httpChunk), '0\r\n\r\n'].map((text) => Buffer.from(text))
      return [path, mode === 'chunked' ? writes : [Buffer.concat(writes)]]
    }),
  )
}

const head =
  'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncache-control: no-cache\r\ntransfer-encoding: chunked\r\n\r\n'

function serverSentEvent(value) {
  return `data: ${JSON.stringify(value)}\n\n`
}

/** All text is ASCII, so its length is its size. */
function httpChunk(text) {
  return `${text.length.toString(16)}\r\n${text}\r\n`
}

function pieces(text, size) {
  const count = Math.ceil(text.length / size)
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size))
}
