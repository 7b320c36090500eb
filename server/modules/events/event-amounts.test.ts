import { expect, test } from 'vitest'
import { z } from 'zod'
import { amount } from '#contract/events/kinds.ts'
import { withMajorAmounts } from './event-amounts.ts'

const schema = z.object({
  total: amount(),
  amount: z.number().describe('units, whatever its name'),
  lines: z.array(z.object({ price: amount().nullable(), quantity: z.number() })).optional(),
})

test('converts what the schema calls an amount, in lines too, and nothing else', () => {
  const lines = [
    { price: 1250, quantity: 100 },
    { price: null, quantity: 2 },
  ]
  expect(withMajorAmounts(schema, { total: 236_650, amount: 300, lines, other: 500 }, 'INR')).toEqual({
    total: 2366.5,
    amount: 300,
    lines: [
      { price: 12.5, quantity: 100 },
      { price: null, quantity: 2 },
    ],
    other: 500,
  })
  expect(withMajorAmounts(schema, { total: 2366, amount: 3 }, 'JPY')).toEqual({ total: 2366, amount: 3 })
})
