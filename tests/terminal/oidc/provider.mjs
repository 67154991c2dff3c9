// An OpenID Connect provider (npm `oidc-provider`) on this machine, with what a login needs: the device grant, refresh tokens
// that are good for one time, and revocation.

import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const HOST = '127.0.0.1'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** The program that users log in to. */
export const CLIENT_ID = 'libfx-terminal'

/** Who asks the provider about tokens: `isAlive` does. */
const INSPECTOR = { id: 'inspector', secret: 'of-the-inspector' }

/** What is secret in its answers. */
const SECRETS = ['device_code', 'access_token', 'refresh_token', 'id_token']

const CONFIGURATION = {
  clients: [
    {
      client_id: CLIENT_ID,
      client_name: 'libfx',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: [DEVICE_GRANT, 'refresh_token'],
      response_types: [],
      redirect_uris: [],
    },
    {
      client_id: INSPECTOR.id,
      client_secret: INSPECTOR.secret,
      grant_types: [],
      response_types: [],
      redirect_uris: [],
    },
  ],
  cookies: { keys: ['the-cookies-of-tests'] },
  features: {
    deviceFlow: { enabled: true },
    devInteractions: { enabled: true },
    introspection: { enabled: true, allowedPolicy: () => true },
    revocation: { enabled: true },
  },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  rotateRefreshToken: true,
}

/**
 * Starts it. It can be told, at any time:
 * - `lifetimes`: how long what it gives from now on is good for, in seconds.
 * - `refusals`: the errors with which it refuses the next requests for tokens, in turn.
 * - `isDown`: whether it is out of order.
 *
 * It tells what it was asked, `requests` of a path, and what it has `given` that nobody else may know. `isAlive(token)` asks it
 * whether a token works, `revoke(token)` ends the session it is of.
 */
export async function startProvider() {
  // Longer than any pause between requests, so that no connection is closed in the moment it is used again.
  const server = createServer({ keepAliveTimeout: 60_000 }).listen(0, HOST)
  await once(server, 'listening')
  const issuer = `http://${HOST}:${server.address().port}`
  const lifetimes = { AccessToken: 3600, DeviceCode: 600, RefreshToken: 86_400 }
  const fixed = { Grant: 86_400, IdToken: 3600, Interaction: 600, Session: 86_400 }
  const changing = Object.keys(lifetimes).map((name) => [name, () => lifetimes[name]])
  const provider = new Provider(issuer, { ...CONFIGURATION, ttl: { ...fixed, ...Object.fromEntries(changing) } })
  const requests = []
  const given = []
  const control = { issuer, lifetimes, refusals: [], isDown: false, given }

  provider.use(async (context, next) => {
    if (control.isDown) {
      context.status = 503
      return
    }
    const error = context.path === '/token' && control.refusals.shift()
    if (error) {
      context.status = 400
      context.body = { error }
      return
    }
    await next()
    requests.push({ path: context.path, form: { ...context.oidc?.body } })
    given.push(...SECRETS.map((name) => context.body?.[name]).filter(Boolean))
    // Which it leaves to the client otherwise, and that would be slow.
    if (context.path === '/device/auth' && context.status === 200) context.body.interval = 1
  })
  server.on('request', provider.callback())

  const ask = (path, form, headers) => fetch(issuer + path, { method: 'POST', headers, body: new URLSearchParams(form) })

  async function isAlive(token) {
    const credentials = Buffer.from(`${INSPECTOR.id}:${INSPECTOR.secret}`).toString('base64')
    const response = await ask('/token/introspection', { token }, { authorization: `Basic ${credentials}` })
    return (await response.json()).active
  }

  const revoke = (token) => ask('/token/revocation', { token, client_id: CLIENT_ID })

  async function stop() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  const formsOf = (path) => requests.filter((request) => request.path === path).map(({ form }) => form)
  return Object.assign(control, { requests: formsOf, isAlive, revoke, stop })
}
