import { expect, test } from 'vitest'
import { connectionsOf, poolSize } from '#server/db/connections.ts'
import { pauseAfter } from './pause.ts'

test('a process is replaced at once, and ever later where it fails again and again', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(pauseAfter)).toEqual([
    100, 100, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('two processes have as many connections each as one, and many share them', () => {
  expect([1, 2, 8, 9, 64].map(poolSize)).toEqual([8, 8, 8, 7, 3])
  // What the embedded server allows one process is enough for two.
  expect(connectionsOf(2)).toBeLessThanOrEqual(40)
  expect(connectionsOf(64)).toBeLessThan(300)
})
