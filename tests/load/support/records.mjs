// What the scripted Gateway has seen of a session, beside its requests.

/** The connections that served a session. */
export function connectionsOf(session) {
  return records(session, '/connections')
}

/** What was wrong with the requests of a session. */
export async function violationsOf(session) {
  return (await records(session, '')).violations
}

/** How many connections of a session do not close, not even in a minute. */
export async function openConnections(session) {
  const deadline = performance.now() + 60_000
  for (;;) {
    const open = (await connectionsOf(session)).filter((connection) => connection.open).length
    if (open === 0 || performance.now() > deadline) return open
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function records({ url }, what) {
  const [, origin, id] = /^(.*)\/s\/([^/]+)\//.exec(url)
  return (await fetch(`${origin}/__gateway/sessions/${id}${what}`)).json()
}
