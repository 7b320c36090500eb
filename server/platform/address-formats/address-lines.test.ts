import { expect, test } from 'vitest'
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
