import { expect, it } from 'vitest'
import { refusedAmount } from './refused-amount.rules.ts'

it.each([
  [{ price: 0.001 }, 'INR', 'The price 0.001 is not valid. Enter at most 2 decimals, as INR has'],
  [
    { price: 5, salePrice: 1.005 },
    'INR',
    'The sale price 1.005 is not valid. Enter at most 2 decimals, as INR has',
  ],
  [{ cost: 1.5 }, 'JPY', 'The cost 1.5 is not valid. Enter a whole amount: JPY has no decimals'],
  [{ price: 1e12 }, 'INR', 'The price 1000000000000 is too high'],
  [{ price: 1.005 }, 'KWD', undefined],
  [{ price: 0.29, salePrice: null }, 'INR', undefined],
])('%j in %s: %s', (amounts, currency, refusal) => expect(refusedAmount(amounts, currency)).toBe(refusal))
