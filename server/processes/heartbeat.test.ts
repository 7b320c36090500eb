import { expect, test } from 'vitest'
import { heartbeat } from './heartbeat.ts'

/** The beats until the worker counts as hanging. */
function beatsUntilHang(heart: ReturnType<typeof heartbeat>): number {
  let beats = 0
  while (!heart.beat()) beats++
  return beats
}

test('a worker hangs that leaves 12 questions in a row without an answer, and 90 before it is open', () => {
  let asked = 0
  const heart = heartbeat(() => asked++)
  for (let second = 0; second < 89; second++) expect(heart.beat()).toBe(false)
  heart.answered()
  expect(beatsUntilHang(heart)).toBe(90)
  heart.opened()
  heart.answered()
  for (let second = 0; second < 100; second++) {
    expect(heart.beat()).toBe(false)
    if (second % 11 === 0) heart.answered()
  }
  heart.answered()
  asked = 0
  expect(beatsUntilHang(heart)).toBe(12)
  expect(asked).toBe(12)
})
