import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { countryName, placeOf } from './place.ts'
import { presetRates } from './presets.ts'
import { rateFor } from './rate.rules.ts'
import { taxationOf, taxNameOf, type Seller } from './taxation.rules.ts'
import { taxIdProblem } from '#contract/tax/vat-id.ts'

const seller = (country: string, more: Partial<Seller> = {}): Seller => ({
  country,
  state: '',
  eu_sales: 'destination',
  us_sourcing: 'destination',
  registered: [],
  reverse_charge: true,
  ...more,
})

/** The percentage of the standard class, the sentence, the note and the code for reports. */
function sale(from: Seller, country: string, postal = '', taxId = '') {
  const taxation = taxationOf(from, { country, postal, taxId })
  if (taxation.kind === 'untaxed') return { percent: 0, ...taxation }
  const rates = presetRates(taxation.place.country, 'EUR')
  const query = { taxClass: 'standard', place: taxation.place, price: 10_000, day: '2026-11-26' }
  const { rate, why } = rateFor({ rates, classes: [], currency: 'EUR', locale: 'en-GB' }, query)
  return { percent: rate / 10_000, why, note: '', country: taxation.country }
}

interface Border {
  country: string
  postal: string
  percent: number
  /** What the sentence says after the percentage. */
  why: string
  /** The code in tax reports. */
  code: string
}
const borders = JSON.parse(readFileSync('test/harness/data/tax-borders.json', 'utf8')) as Border[]

describe('a seller in Germany with the rates of the destination', () => {
  test.each(borders)('sells to $country $postal at $percent %', ({ country, postal, percent, why, code }) => {
    const found = sale(seller('DE'), country, postal)
    expect(found).toMatchObject({ percent, country: code })
    expect(found.why).toContain(why)
    const note =
      'Export exempt from VAT under Article 146 of Directive 2006/112/EC.' +
      (why.includes('outside EU VAT') ? ' EU VAT does not apply at the destination (Article 6).' : '')
    expect(found.note).toBe(why.startsWith('Export') ? note : '')
  })

  test('has at least 40 borders', () => {
    expect(borders.length).toBeGreaterThanOrEqual(40)
  })
})

describe('a seller', () => {
  test.each([
    // Within one country, a territory outside EU VAT is an export, in both directions.
    ['ES', '28001', 'ES', '35001', 0, 'Export to the Canary Islands (outside EU VAT)'],
    ['ES', '35001', 'ES', '28001', 0, 'Export to Spain'],
    ['ES', '35001', 'DE', '10115', 0, 'Export to Germany'],
    ['IT', '23041', 'IT', '00184', 0, 'Export to Italy'],
    ['IT', '00184', 'IT', '23041', 0, 'Export to Livigno (outside EU VAT)'],
    ['IT', '23041', 'IT', '23041', 0, 'no rate for Standard in Livigno'],
    ['DE', '10115', 'DE', '78266', 0, 'Export to Büsingen (outside EU VAT)'],
    ['FR', '75001', 'FR', '97400', 0, 'Export to Réunion (outside EU VAT)'],
    ['RE', '97400', 'FR', '75001', 0, 'Export to France'],
    ['FI', '00100', 'AX', '22100', 0, 'Export to the Åland Islands (outside EU VAT)'],
    // Monaco is France, the Isle of Man the United Kingdom, Liechtenstein and Büsingen are Switzerland.
    ['FR', '75001', 'MC', '98000', 20, 'delivered to Monaco'],
    ['MC', '98000', 'DE', '10115', 19, 'delivered to Germany'],
    ['MC', '98000', 'FR', '75001', 20, 'delivered to France'],
    ['GB', 'SW1A 1AA', 'IM', 'IM1 1AA', 20, 'delivered to the Isle of Man'],
    ['CH', '8001', 'LI', '9490', 8.1, 'delivered to Liechtenstein'],
    ['CH', '8001', 'DE', '78266', 8.1, 'delivered to Büsingen'],
    // Northern Ireland sells and buys goods by EU rules, and within the United Kingdom.
    ['GB', 'BT1 5GS', 'DE', '10115', 19, 'delivered to Germany'],
    ['GB', 'SW1A 1AA', 'DE', '10115', 0, 'Export to Germany'],
    ['GB', 'BT1 5GS', 'GB', 'SW1A 1AA', 20, 'delivered to United Kingdom'],
    ['GB', 'SW1A 1AA', 'GB', 'BT1 5GS', 20, 'delivered to Northern Ireland'],
    ['GB', 'SW1A 1AA', 'GB', 'JE2 3AB', 0, 'Export to Jersey (outside UK VAT)'],
    ['DE', '10115', 'GB', 'SW1A 1AA', 0, 'Export to United Kingdom'],
  ])('in %s %s sells to %s %s at %d %%: %s', (from, postal, country, to, percent, why) => {
    const found = sale(seller(from, { postal }), country, to)
    expect(found.percent).toBe(percent)
    expect(found.why).toContain(why)
  })

  test('below the threshold charges Northern Ireland its own rate', () => {
    expect(sale(seller('DE', { eu_sales: 'origin' }), 'GB', 'BT1 5GS')).toMatchObject({
      percent: 19,
      country: 'DE',
    })
  })

  test('who is registered in Spain charges nothing on the Canary Islands', () => {
    expect(sale(seller('US', { registered: ['ES'] }), 'ES', '35001')).toMatchObject({
      percent: 0,
      country: 'IC',
    })
    expect(sale(seller('US', { registered: ['ES'] }), 'ES', '28001').percent).toBe(21)
  })
})

describe('a business', () => {
  test('in Northern Ireland has a number with XI', () => {
    const found = sale(seller('DE'), 'GB', 'BT1 5GS', 'XI 980 7806 84')
    expect(found.why).toBe('0 %: Reverse charge, business in Northern Ireland with VAT number XI 980 7806 84')
    expect(found.note).toContain('Article 138')
    expect(sale(seller('DE'), 'GB', 'BT1 5GS', 'GB980780684').percent).toBe(20)
    expect(sale(seller('DE'), 'GB', 'BT1 5GS', 'XI980780685').percent).toBe(20)
  })

  test('in Monaco has a French number', () => {
    expect(sale(seller('DE'), 'MC', '98000', 'FR83404833048')).toMatchObject({ percent: 0, country: 'FR' })
  })

  test('enters a British number or one with XI', () => {
    expect(taxIdProblem('GB', 'XI980780684')).toBeUndefined()
    expect(taxIdProblem('GB', 'GB980780684')).toBeUndefined()
    expect(taxIdProblem('GB', 'XI980780685')).toContain('check digit')
  })
})

test('names the tax and the country of territories', () => {
  expect(['MC', 'IM', 'XI', 'LI', 'GB'].map((code) => taxNameOf(code))).toEqual(Array(5).fill('VAT'))
  expect(['XI', 'IC', 'EA', 'AX'].map(countryName)).toEqual([
    'Northern Ireland',
    'Canary Islands',
    'Ceuta & Melilla',
    'Åland Islands',
  ])
  expect(placeOf({ country: 'DE', postal: '10 115' })).toEqual({ country: 'DE', state: '', postal: '10115' })
})
