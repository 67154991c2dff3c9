// What the Gateway answers in a soak: for each kind of turn, the replies that its session gives over and over.

import { FINISH, answer, calls, text, toolCall } from '../../node/support/gateway.mjs'

export const WORDS = Array.from({ length: 40 }, (_, at) => `word ${at} `)

const endless = { parts: [{ $repeat: 1_000_000, parts: [text('on and on ')] }], pauseMs: 2 }
const long = { parts: [{ $repeat: 1000, parts: [text('x'.repeat(100))] }, FINISH] }
const twoCalls = calls(toolCall('a', 'act', { at: 1 }), toolCall('b', 'act', { at: 2 }))
const unauthorized = { status: 401, json: { error: { message: 'no' } }, framing: 'length' }
const beginning = { parts: [text('Once')], done: false }

export const repliesOf = {
  text: [answer(...WORDS)],
  sharedSignal: [answer(...WORDS)],
  tools: [twoCalls, answer('done')],
  failingTools: [twoCalls, answer('done')],
  stuckTool: [twoCalls],
  resultOnly: [long],
  unauthorized: [unauthorized],
  cut: [{ ...beginning, end: 'fin' }],
  reset: [{ ...beginning, end: 'reset' }],
  retried: [{ wire: '', end: 'reset' }, answer(...WORDS)],
  cancelled: [endless],
  aborted: [endless],
  broken: [endless],
  closed: [endless],
  checkpoint: [answer(...WORDS)],
  ownFetch: [answer(...WORDS)],
  ownFetchCancelled: [endless],
  dropped: [answer(...WORDS)],
}
