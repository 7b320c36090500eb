import { expect, test } from 'vitest'
import { findState } from '#contract/orders/address/address-format.ts'
import { indianStates } from '#contract/orders/address/india.ts'
import { addressFormats } from './address-formats.ts'
import { addressLines, placeLines } from './address-lines.ts'

const address = {
  fullName: 'Asha Rao',
  company: '',
  line1: '4 Rose Lane',
  line2: '',
  city: '',
  state: '',
  pincode: '',
}

test.each([
  [
    { country: 'IN', city: 'Pune', state: 'MH', pincode: '411001' },
    ['4 Rose Lane', 'Pune 411001', 'Maharashtra', 'India'],
  ],
  [{ country: 'DE', city: 'Berlin', pincode: '10115' }, ['4 Rose Lane', '10115 Berlin', 'Germany']],
  [
    { country: 'US', city: 'San Francisco', state: 'CA', pincode: '94105' },
    ['4 Rose Lane', 'San Francisco, CA 94105', 'United States'],
  ],
  [
    { country: 'AE', city: 'Dubai', state: 'Dubai' },
    ['4 Rose Lane', 'Dubai', 'Dubai', 'United Arab Emirates'],
  ],
  [{ country: 'HK', city: 'Kowloon' }, ['4 Rose Lane', 'Kowloon', 'Hong Kong']],
  [
    { country: 'HK', city: 'Sha Tin', state: '新界' },
    ['4 Rose Lane', 'Sha Tin', 'New Territories', 'Hong Kong'],
  ],
  [{ country: 'SG', city: 'Singapore', pincode: '018956' }, ['4 Rose Lane', 'SINGAPORE 018956', 'Singapore']],
  [{ country: 'MC', city: 'Monaco', pincode: '98000' }, ['4 Rose Lane', 'MC-98000 Monaco', 'Monaco']],
  [{ country: 'MC', city: 'Monaco' }, ['4 Rose Lane', 'Monaco', 'Monaco']],
  [
    { country: 'GB', city: 'London', pincode: 'SW1A 1AA' },
    ['4 Rose Lane', 'London', 'SW1A 1AA', 'United Kingdom'],
  ],
  [{ country: 'QA', city: 'Doha' }, ['4 Rose Lane', 'Doha', 'Qatar']],
  [
    { country: 'JP', city: 'Chiyoda-ku', state: '東京都', pincode: '100-0001' },
    ['4 Rose Lane', 'Chiyoda-ku, Tokyo', '100-0001', 'Japan'],
  ],
  [
    { country: 'JP', line1: '千代田1-1', city: '千代田区', state: '東京都', pincode: '100-0001' },
    ['〒100-0001', '東京都千代田区', '千代田1-1', 'Japan'],
  ],
  [
    { country: 'DE', city: 'Berlin', state: 'Brandenburg', pincode: '10115' },
    ['4 Rose Lane', '10115 Berlin', 'Brandenburg', 'Germany'],
  ],
  [
    { country: 'BR', city: 'São Paulo', state: 'SP', pincode: '01310-100' },
    ['4 Rose Lane', 'São Paulo-SP', '01310-100', 'Brazil'],
  ],
  [{ country: 'XX', city: 'Somewhere' }, ['4 Rose Lane', 'Somewhere', 'XX']],
])('prints %j', (place, lines) => {
  expect(placeLines({ ...address, ...place })).toEqual(lines)
})

test('prints name and company where the country does', () => {
  const person = {
    ...address,
    company: 'Rao & Co',
    line2: '2nd floor',
    city: 'Lyon',
    pincode: '69001',
    country: 'FR',
  }
  expect(addressLines(person)).toEqual([
    'Rao & Co',
    'Asha Rao',
    '4 Rose Lane',
    '2nd floor',
    '69001 Lyon',
    'France',
  ])
  const local = {
    ...address,
    fullName: '山田太郎',
    line1: '千代田1-1',
    city: '千代田区',
    state: '東京都',
    pincode: '100-0001',
    country: 'JP',
  }
  expect(addressLines(local).slice(-2)).toEqual(['山田太郎', 'Japan'])
})

test.each([
  ['US', 'ca', 'CA'],
  ['US', ' California ', 'CA'],
  ['US', 'Calif.', undefined],
  ['JP', 'tokyo', '東京都'],
  ['JP', 'Tokyo (東京都)', '東京都'],
  ['BR', 'Sao Paulo', 'SP'],
  ['BR', 'Amapá', 'AP'],
  ['DE', 'Bayern', undefined],
  ['IN', '', undefined],
])('%s: %j is the state %s', (country, typed, code) => {
  expect(findState(country, typed)).toBe(code)
})

test('every code and every name of a state finds its state', () => {
  for (const [country, { states = [] }] of Object.entries(addressFormats)) {
    for (const [code, name] of states) {
      expect(findState(country, code)).toBe(code)
      expect(findState(country, name)).toBe(code)
    }
  }
})

test('India has the same states in addresses and in settings', () => {
  const states = addressFormats['IN']?.states ?? []
  expect(Object.fromEntries(states.map(([code, name]) => [code, name]))).toEqual(indianStates)
})
