// A person with a browser, as far as a provider's pages for logins need one: cookies, redirects, and the form of the page.

/** Lets the program log in: enters the code, signs in, agrees. Returns the text of the last page. */
export function approve(url) {
  return visit(url, [{}, { confirm: 'yes' }, { login: 'ada', password: 'lovelace' }, {}])
}

/** Refuses, on the page that asks whether the code is the right one. */
export function deny(url) {
  return visit(url, [{}, { confirm: undefined, abort: 'yes' }])
}

/** Opens a page and sends its form, then that of the page after it, each with other fields than it has. */
async function visit(url, entries) {
  const browser = new Browser()
  let page = await browser.open(url)
  for (const entry of entries) page = await browser.submit(page, entry)
  return page.text
}

class Browser {
  cookies = new Map()

  async open(url, options = {}) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...options, headers: { cookie }, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)
      this.cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location) return this.open(new URL(location, url))
    const text = await response.text()
    if (!response.ok) throw new Error(`${url} answered ${response.status}:\n${text}`)
    return { url, text }
  }

  submit({ url, text }, entry) {
    const form = /<form[^>]*\baction="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(text)
    if (!form) throw new Error(`${url} has no form:\n${text}`)
    const [, action, content] = form
    const fields = {}
    for (const [tag] of content.matchAll(/<input[^>]*>/g)) {
      const name = /\bname="([^"]*)"/.exec(tag)?.[1]
      if (name) fields[name] = /\bvalue="([^"]*)"/.exec(tag)?.[1] ?? ''
    }
    const sent = Object.entries({ ...fields, ...entry }).filter(([, value]) => value !== undefined)
    return this.open(new URL(action, url), { method: 'POST', body: new URLSearchParams(sent) })
  }
}
