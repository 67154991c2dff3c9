// The scripted Gateway as a child process, and its control API.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export class Gateway {
  /** Its origin. */
  address
  #process

  /** Starts the binary, which serves `files`: folders by their names. It ends when this process does, because its input does. */
  static async start(binary, files = {}) {
    const mounts = Object.entries(files).flatMap(([name, folder]) => ['--files', `${name}=${folder}`])
    const child = spawn(binary, mounts, { stdio: ['pipe', 'pipe', 'inherit'] })
    const failed = new Promise((_, reject) => child.once('error', reject))
    const lines = createInterface({ input: child.stdout })
    const [line] = await Promise.race([new Promise((resolve) => lines.once('line', (line) => resolve([line]))), failed])
    return new Gateway(child, JSON.parse(line).address)
  }

  constructor(child, address) {
    this.#process = child
    this.address = address
  }

  /** The address of a file of a folder that it serves. */
  fileUrl(name, file) {
    return `${this.address}/__gateway/files/${name}/${file}`
  }

  /** Opens a session: `{ id, url }`. */
  open(script) {
    return this.#request('POST', 'sessions', script)
  }

  /** What does not hold of the scenario: a list of texts. */
  async judge(session, scenario, observed) {
    const verdict = await this.#request('POST', `sessions/${session.id}/verdict`, { scenario, observed })
    await this.#request('DELETE', `sessions/${session.id}`)
    return verdict.failures
  }

  stop() {
    this.#process.stdin.end()
  }

  async #request(method, path, body) {
    const response = await fetch(`${this.address}/__gateway/${path}`, { method, body: body && JSON.stringify(body) })
    const json = await response.json()
    if (!response.ok) throw new Error(`the gateway refused ${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }
}
