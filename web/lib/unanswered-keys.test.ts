import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Call from './call.ts'

type Answer = 'lost' | 'reused' | number

const answers: Answer[] = []
const keys: string[] = []
const stored = new Map<string, string>()
let page: typeof Call
/** Loads the page, which reads the keys that are stored. */
const load = async () => {
  vi.resetModules()
  page = await import('./call.ts')
  const { keepUnansweredKeys } = await import('./unanswered-keys.ts')
  keepUnansweredKeys()
}

beforeEach(async () => {
  stored.clear()
  answers.length = keys.length = 0
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key'] ?? '')
    const answer = answers.shift() ?? 200
    if (answer === 'lost') return Promise.reject(new TypeError('Failed to fetch'))
    const [status, code] = answer === 'reused' ? [422, 'key_reused'] : [answer, 'x']
    return Promise.resolve(Response.json({ message: 'Note saved', code }, { status }))
  })
  await load()
})
afterEach(() => vi.unstubAllGlobals())

const addNote = (note: string, id = 4) =>
  page.call('POST admin/customers/:id/notes', { id, note }).catch((error: unknown) => error)

it('keeps the key while no answer arrives, also after a reload, and forgets it with the answer', async () => {
  answers.push('lost', 502, 200)
  expect(await addNote('Called')).toMatchObject({ code: 'offline' })
  await addNote('Called')
  await load()
  await addNote('Called')
  expect(new Set(keys).size).toBe(1)
  expect([...stored]).toEqual([])
})

it('gives refused content and answered content another key', async () => {
  answers.push(400, 200, 200)
  for (let calls = 0; calls < 3; calls++) await addNote('Called')
  expect(new Set(keys).size).toBe(3)
})

it('keeps the key of a lost call while its content is edited and refused, until the call turns out to have happened', async () => {
  answers.push('lost', 400, 'lost', 'reused', 200)
  await addNote('Called')
  await addNote('')
  await addNote('Called twice')
  expect(await addNote('Called thrice')).toMatchObject({
    code: 'key_reused',
    message: expect.stringContaining('An earlier attempt went through'),
  })
  expect(new Set(keys).size).toBe(1)
  // Sent on purpose, it is another call.
  expect(await addNote('Called thrice')).toMatchObject({ message: 'Note saved' })
  expect(keys[4]).not.toBe(keys[0])
  expect([...stored]).toEqual([])
})

it('does not share a key between targets', async () => {
  answers.push('lost')
  await addNote('Called')
  await addNote('Called', 5)
  await page.call('POST admin/backups', {})
  expect(new Set(keys).size).toBe(3)
})

it('gives calls that run beside each other a key each', async () => {
  answers.push('lost', 200, 200)
  await Promise.all([addNote('First row'), addNote('Second row')])
  expect(new Set(keys).size).toBe(2)
  // The lost one is sent again with its own.
  await addNote('First row')
  expect(keys[2]).toBe(keys[0])
})
