// CommonJS in the syntax of ES modules.
import * as libfx from 'libfx'
import { createFxAgent, type Agent, type HostTool } from 'libfx/node'

export { FxError } from 'libfx'
export type { TurnEvent } from 'libfx'

const tool: HostTool = { name: 'a', description: '', inputSchema: {}, execute: () => 1 }
export const agent: Promise<Agent> = createFxAgent({ apiKey: 'k', tools: [tool] })
export const same: typeof libfx.createFxAgent = createFxAgent
