// Placeholders of scenario files, turned into the values they stand for.

/**
 * @param value JSON with placeholders
 * @param host `behave(behaviour)` makes a tool's function, `signal` is the step's live signal
 */
export function revive(value, host) {
  if (Array.isArray(value)) return value.map((item) => revive(item, host))
  if (typeof value !== 'object' || value === null) return value
  const [key, argument] = Object.entries(value)[0] ?? []
  if (key?.startsWith('$') && Object.keys(value).length === 1) return placeholder(key, argument, host)
  const members = Object.entries(value).filter(([, member]) => member?.$absent !== true)
  return Object.fromEntries(members.map(([name, member]) => [name, revive(member, host)]))
}

function placeholder(key, argument, host) {
  switch (key) {
    case '$data':
      return argument
    case '$undefined':
      return undefined
    case '$function':
      return () => {}
    case '$bigint':
      return BigInt(argument)
    case '$symbol':
      return Symbol('scenario')
    case '$cycle': {
      const cycle = {}
      cycle.self = cycle
      return cycle
    }
    case '$bytes':
      return Uint8Array.from(atob(argument), (byte) => byte.charCodeAt(0))
    case '$lone':
      return `${argument}\ud83d`
    case '$signal':
      return argument === 'aborted' ? AbortSignal.abort() : host.signal
    case '$text':
      return rounds(argument.times, (round) => argument.text.replaceAll('{i}', round)).join('')
    case '$list': {
      const item = JSON.stringify(argument.item)
      return rounds(argument.times, (round) => revive(JSON.parse(item.replaceAll('{i}', round)), host))
    }
    case '$execute':
      return host.behave(argument)
    default:
      throw new Error(`${key} is no placeholder of scenarios`)
  }
}

function rounds(times, make) {
  return Array.from({ length: times }, (_, round) => make(round))
}

/** An error as observations hold it. */
export function describeError(error) {
  const kind = [TypeError, RangeError].find((kind) => error instanceof kind) ?? Error
  const { code, message, status, retryAfterMs, requestId, causeCode } = error
  return { code, class: kind.name, message, status, retryAfterMs, requestId, causeCode }
}

/** Bytes as observations hold them. */
export function inBase64(bytes) {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
