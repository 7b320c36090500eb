import { QueryObserver } from '@tanstack/react-query'
import { expect, it, test } from 'vitest'
import { ApiError } from './api.ts'
import { createQueryClient } from './query-client.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('starts no timers on the server, so that a rendered page can be collected', () => {
  const before = timers()
  const client = createQueryClient()
  new QueryObserver(client, { queryKey: ['session'], queryFn: () => Promise.resolve(1) }).getCurrentResult()
  expect(client.getQueryCache().getAll()).toHaveLength(1)
  expect(timers()).toBe(before)
})

const refusal = (status: number, retryAfterMs?: number) =>
  new ApiError(status, { code: 'refused', message: 'No' }, retryAfterMs)

it.each([
  ['a lost request', new ApiError(0, { code: 'offline', message: 'No line' }), [1000, 2000, 4000]],
  ['a failure of the server', refusal(500), [1000, 2000, 4000]],
  ['a busy server that names the time', refusal(503, 2000), [2000, 2000, 2000]],
  ['a limit that ends soon', refusal(429, 5000), [5000, 5000, 5000]],
  ['a limit that ends late', refusal(429, 60_000), []],
  ['a limit without an end', refusal(429), []],
  ['a refused input', refusal(400), []],
  ['an ended session', refusal(401), []],
  ['a missing record', refusal(404), []],
])('tries again after %s', (_, error, delaysMs) => {
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries ?? {}
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('No retry')
  const delays = [0, 1, 2, 3].filter((failures) => retry(failures, error))
  expect(delays.map((failures) => retryDelay(failures, error))).toEqual(delaysMs)
})
