// The tools of a scenario: what they do, and what is observed of them.
import { perform, successive } from './behaviour.mjs'

export class Tools {
  /** Executions, and calls of MCP clients, in the order they began. */
  calls = []
  /** Is told the name of each tool that begins, and of each method of a client: `client.method`. */
  onBegin = () => {}

  /** The function of a tool; a list of behaviours is for successive calls. */
  behave(behaviours) {
    const tools = this
    const next = successive(behaviours)
    return function execute(input, { signal, toolCallId }) {
      const call = { tool: this.name, input, toolCallId, aborted: false }
      tools.calls.push(call)
      tools.onBegin(this.name)
      return perform(next(), call, input, signal, tools)
    }
  }

  /** Tools of the shorthand, as options. */
  writtenOut(tools) {
    return Object.entries(tools).map(([name, behaviour]) => ({
      name,
      description: '',
      inputSchema: { type: 'object', properties: {} },
      execute: this.behave(behaviour),
    }))
  }
}
