import { afterEach, expect, it, vi } from 'vitest'
import { newIdempotencyKey } from './new-key.ts'
import { withIdempotencyKey } from './idempotent-api.ts'

const { crypto } = globalThis
afterEach(() => vi.unstubAllGlobals())

it('needs no secure address, where alone browsers have randomUUID and subtle', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)

  const lost = new Error('no answer')
  const sent: string[] = []
  const send = (content: string) =>
    withIdempotencyKey([content], async (headers) => {
      sent.push(headers['Idempotency-Key'])
      throw lost
    })
  for (const content of ['mug', 'mug', 'bowl']) await expect(send(content)).rejects.toBe(lost)
  expect(sent[1]).toBe(sent[0])
  expect(sent[2]).not.toBe(sent[0])
  // An answer forgets the key, for the tests after this one.
  for (const content of ['mug', 'bowl']) await withIdempotencyKey([content], async () => undefined)
})
