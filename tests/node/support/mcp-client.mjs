// An MCP client that answers as the test says, and remembers how it was called.

export class ScriptedClient {
  /** `[method, …arguments]` of every call, in order. */
  calls = []
  #tools
  #answer

  /** A client of a server with `tools`, each of whose calls `answer(params, options)` answers. */
  constructor(tools, answer = () => said('done')) {
    this.#tools = tools.map((tool) => (typeof tool === 'string' ? { name: tool, inputSchema: { type: 'object' } } : tool))
    this.#answer = answer
  }

  async listTools(...args) {
    this.calls.push(['listTools', ...args])
    return { tools: this.#tools }
  }

  async callTool(...args) {
    this.calls.push(['callTool', ...args])
    const [params, , options] = args
    return this.#answer(params, options)
  }

  async close() {
    this.calls.push(['close'])
  }

  /** The arguments of every call of one method. */
  callsOf(method) {
    return this.calls.filter(([name]) => name === method).map(([, ...args]) => args)
  }
}

/** A result of one text. */
export function said(text) {
  return { content: [{ type: 'text', text }] }
}
