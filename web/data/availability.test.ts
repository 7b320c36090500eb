import { expect, test } from 'vitest'
import { availabilityOf, canOrder, orderableUnits } from './availability.ts'

test.each([
  [{ stock: 5, sellwhensoldout: false }, 'in-stock', 5],
  [{ stock: 5000, sellwhensoldout: false }, 'in-stock', 999],
  [{ stock: 0, sellwhensoldout: false }, 'sold-out', 0],
  // What orders took before the shop stopped to sell it.
  [{ stock: -2, sellwhensoldout: false }, 'sold-out', 0],
  [{ stock: 2, sellwhensoldout: true }, 'in-stock', 999],
  [{ stock: 0, sellwhensoldout: true }, 'backorder', 999],
  [{ stock: null, sellwhensoldout: false }, 'in-stock', 999],
] as const)('%o is %s, with up to %i units a line', (variant, availability, units) => {
  expect(availabilityOf(variant)).toBe(availability)
  expect(canOrder(variant)).toBe(units > 0)
  expect(orderableUnits(variant)).toBe(units)
})
