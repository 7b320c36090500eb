import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('starts no timers on the server, so that a rendered page can be collected', () => {
  const before = timers()
  const client = createQueryClient()
  new QueryObserver(client, { queryKey: ['session'], queryFn: () => Promise.resolve(1) }).getCurrentResult()
  expect(client.getQueryCache().getAll()).toHaveLength(1)
  expect(timers()).toBe(before)
})
