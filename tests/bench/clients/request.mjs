// The request both floors send: what a client of the language-model protocol has to.

const body = JSON.stringify({
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
  toolChoice: { type: 'auto' },
})

const headers = {
  authorization: 'Bearer bench',
  'content-type': 'application/json',
  'ai-gateway-protocol-version': '0.0.1',
  'ai-language-model-specification-version': '4',
  'ai-language-model-id': 'bench/model',
  'ai-language-model-streaming': 'true',
}

export function request(origin) {
  return fetch(`${origin}/v4/ai/language-model`, { method: 'POST', headers, body })
}
