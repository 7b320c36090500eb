import { expect, test } from 'vitest'
import { axisTicks } from './bar-chart.tsx'

test.each([
  [[], [1, 0]],
  [
    [0, 0],
    [1, 0],
  ],
  [[100], [100, 50, 0]],
  [
    [1099, 3466.67],
    [4000, 3000, 2000, 1000, 0],
  ],
  [
    [300, -105],
    [400, 200, 0, -200],
  ],
  [[-5], [0, -2, -4, -6]],
])('the ticks for %j are round and cover every value and zero', (values, ticks) =>
  expect(axisTicks(values)).toEqual(ticks),
)
