import { expect, test } from 'vitest'
import { storableLabel } from './storable-label.ts'

test('no answer of a carrier is too long to be stored', () => {
  const long = (length: number) => 'x'.repeat(length)
  const label = {
    service: long(101),
    tracking: long(101),
    trackingUrl: long(501),
    pdfUrl: long(2001),
    remote: {},
    price: 5,
    currency: 'RUPEES',
  }
  expect(storableLabel(label)).toEqual({
    service: long(100),
    tracking: long(100),
    trackingUrl: '',
    pdfUrl: '',
    remote: {},
    problem: '',
  })
  const short = { service: 'A', tracking: '1', trackingUrl: 'https://t', pdfUrl: 'https://p', remote: {} }
  expect(storableLabel({ ...short, price: 5, currency: 'INR' })).toEqual({
    ...short,
    price: 5,
    currency: 'INR',
    problem: '',
  })
})
