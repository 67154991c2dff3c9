// Ready-made stores: that each keeps the rules, and what files add to them.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createBrowserStores, createMemoryStores } from 'libfx/stores'
import { checkStores } from 'libfx/stores/check'
import { createFileStores } from 'libfx/stores/node'
import { inMemory } from './support/stores.mjs'

const WRITER = fileURLToPath(new URL('support/store-writer.mjs', import.meta.url))
const SESSION = Uint8Array.of(1, 2, 3)

let root
before(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'libfx-stores-'))
})
after(() => rm(root, { recursive: true, force: true }))

let places = 0

/** A directory that does not exist yet. */
function newPlace() {
  places += 1
  return path.join(root, `place-${places}`)
}

/** The files below a directory, as paths. */
async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
}

test('stores in memory keep the rules', () => checkStores(inMemory()))

test('stores in files keep the rules', () => checkStores((place) => createFileStores(path.join(root, place))))

test('stores for browsers keep the rules where there is no database, in memory', () => {
  return checkStores(inMemory(createBrowserStores))
})

test('processes that write at the same time overwrite nothing of one another', async () => {
  const place = newPlace()
  const count = 25
  const writers = ['a', 'b', 'c']
  await Promise.all(writers.map((name) => promisify(execFile)(process.execPath, [WRITER, place, name, count])))
  const { sessionStore, promptHistoryStore } = createFileStores(place)
  const lines = new TextDecoder().decode((await sessionStore.load('shared')).bytes).trimEnd().split('\n')
  const expected = writers.flatMap((name) => Array.from({ length: count }, (_, at) => `${name} ${at}`)).sort()
  assert.deepEqual(lines.sort(), expected)
  assert.deepEqual((await promptHistoryStore.load('/', 1000)).sort(), expected)
})

test('the lock of a process that was killed does not last', async () => {
  const place = newPlace()
  const { sessionStore } = createFileStores(place)
  const { revision } = await sessionStore.commit('one', SESSION)
  const [file] = await filesIn(place)
  await writeFile(`${file}.lock`, '')
  await sessionStore.commit('one', SESSION, revision)
  assert.deepEqual(await filesIn(place), [file])
})

test('what files hold is for their user alone', { skip: process.platform === 'win32' && 'there are no modes' }, async () => {
  const place = newPlace()
  const { oauthSessionStore } = createFileStores(place)
  await oauthSessionStore.commit(SESSION)
  const [file] = await filesIn(place)
  const modeOf = async (name) => ((await stat(name)).mode & 0o777).toString(8)
  assert.deepEqual(await Promise.all([place, path.dirname(file), file].map(modeOf)), ['700', '700', '600'])
})

test('nothing is made on disk before something is stored', async () => {
  const place = newPlace()
  const { configStore, sessionStore, oauthSessionStore, promptHistoryStore } = createFileStores(place)
  assert.equal(await configStore.get('model'), null)
  assert.equal(await sessionStore.load('one'), null)
  assert.deepEqual(await sessionStore.list(), [])
  assert.equal(await oauthSessionStore.load(), null)
  assert.deepEqual(await promptHistoryStore.load('/', 10), [])
  await promptHistoryStore.clear('/')
  await sessionStore.remove('one')
  assert.equal(await oauthSessionStore.remove(), 'missing')
  await assert.rejects(stat(place), { code: 'ENOENT' })
})

test('a directory is the one it was when the stores were made', async () => {
  const place = newPlace()
  const { sessionStore } = createFileStores(path.relative(process.cwd(), place))
  const before = process.cwd()
  process.chdir(tmpdir())
  try {
    await sessionStore.commit('one', SESSION)
  } finally {
    process.chdir(before)
  }
  assert.equal((await filesIn(place)).length, 1)
})

for (const [what, damage] of [
  ['cut', (file) => truncate(file, 200)],
  ['empty', (file) => truncate(file, 0)],
  [
    'changed',
    async (file) => {
      const bytes = await readFile(file)
      bytes[bytes.length - 1] ^= 1
      await writeFile(file, bytes)
    },
  ],
  ['something else', (file) => writeFile(file, '{"libfx": 1}')],
]) {
  test(`a file that is ${what} is refused, and left as it is until it is removed`, async () => {
    const place = newPlace()
    const { sessionStore } = createFileStores(place)
    const { revision } = await sessionStore.commit('one', new Uint8Array(4096).fill(7))
    const [file] = await filesIn(place)
    await damage(file)
    const damaged = await readFile(file)

    const refusal = { message: /^\/.+\.cell cannot be read: .+; move it away, or remove it, to begin anew$/ }
    await assert.rejects(sessionStore.load('one'), refusal)
    await assert.rejects(sessionStore.commit('one', SESSION), refusal)
    await assert.rejects(sessionStore.commit('one', SESSION, revision), refusal)
    assert.deepEqual(await readFile(file), damaged)

    await sessionStore.remove('one')
    assert.equal(await sessionStore.load('one'), null)
    await sessionStore.commit('one', SESSION)
  })
}

test('a damaged file hides no other session, and a damaged setting can be stored anew', async () => {
  const place = newPlace()
  const { sessionStore, configStore } = createFileStores(place)
  await configStore.set('model', 'a')
  const [setting] = await filesIn(place)
  await writeFile(setting, 'garbage')
  await assert.rejects(configStore.get('model'), /cannot be read/)
  await configStore.set('model', 'b')
  assert.equal(await configStore.get('model'), 'b')

  await sessionStore.commit('one', SESSION)
  const [first] = await filesIn(path.join(place, 'sessions'))
  await sessionStore.commit('two', SESSION)
  await writeFile(first, 'garbage')
  assert.deepEqual((await sessionStore.list()).map(({ id }) => id), ['two'])
})

test('the prompt history forgets its oldest entries, and takes none that would not be loaded', async () => {
  const { promptHistoryStore } = createMemoryStores()
  const half = 512 * 1024
  for (const letter of ['a', 'b', 'c']) await promptHistoryStore.append('/', letter.repeat(half), 0)
  assert.deepEqual((await promptHistoryStore.load('/', 10)).map(([letter]) => letter), ['b', 'c'])
  assert.equal(await promptHistoryStore.append('/', 'd'.repeat(2 * half + 1), 0), 'record_too_large')
  assert.equal((await promptHistoryStore.load('/', 10)).length, 2)
})

test('what is too large, and what is no bytes, is refused', async () => {
  const { sessionStore, oauthSessionStore, configStore } = createMemoryStores()
  const tooLarge = (message) => ({ code: 'LIBFX_LIMIT_EXCEEDED', message })
  await assert.rejects(
    sessionStore.commit('one', new Uint8Array(16 * 1024 * 1024 + 1)),
    tooLarge('bytes: expected at most 16777216 bytes, got 16777217'),
  )
  await assert.rejects(oauthSessionStore.commit(new Uint8Array(65537)), tooLarge(/at most 65536 bytes/))
  await assert.rejects(
    configStore.set('model', 'é'.repeat(8193)),
    tooLarge('value: expected at most 16384 bytes, got 16386'),
  )
  await assert.rejects(sessionStore.commit('one', 'text'), { code: 'LIBFX_INVALID_ARGUMENT' })
})

test('options that make no sense are refused', () => {
  const refused = (message) => ({ code: 'LIBFX_INVALID_ARGUMENT', message })
  assert.throws(() => createFileStores(''), refused('directory: expected a non-empty string'))
  assert.throws(() => createFileStores(), refused('directory: expected a string, got undefined'))
  assert.throws(() => createBrowserStores({ nmae: 'x' }), refused(/options\.nmae: unknown property/))
})
