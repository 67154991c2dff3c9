// Replies much larger than what may be in memory.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { FINISH, startGateway, text } from '../node/support/gateway.mjs'
import { openConnections } from './support/records.mjs'
import { run } from './support/run.mjs'

const MIB = 1024 * 1024

/** As many deltas of a kilobyte as make up `mib`. */
const reply = (mib) => ({ parts: [{ $repeat: mib * 1024, parts: [text('x'.repeat(1024))] }, FINISH] })

/** What Linux lets the receive buffer of a socket grow to, in bytes. */
const RECEIVE_BUFFER = Number(readFileSync('/proc/sys/net/ipv4/tcp_rmem', 'utf8').trim().split(/\s+/)[2])

/**
 * What the Gateway may be rid of while nobody reads: the 1 MiB of unread events, the delta that has to wait for room, the
 * HTTP client's buffer (under 0.5 MiB), and the kernel's: 128 KiB on the Gateway's side, and our receive buffer, which
 * counts its own bookkeeping too.
 */
const MOST_BYTES_AHEAD = 4 * MIB + RECEIVE_BUFFER

/** The same events as text, in transit, and as JavaScript strings, which live until the next collection. */
const MOST_MIB_OF_SLOW_READER = 32

/** The conversation keeps the reply's text, for the next request; JavaScript may fill its heap with garbage; the rest is fixed. */
const HEAP_MIB = 80
const REPLY_MIB = 96
const MOST_MIB_OF_READER = REPLY_MIB + HEAP_MIB + 32

let gateway
before(async () => {
  gateway = await startGateway()
})
after(() => gateway?.stop())

test('a reader at 10 kB/s of a 200 MB reply holds the Gateway back, in bounded memory, and can cancel', async (t) => {
  const session = await gateway.session({ replies: [reply(200)], sendBuffer: 64 * 1024 })
  const input = { url: session.url, bytesPerSecond: 10_000, seconds: 6 }
  const { stopReason, read, events, memory } = await run('slow-reader', input)
  assert.equal(stopReason, 'cancelled')

  assert.equal(await openConnections(session), 0)
  const [{ bytesWritten, outcome }] = await session.requests()
  t.diagnostic(`the Gateway wrote ${(bytesWritten / MIB).toFixed(2)} MiB; ${read} bytes were read in ${events} events`)
  assert.equal(outcome, 'clientClosed')
  assert.ok(bytesWritten < read + MOST_BYTES_AHEAD, `${bytesWritten} bytes written for ${read} bytes read`)

  t.diagnostic(`memory: ${memory.before.toFixed(1)} MiB before, ${memory.peak.toFixed(1)} MiB at most`)
  assert.ok(memory.peak - memory.before < MOST_MIB_OF_SLOW_READER, JSON.stringify(memory))
})

test('96 MiB of deltas are read within a heap of 80 MiB, in bounded memory', async (t) => {
  const session = await gateway.session([reply(REPLY_MIB)])
  const { stopReason, read, memory } = await run('reader', session, { flags: [`--max-old-space-size=${HEAP_MIB}`] })
  assert.equal(stopReason, 'end_turn')
  assert.equal(read, REPLY_MIB * MIB)
  t.diagnostic(`memory: ${memory.before.toFixed(1)} MiB before, ${memory.peak.toFixed(1)} MiB at most`)
  assert.ok(memory.peak < MOST_MIB_OF_READER, JSON.stringify(memory))
})
