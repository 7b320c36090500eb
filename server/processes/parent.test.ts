import { expect, test } from 'vitest'
import { connectionsOf, poolSize } from '#server/db/connect.ts'
import { restartDelayMs } from './parent.ts'

test('replaces a worker at once, and ever later if it fails again and again', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 100].map(restartDelayMs)).toEqual([
    100, 100, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
})

test('gives two workers as many connections each as one worker, and divides them among many', () => {
  expect([1, 2, 8, 9, 64].map(poolSize)).toEqual([8, 8, 8, 7, 3])
  // The embedded server's limit for one process is enough for two.
  expect(connectionsOf(2)).toBeLessThanOrEqual(40)
  expect(connectionsOf(64)).toBeLessThan(300)
})
