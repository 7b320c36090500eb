import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { refreshQueries } from './use-admin-mutation.ts'

it('a list whose first read began before a change shows the change', async () => {
  const client = new QueryClient()
  let stored = 'on'
  const answers: (() => void)[] = []
  const queryFn = () => {
    const seen = stored
    return new Promise<string>((resolve) => answers.push(() => resolve(seen)))
  }
  const list = new QueryObserver(client, { queryKey: ['admin', 'list', 'on'], queryFn })
  const unsubscribe = list.subscribe(() => {})
  expect(answers).toHaveLength(1)

  stored = 'off'
  const refreshed = refreshQueries(client, ['admin'])
  answers[0]!()
  await expect.poll(() => answers.length).toBe(2)
  answers[1]!()
  await refreshed
  expect(list.getCurrentResult().data).toBe('off')

  // A later refresh reads it once.
  const later = refreshQueries(client, ['admin'])
  expect(answers).toHaveLength(3)
  answers[2]!()
  await later
  expect(answers).toHaveLength(3)
  unsubscribe()
})
