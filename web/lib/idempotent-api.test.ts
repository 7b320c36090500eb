import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { addCustomerNote } from '#contract/people/customer.ts'
import { ApiError } from './api.ts'
import { idempotentApi, withIdempotencyKey } from './idempotent-api.ts'

type Answer = 'lost' | number

const answers: Answer[] = []
const keys: string[] = []
const stored = new Map<string, string>()

beforeEach(() => {
  answers.length = keys.length = 0
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('fetch', (_url: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key'] ?? '')
    const answer = answers.shift() ?? 200
    return answer === 'lost'
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(Response.json({ message: 'Note saved', code: 'x' }, { status: answer }))
  })
})
afterEach(() => vi.unstubAllGlobals())

const addNote = (note: string) =>
  idempotentApi<typeof addCustomerNote>('POST', 'admin/customers/:id/notes', { id: 4, note }).catch(
    (error: unknown) => error,
  )

it('keeps the key while no answer arrives, also after a reload, and forgets it with the answer', async () => {
  answers.push('lost', 502, 200)
  expect(await addNote('Called')).toBeInstanceOf(ApiError)
  await addNote('Called')
  vi.resetModules()
  const reloaded = await import('./idempotent-api.ts')
  await reloaded.idempotentApi<typeof addCustomerNote>('POST', 'admin/customers/:id/notes', {
    id: 4,
    note: 'Called',
  })
  expect(new Set(keys).size).toBe(1)
  expect([...stored]).toEqual([])
})

it('gives edited content, refused content and answered content another key', async () => {
  answers.push('lost', 400, 200, 200)
  await addNote('Called')
  await addNote('Called twice')
  await addNote('Called twice')
  await addNote('Called twice')
  expect(new Set(keys).size).toBe(4)
})

it('tells files apart', async () => {
  const call = (headers: { 'Idempotency-Key': string }) => {
    keys.push(headers['Idempotency-Key'])
    return Promise.reject(new ApiError(0, { code: 'offline', message: 'Offline' }))
  }
  const file = (name: string) => new File(['x'], name, { lastModified: 1 })
  for (const name of ['a.png', 'a.png', 'b.png'])
    await withIdempotencyKey([{ files: { image: file(name) } }], call).catch(() => {})
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[0])
})
