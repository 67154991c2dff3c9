// LiteLLM's proxy: chat completions in its own dialect, translated from the upstream's protocol.

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { KEY } from './agent.mjs'
import { environment, program, startServer } from './server.mjs'

/** Starts it in front of an aimock: the models `openai` and `claude` speak those protocols to it, `mock` answers by itself. */
export async function startLitellm(upstream) {
  const home = await mkdtemp(path.join(tmpdir(), 'libfx-litellm-'))
  const removeHome = () => rm(home, { recursive: true, force: true })
  const config = path.join(home, 'config.json')
  await writeFile(config, JSON.stringify(configuration(upstream)))
  try {
    const { url, stop } = await startServer({
      command: (port) => [program('litellm', 'litellm'), '--config', config, '--host', '127.0.0.1', '--port', port],
      env: environment({ HOME: home, LITELLM_MASTER_KEY: KEY, LITELLM_LOCAL_MODEL_COST_MAP: 'True' }),
      isReady: async (url) => (await fetch(`${url}/health/liveliness`)).ok,
    })
    return { chatUrl: `${url}/v1/chat/completions`, stop: () => stop().finally(removeHome) }
  } catch (error) {
    await removeHome()
    throw error
  }
}

function configuration(upstream) {
  const model = (name, parameters) => ({ model_name: name, litellm_params: { api_key: 'none', ...parameters } })
  return {
    model_list: [
      model('openai', { model: 'openai/gpt-4o', api_base: `${upstream}/v1` }),
      model('claude', { model: 'anthropic/claude-sonnet-4-5', api_base: upstream }),
      model('mock', { model: 'openai/gpt-4o', mock_response: 'An answer without a model.' }),
    ],
    // Retries are the agent's business here.
    litellm_settings: { num_retries: 0 },
    router_settings: { num_retries: 0, disable_cooldowns: true },
  }
}
