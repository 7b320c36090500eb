import { describe, expect, test } from 'vitest'
import { minorDigits } from '#server/platform/currency-digits.ts'
import { offerPrice, percentOff, toMajor, toMinor } from './money.ts'

const largest = 1_000_000_000_000

/** Amounts of every size, the same in every run. */
function* amounts() {
  yield* [0, 1, 5, 9, 10, 99, 100, 101, 999, 1_000, largest - 1, largest]
  let state = 42
  for (let i = 0; i < 20_000; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state % 10 ** (1 + (i % 10))
  }
}

describe.each([
  ['JPY', 0],
  ['INR', 2],
  ['KWD', 3],
])('%s', (currency, digits) => {
  test(`has ${digits} decimals`, () => {
    expect(minorDigits(currency)).toBe(digits)
    expect(minorDigits(currency)).toBe(digits)
  })

  test('converts every amount to major units and back without loss', () => {
    for (const minor of amounts()) {
      if (toMinor(toMajor(minor, currency), currency) !== minor)
        expect.fail(`${minor} was not converted back`)
    }
  })

  test('rounds half a minor unit up', () => {
    for (const minor of [0, 1, 2, 100, 1_004, 123_456]) {
      const text = `${minor}5`.padStart(digits + 2, '0')
      const major = Number(`${text.slice(0, -digits - 1)}.${text.slice(-digits - 1)}`)
      expect(toMinor(major, currency)).toBe(minor + 1)
    }
  })

  test('rounds an amount far below a minor unit to zero', () => {
    expect(toMinor(1e-9, currency)).toBe(0)
  })
})

test('discounts an offer with half rounded up, never below a higher offer', () => {
  expect(offerPrice(54_900, 0)).toBe(54_900)
  expect(offerPrice(54_900, 1_250)).toBe(48_038)
  expect(offerPrice(1, 5_000)).toBe(1)
  expect(offerPrice(largest, 10_000)).toBe(0)
  for (const minor of amounts()) {
    let before = minor
    for (const offer of [0, 1, 333, 1_250, 5_000, 9_999, 10_000]) {
      const paid = offerPrice(minor, offer)
      const exact = (BigInt(minor) * BigInt(10_000 - offer) + 5_000n) / 10_000n
      if (BigInt(paid) !== exact || paid > before)
        expect.fail(`${minor} with an offer of ${offer} became ${paid}`)
      before = paid
    }
  }
})

test.each([
  // An offer is named as staff entered it, although the price is rounded to whole minor units.
  [1_250, 54_900, null, 13],
  [0, 100_000, 80_000, 20],
  // A sale price says what it gives, and no more.
  [0, 2_999, 1_999, 33],
  [500, 1_500, 1_000, 33],
  [0, 1_990, 995, 50],
  [0, 100, 100, 0],
  [0, 0, null, 0],
])('an offer of %d and a price of %d with the sale price %s is %d %% off', (offer, price, salePrice, off) => {
  expect(percentOff({ price, offer, salePrice })).toBe(off)
})
