// A module of a library that stands on this one: an ES module or CommonJS, as its project says.
import { createFxAgent, FxError, type Agent, type AgentOptions } from 'libfx'

export { FxError, listModels } from 'libfx'
export type { HostTool, TurnEvent } from 'libfx'
export type * as Types from 'libfx'

export class Assistant {
  readonly #agent: Promise<Agent>

  constructor(options: Omit<AgentOptions, 'instructions'>) {
    this.#agent = createFxAgent({ ...options, instructions: 'Be brief.' })
  }

  async answer(question: string): Promise<string> {
    let text = ''
    const agent = await this.#agent
    for await (const event of agent.prompt(question)) if (event.type === 'text_delta') text += event.delta
    return text
  }
}

export const isMine = (error: unknown): error is FxError => error instanceof FxError
