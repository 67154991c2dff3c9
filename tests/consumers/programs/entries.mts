// The same things, from whatever entry fits the place.
import { createFxAgent, supportsJspi, type Agent, type Turn } from 'libfx'
import * as browser from 'libfx/browser'
import { getBackendInfo, type BackendInfo } from 'libfx/node'
import * as wasm from 'libfx/wasm'

const makers: Array<typeof createFxAgent> = [createFxAgent, browser.createFxAgent, wasm.createFxAgent]
const agents: Agent[] = await Promise.all(makers.map((create) => create({ apiKey: 'k' })))
const turns: Array<Turn | browser.Turn | wasm.Turn> = agents.map((agent) => agent.prompt('a'))
console.log(turns.length, supportsJspi() === browser.supportsJspi())

const info: BackendInfo = await getBackendInfo({ surface: 'agent', backend: 'wasm' })
for (const { backend, reason } of info.attempts) console.log(backend, reason?.code, reason?.causeCode)

// @ts-expect-error tells of backends that browsers do not have
console.log(browser.getBackendInfo)
