// The conversation as the page shows it. Everything a model or a tool says goes in as text, never as HTML.

const transcript = document.getElementById('transcript')
const scroller = transcript.parentElement

/** What is said of turns that did not come to their natural end. */
const STOPPED = {
  cancelled: 'Cancelled.',
  max_output_tokens: 'Cut: the model reached its limit of tokens.',
  max_model_turns: 'Stopped: the model asked for too much in one turn.',
  refused: 'The provider withheld the answer.',
}

/** Shows what the user said. `show(event)`, and then `end(stopReason)` or `fail(error)`, show what comes of it. */
export function beginTurn(input) {
  const turn = element('article', { class: 'turn', 'aria-label': input, 'aria-busy': 'true' })
  turn.append(element('p', { class: 'user' }, input))
  following(() => transcript.append(turn))
  return new TurnView(turn)
}

class TurnView {
  #turn
  /** The text that grows, and the kind of event that makes it grow. */
  #text
  #kind
  /** The tool calls that run, by id. */
  #calls = new Map()

  constructor(turn) {
    this.#turn = turn
  }

  show(event) {
    following(() => {
      switch (event.type) {
        case 'text_delta':
          return this.#grow(event, (text) => element('p', { class: 'answer' }, text))
        case 'reasoning_delta':
          return this.#grow(event, (text) => folding('reasoning', ['Reasoning'], element('p', {}, text)))
        case 'tool_start':
          return this.#begin(event)
        case 'tool_end':
          return this.#calls.get(event.id).finish(event)
      }
    })
  }

  /** The turn has ended, and may be read out. */
  end(stopReason) {
    if (stopReason === 'end_turn') this.#close()
    else this.#close(element('p', { class: 'note' }, STOPPED[stopReason]))
  }

  fail({ code = 'Error', message }) {
    this.#close(element('p', { class: 'error', role: 'alert' }, `${code}: ${message}`))
  }

  #close(...last) {
    following(() => this.#turn.append(...last))
    this.#turn.setAttribute('aria-busy', 'false')
  }

  #grow({ type, delta }, make) {
    if (this.#kind !== type) {
      this.#kind = type
      this.#text = new Text()
      this.#turn.append(make(this.#text))
    }
    this.#text.appendData(delta)
  }

  #begin(event) {
    this.#kind = event.type
    const call = new CallView(event)
    this.#calls.set(event.id, call)
    this.#turn.append(call.root)
  }
}

/** A tool call: its name and state, and inside, what it got and what came of it. */
class CallView {
  root
  #state = element('span', { class: 'state' }, 'running…')
  #content = element('dl', {})

  constructor({ name, input }) {
    this.root = folding('call', [element('code', {}, name), this.#state], this.#content)
    this.#add('Input', JSON.stringify(input))
  }

  finish({ content, isError }) {
    const state = isError ? 'failed' : 'done'
    this.root.classList.add(state)
    this.#state.textContent = state
    if (content !== undefined) this.#add('Outcome', content)
  }

  #add(term, text) {
    this.#content.append(element('dt', {}, term), element('dd', {}, text))
  }
}

/** Does what makes the transcript longer; a reader who is at its end stays there. */
function following(change) {
  const isAtEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 8
  change()
  if (isAtEnd) scroller.scrollTop = scroller.scrollHeight
}

/** What can be folded, and is not yet. */
function folding(kind, summary, content) {
  return element('details', { class: kind, open: '' }, element('summary', {}, ...summary), content)
}

function element(name, attributes, ...children) {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}
