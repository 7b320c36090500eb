import { afterEach, expect, it, vi } from 'vitest'
import { newIdempotencyKey } from './new-key.ts'

const { crypto } = globalThis
afterEach(() => vi.unstubAllGlobals())

it('needs no secure address, where alone browsers have randomUUID', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newIdempotencyKey)
  expect(new Set(keys).size).toBe(100)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
})
