import { describe, expect, test } from 'vitest'
import { minorDigits, offerPrice, toMajor, toMinor } from './money.ts'

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
