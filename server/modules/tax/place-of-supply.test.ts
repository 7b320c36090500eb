import { expect, test } from 'vitest'
import { supplyAddress, taxNames } from './place-of-supply.ts'

const address = (more: object) => ({
  fullName: 'Asha Rao',
  line1: '4 Rose Lane',
  line2: '',
  city: 'Town',
  pincode: '411001',
  country: 'IN',
  state: 'MH',
  ...more,
})
const seller = { state: 'MH', gstin: '' }
const karnataka = { company: 'Rose Traders', taxId: '29AAGCB7383J1Z4', state: 'KA' }
const maharashtra = { company: 'Rose Traders', taxId: '27AAPFU0939F1ZV' }

test.each([
  // Sent to another person: the state of the buyer's registration (IGST Act, section 10(1)(b)).
  ['a gift in Maharashtra from a business in Karnataka', karnataka, { fullName: 'Ravi' }, 'KA', ['IGST']],
  [
    'a gift in Delhi from a business in Maharashtra',
    maharashtra,
    { fullName: 'Ravi', state: 'DL' },
    'MH',
    ['CGST', 'SGST'],
  ],
  [
    'a GSTIN of another state than the bill',
    { ...karnataka, state: 'DL' },
    { fullName: 'Ravi' },
    'KA',
    ['IGST'],
  ],
  // To the buyer itself: where the goods go (a).
  ['the buyer at another place', karnataka, { state: 'DL' }, 'DL', ['IGST']],
  [
    'the company of the buyer',
    karnataka,
    { fullName: 'Ravi', company: 'rose traders ' },
    'MH',
    ['CGST', 'SGST'],
  ],
  // A buyer without a GSTIN: the address of delivery (ca).
  ['a gift from a consumer', { state: 'KA' }, { fullName: 'Ravi' }, 'MH', ['CGST', 'SGST']],
  ['an export', karnataka, { fullName: 'Ravi', country: 'DE', state: 'Bavaria' }, 'Bavaria', ['IGST']],
])('%s', (_name, billing, shipping, state, names) => {
  const supply = supplyAddress({ billingAddress: address(billing), shippingAddress: address(shipping) })
  expect(supply.state).toBe(state)
  expect(taxNames(seller, supply)).toEqual(names)
})
