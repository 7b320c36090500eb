import { expect, test } from 'vitest'
import { createRenderBudget } from './render-budget.ts'

/** How many of `tries` pages a network may render. */
function allowed(take: () => void, tries: number): number {
  let count = 0
  for (let n = 0; n < tries; n++) {
    try {
      take()
      count++
    } catch (error) {
      expect(error).toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    }
  }
  return count
}

test('a network renders 300 pages at once, then ten a second', () => {
  let now = 0
  const budget = createRenderBudget(true, () => now)
  const one = () => budget.take('page', '10.0.0.1')
  expect(allowed(one, 1000)).toBe(300)
  now += 1000
  expect(allowed(one, 100)).toBe(10)
  // Others are not affected.
  expect(allowed(() => budget.take('page', '10.0.0.2'), 300)).toBe(300)
  expect(allowed(() => budget.take('personal', '10.0.0.1'), 1500)).toBe(1500)
})

test('a person who opens two pages a second, and a crawler with ten, never meet the budget', () => {
  let now = 0
  const budget = createRenderBudget(true, () => now)
  for (let n = 0; n < 20_000; n++) {
    now += 100
    budget.take('page', 'crawler')
    if (n % 5 === 0) budget.take('page', 'person')
  }
})

test('many networks together render 2,000 pages at once, then 50 a second', () => {
  let now = 0
  const budget = createRenderBudget(true, () => now)
  let n = 0
  const anyone = () => budget.take('page', `10.${(n >> 8) & 255}.${n++ & 255}.1`)
  expect(allowed(anyone, 5000)).toBe(2000)
  now += 1000
  expect(allowed(anyone, 500)).toBe(50)
})

test('limits that are off allow everything', () => {
  const budget = createRenderBudget(false)
  expect(allowed(() => budget.take('page', '10.0.0.1'), 10_000)).toBe(10_000)
})
