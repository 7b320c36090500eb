import { expect, test } from 'vitest'
import { refundShare } from './shares.ts'

test('refunds of a line in any steps add up to its total, each within one minor unit of its share', () => {
  for (const total of [0, 1, 2, 100, 99_999, 1_000_000_000_000]) {
    for (const quantity of [1, 3, 7, 999]) {
      let [before, sum] = [0, 0]
      for (let step = 1; before < quantity; step++) {
        const count = Math.min(step, quantity - before)
        const share = refundShare({ quantity, total }, { before, quantity: count })
        expect(Math.abs(share - (total * count) / quantity)).toBeLessThan(1)
        sum += share
        before += count
      }
      expect(sum).toBe(total)
    }
  }
})
