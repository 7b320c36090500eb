import { describe, expect, test } from 'vitest'
import { rateTableIssues } from '#contract/tax/rate-table.ts'
import type { TaxRate } from '#contract/tax/tax-rate.ts'
import { randomNumbers } from '#test/harness/data/catalog.ts'
import { placeOf } from './place.ts'
import { presetRates } from './presets.ts'
import { dayIn, rateFor, type RateTable } from './rate.rules.ts'

const india: RateTable = { rates: presetRates('IN', 'INR'), classes: [], currency: 'INR', locale: 'en-IN' }
const mumbai = placeOf({ country: 'IN', state: 'mh', postal: '400001' })
const find = (
  taxClass: string,
  price: number,
  day: string,
  more: Partial<Parameters<typeof rateFor>[1]> = {},
) => rateFor(india, { taxClass, place: mumbai, price, day, ...more })

describe('rateFor', () => {
  test('says why a rate applies', () => {
    expect(find('apparel', 240_000, '2025-09-22')).toEqual({
      rate: 50_000,
      why: '5 %: Apparel below ₹2,500, delivered to Maharashtra, from 22 Sep 2025',
      isKnown: true,
    })
    expect(find('apparel', 250_001, '2026-01-01').why).toBe(
      '18 %: Apparel above ₹2,500, delivered to Maharashtra, from 22 Sep 2025',
    )
    expect(find('exempt', 1, '2026-01-01')).toMatchObject({ rate: 0, isKnown: true })
  })

  test('changes with the price band and the day', () => {
    const rates = (day: string, ...prices: number[]) =>
      prices.map((price) => find('apparel', price, day).rate)
    expect(rates('2025-09-21', 100_000, 100_001, 250_000)).toEqual([50_000, 120_000, 120_000])
    expect(rates('2025-09-22', 100_000, 100_001, 250_000, 250_001)).toEqual([50_000, 50_000, 50_000, 180_000])
  })

  test('compares the value without tax if the price contains tax', () => {
    const rate = (price: number) => find('apparel', price, '2026-01-01', { includesTax: true }).rate
    expect([rate(262_500), rate(262_501)]).toEqual([50_000, 180_000])
  })

  test('takes the narrowest place, and the standard rate for a class without one', () => {
    const rate = (more: Partial<TaxRate>): TaxRate => ({
      class: 'standard',
      country: 'US',
      state: '',
      postalFrom: '',
      postalTo: '',
      over: null,
      upTo: null,
      percent: 1,
      from: null,
      to: null,
      ...more,
    })
    const table = {
      ...india,
      rates: [
        rate({}),
        rate({ state: 'CA', percent: 7.25 }),
        rate({ state: 'CA', postalFrom: '94100', postalTo: '94199', percent: 8.625 }),
      ],
    }
    const at = (state: string, postal: string) =>
      rateFor(table, {
        taxClass: 'apparel',
        place: placeOf({ country: 'US', state, postal }),
        price: 1,
        day: '2026-01-01',
      }).rate
    expect([at('California', '94105'), at('CA', '90001'), at('Ohio', '94105')]).toEqual([
      86_250, 72_500, 10_000,
    ])
  })

  test('knows no rate outside its days and places', () => {
    expect(find('standard', 1, '2017-06-30')).toEqual({
      rate: 0,
      why: '0 %: no rate for Standard in Maharashtra on 30 Jun 2017',
      isKnown: false,
    })
  })
})

test('each of 10,000 moments around midnight has the rate of its day in the time zone of the shop', () => {
  const random = randomNumbers(17)
  const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Singapore']
  // The change from 21 to 22 September 2025 as an instant in each zone.
  const midnights = [
    '2025-09-21T18:30:00Z',
    '2025-09-21T22:00:00Z',
    '2025-09-22T04:00:00Z',
    '2025-09-21T13:30:00Z',
    '2025-09-21T16:00:00Z',
  ]
  let wrong = 0
  for (let round = 0; round < 10_000; round++) {
    const at = round % zones.length
    const offset = round < 10 ? (round < 5 ? -1 : 0) : Math.round((random() - 0.5) * 2 * 86_400_000)
    const moment = new Date(Date.parse(midnights[at]!) + offset)
    const { rate } = find('apparel', 150_000, dayIn(zones[at]!, moment))
    if (rate !== (offset < 0 ? 120_000 : 50_000)) wrong++
  }
  expect(wrong).toBe(0)
})

describe('the rates of a table', () => {
  const rate = (more: Partial<TaxRate>): TaxRate => ({
    class: 'standard',
    country: 'DE',
    state: '',
    postalFrom: '',
    postalTo: '',
    over: null,
    upTo: null,
    percent: 19,
    from: null,
    to: null,
    ...more,
  })

  test('must not overlap', () => {
    expect(rateTableIssues([rate({ to: '2025-12-31' }), rate({ from: '2026-01-01', percent: 20 })])).toEqual(
      [],
    )
    expect(rateTableIssues([rate({ to: '2026-01-01' }), rate({ from: '2026-01-01', percent: 20 })])).toEqual([
      {
        path: [1, 'from'],
        message:
          'Two rates apply at once: “standard” in DE (19 %) and “standard” in DE from 2026-01-01 (20 %). End one before the other begins.',
      },
    ])
    expect(rateTableIssues([rate({}), rate({ state: 'BY' }), rate({ class: 'reduced' })])).toEqual([])
  })

  test('must not leave a gap between price bands', () => {
    expect(rateTableIssues([rate({ upTo: 100 }), rate({ over: 100 })])).toEqual([])
    const issues = rateTableIssues([rate({ upTo: 100 }), rate({ over: 200 })])
    expect(issues.map(({ path }) => path)).toEqual([
      [0, 'upTo'],
      [1, 'over'],
    ])
    expect(issues[0]?.message).toContain('leave a gap')
  })

  test.each(['IN', 'DE', 'FI', 'GB', 'US', 'CH', 'AU', 'SG'])(
    'of the preset of %s are in order',
    (country) => {
      const rates = presetRates(country, country === 'IN' ? 'INR' : 'EUR')
      expect(rates.length).toBeGreaterThan(0)
      expect(rateTableIssues(rates)).toEqual([])
    },
  )
})
