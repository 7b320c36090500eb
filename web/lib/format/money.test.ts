import { describe, expect, it } from 'vitest'
import { currencySign, exactMoney, money, price } from './money.ts'

const rupees = { currency: 'INR', locale: 'en-IN' }
const dollars = { currency: 'USD', locale: 'en-US' }
const dinars = { currency: 'KWD', locale: 'en-US' }

describe('price', () => {
  it.each([
    [1499, rupees, 'Rs. 1,499'],
    [125000, rupees, 'Rs. 1,25,000'],
    [499.5, rupees, 'Rs. 499.50'],
    [0, rupees, 'Rs. 0'],
    [1499, dollars, '$ 1,499'],
    [19.9, dollars, '$ 19.90'],
    [1.234, dinars, 'KWD 1.234'],
  ])('formats %s as %s', (amount, shop, text) => {
    expect(price(amount, shop)).toBe(text)
  })
})

describe('money', () => {
  it.each([
    [1499, rupees, '₹1,499'],
    [2366.5, rupees, '₹2,366.50'],
    [1499, dollars, '$1,499'],
  ])('formats %s as %s', (amount, shop, text) => {
    expect(money(amount, shop)).toBe(text)
  })
})

describe('currencySign', () => {
  it.each([
    [rupees, '₹'],
    [dollars, '$'],
    [dinars, 'KWD'],
  ])('of %o is %s', (shop, sign) => {
    expect(currencySign(shop)).toBe(sign)
  })
})

it('has the same spaces in every version of Intl', () => {
  const euros = { currency: 'EUR', locale: 'fr-FR' }
  expect([money(1499, euros), exactMoney(1499, euros)]).toEqual(['1\u00a0499\u00a0€', '1\u00a0499,00\u00a0€'])
})
