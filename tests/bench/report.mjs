// The results as Markdown.

const NAMES = {
  libfx: 'libfx',
  fetch: 'bare `fetch`',
  'fetch-json': '`fetch` + `JSON.parse`',
  ai: '`ai` + `@ai-sdk/gateway`',
  openai: '`openai`',
}

export function report(environment, results) {
  const legend = 'Median (least to greatest); × is the ratio of the medians to libfx.'
  return [header(environment, 'Node bench', legend), ...results.map(section)].join('\n\n')
}

/** What is measured beside each other: a row for each. */
export function comparison(environment, title, results, columns) {
  const rows = results.map((result) => [result.name, ...Object.keys(columns).map((column) => spread(result[column]))])
  const heading = ['', ...Object.values(columns)]
  const table = [row(heading), row(heading.map(() => '---')), ...rows.map(row)].join('\n')
  return [header(environment, title, 'Median (least to greatest).'), table].join('\n\n')
}

function header({ node, processor, load, packages }, title, legend) {
  const versions = Object.entries(packages).map(([name, version]) => `${name} ${version}`)
  const lines = [`# ${title}`, `Node ${node}, ${processor}; ${versions.join(', ')}.`, legend]
  if (load > 0.5) lines.push(`**The machine was busy at the start (load ${load.toFixed(1)}): do not rely on these numbers.**`)
  return lines.join('\n\n')
}

function section({ title, columns, clients }) {
  const names = Object.keys(columns)
  const ours = clients.find(({ client }) => client === 'libfx')
  const compared = clients.length > 1
  const cells = (value, base) => (compared ? [spread(value), ratio(value, base)] : [spread(value)])
  const rows = clients.map((result) => [
    NAMES[result.client],
    ...names.flatMap((name) => cells(result[name], ours[name])),
  ])
  const heading = ['', ...Object.values(columns).flatMap((column) => (compared ? [column, '×'] : [column]))]
  return [`## ${title}`, '', row(heading), row(heading.map(() => '---')), ...rows.map(row)].join('\n')
}

function row(cells) {
  return `| ${cells.join(' | ')} |`
}

function spread({ median, min, max }) {
  return `${rounded(median)} (${rounded(min)} to ${rounded(max)})`
}

function ratio(theirs, ours) {
  return ours.median > 0 ? rounded(theirs.median / ours.median) : '–'
}

/** Three digits are more than such numbers are good for. */
function rounded(value) {
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}
