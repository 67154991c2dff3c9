// Clients of the official SDK, each connected to a server that runs as a process of its own, and closed after the test.

import { afterEach } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { environment, program, startServer } from '../../servers/support/server.mjs'

const node = (file, ...args) => [process.execPath, fileURLToPath(file), ...args]
const python = (name, ...args) => [program(name, 'mcp'), ...args]
const packaged = (file) => import.meta.resolve(`@modelcontextprotocol/${file}`)
const ours = (file) => new URL(`../servers/${file}`, import.meta.url)

/** The reference server, by how it is reached. */
export const everything = {
  stdio: () => overStdio(node(packaged('server-everything/dist/index.js'), 'stdio')),
  'streamable HTTP': () => overHttp((port) => node(ours('everything-http.mjs'), port)),
}

/** The server of paged.py, by how it is reached. */
export const paged = {
  stdio: () => overStdio(python('python', fileURLToPath(ours('paged.py')))),
  'streamable HTTP': () => overHttp((port) => python('python', fileURLToPath(ours('paged.py')), port)),
}

/** The reference server for files, allowed one folder. */
export function filesystem(folder) {
  return overStdio(node(packaged('server-filesystem/dist/index.js'), folder))
}

/** The reference server that remembers a graph in a file. */
export function memory(file) {
  return overStdio(node(packaged('server-memory/dist/index.js')), { MEMORY_FILE_PATH: file })
}

/** The Python server for Git repositories. */
export function git() {
  return overStdio(python('mcp-server-git'))
}

/** The Python server that knows the time. */
export function time() {
  return overStdio(python('mcp-server-time', '--local-timezone', 'Etc/UTC'))
}

const closing = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** Both ways to connect return the `client`, and `kill()`, which ends the server without a word. */
async function overStdio([command, ...args], variables) {
  const transport = new StdioClientTransport({ command, args, env: environment(variables), stderr: 'ignore' })
  const client = await connected(transport)
  return { client, kill: async () => process.kill(transport.pid, 'SIGKILL') }
}

async function overHttp(command) {
  const { url, kill } = await startServer({ command })
  closing.push(kill)
  const client = await connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
  return { client, kill }
}

async function connected(transport) {
  const client = new Client({ name: 'libfx-tests', version: '1.0.0' })
  await client.connect(transport)
  closing.push(() => client.close())
  return client
}
