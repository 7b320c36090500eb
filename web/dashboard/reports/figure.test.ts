import { expect, test } from 'vitest'
import { percentChange } from './figure.tsx'

test.each([
  [112, 100, '+12%'],
  [50, 100, '−50%'],
  [100.2, 100, 'No change'],
  [-10, 100, '−110%'],
  [5, 0, undefined],
  [5, -5, undefined],
  [null, 5, undefined],
])('%s compared with %s is %s', (now, previous, change) => expect(percentChange(now, previous)).toBe(change))
