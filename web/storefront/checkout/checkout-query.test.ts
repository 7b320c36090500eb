import { expect, it } from 'vitest'
import { checkoutQuery } from './checkout-query.ts'

const fields = {
  'shipping.country': 'FR',
  'shipping.state': '',
  'shipping.pincode': '75001',
  shippingMethod: 'standard',
  coupon: '',
}
const query = (change: Record<string, string>) =>
  checkoutQuery({ ...fields, ...change }, { addresses: [], item: undefined })

it('asks for the costs of the destination and the choices, without unknown parts', () => {
  expect(query({})).toEqual({ country: 'FR', pincode: '75001', shippingMethod: 'standard' })
})

it('includes the tax number of a company, so the total before the order has its tax', () => {
  expect(query({ 'billing.taxId': ' FR40303265045 ' }).taxId).toBe('FR40303265045')
  expect(query({ 'billing.taxId': 'F'.repeat(41) })).not.toHaveProperty('taxId')
})
