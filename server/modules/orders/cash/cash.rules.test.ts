import { describe, expect, test } from 'vitest'
import { isPostalCodeListed, pastedPostalCodes } from '#contract/settings/cash-settings.ts'
import { cashChoice, cashProblem } from './cash.rules.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const settings = {
  cod: true,
  cod_max: 500_000,
  cod_min: 50_000,
  cod_fee: 5_000,
  cod_allowed_codes: [] as string[],
  cod_refused_codes: [] as string[],
  cod_excluded_products: [7],
  cod_excluded_categories: [3],
  cod_confirm: 'off' as const,
  cod_confirm_hours: 48,
}
const lines = [{ productId: 1, categoryId: 1, name: 'Mug' }]
const order = { possible: true, total: 100_000, postalCode: '560001', lines }

describe('the conditions of cash on delivery', () => {
  test.each([
    ['a usual order', {}, {}, null],
    ['the zone', { possible: false }, {}, 'Cash on delivery isn’t available at this address'],
    ['a refused code', {}, { cod_refused_codes: ['560001'] }, 'Cash on delivery isn’t available for 560001'],
    ['a refused prefix', {}, { cod_refused_codes: ['560*'] }, 'Cash on delivery isn’t available for 560001'],
    ['another refused code', {}, { cod_refused_codes: ['560002', '11*'] }, null],
    ['an allowed prefix', {}, { cod_allowed_codes: ['5600*'] }, null],
    ['no allowed code', {}, { cod_allowed_codes: ['11*'] }, 'Cash on delivery isn’t available for 560001'],
    [
      'allowed and refused',
      {},
      { cod_allowed_codes: ['560*'], cod_refused_codes: ['560001'] },
      'Cash on delivery isn’t available for 560001',
    ],
    ['a code that is not typed yet', { postalCode: undefined }, { cod_allowed_codes: ['11*'] }, null],
    [
      'a country without codes',
      { postalCode: '' },
      { cod_allowed_codes: ['11*'] },
      'Cash on delivery isn’t available at this address',
    ],
    [
      'an excluded product',
      { lines: [...lines, { productId: 7, categoryId: 1, name: 'Gold ring' }] },
      {},
      'Cash on delivery isn’t available for Gold ring',
    ],
    [
      'an excluded category',
      { lines: [{ productId: 2, categoryId: 3, name: 'Lamp' }] },
      {},
      'Cash on delivery isn’t available for Lamp',
    ],
    ['the smallest total', { total: 50_000 }, {}, null],
    ['too little', { total: 49_999 }, {}, 'Cash on delivery is available for orders from ₹500.00'],
    ['too little after an edit', { total: 49_999, lines: undefined }, {}, null],
    ['the largest total', { total: 500_000 }, {}, null],
    ['too much', { total: 500_001 }, {}, 'Cash on delivery is available for orders up to ₹5,000.00'],
  ])('%s', (_name, changes, changed, problem) => {
    expect(cashProblem({ ...settings, ...changed }, { ...order, ...changes }, shop)).toBe(problem)
  })

  test('spaces, hyphens and letters of either case do not matter in a postal code', () => {
    expect(isPostalCodeListed('560 001', ['560001'])).toBe(true)
    expect(isPostalCodeListed('sw1a 1aa', ['SW1A*'])).toBe(true)
    expect(isPostalCodeListed('', ['*'])).toBe(false)
  })

  test('a pasted list is read with any separators, each code once', () => {
    expect(pastedPostalCodes('560001, 560 002;560*\n110001 110002\n\nSW1A 1AA,560001')).toEqual([
      '560001',
      '560002',
      '560*',
      '110001',
      '110002',
      'SW1A1AA',
    ])
  })
})

test('the choice of cash names its fee, and what paying now saves', () => {
  const cash = { id: 'cod', kind: 'on_delivery', text: 'Pay when your order arrives.' }
  const online = { id: 'stripe', kind: 'online', text: '' }
  expect(cashChoice(cash, 0, [cash], shop)).toEqual({ ...cash, fee: 0 })
  expect(cashChoice(cash, 5_000, [cash], shop)).toMatchObject({
    fee: 50,
    text: 'Pay when your order arrives. A fee of ₹50.00 is added.',
  })
  expect(cashChoice(cash, 5_000, [cash, online], shop).text).toBe(
    'Pay when your order arrives. Pay now and save ₹50.00.',
  )
})
