import { expect, test } from 'vitest'
import { shareOfPieces } from './refund.ts'

test('pieces that are paid back in any steps come to the total of their line, none above its share', () => {
  for (const total of [0, 1, 2, 100, 99_999, 1_000_000_000_000]) {
    for (const quantity of [1, 3, 7, 999]) {
      let [before, sum] = [0, 0]
      for (let step = 1; before < quantity; step++) {
        const pieces = Math.min(step, quantity - before)
        const share = shareOfPieces({ quantity, total }, { before, pieces })
        expect(Math.abs(share - (total * pieces) / quantity)).toBeLessThan(1)
        sum += share
        before += pieces
      }
      expect(sum).toBe(total)
    }
  }
})
