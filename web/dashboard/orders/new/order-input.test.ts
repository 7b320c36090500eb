import { expect, it } from 'vitest'
import { stateAnswer } from '#web/address/state-answer.ts'
import { orderRequest, quoteInput } from './order-input.ts'

const place = { 'shipping.country': 'IN', 'shipping.pincode': '560001', 'shipping.state': 'Kerala' }

it('a state that staff stand by is sent as confirmed, and no longer once the PIN code changes', () => {
  const shippingOf = (fields: Record<string, string>) =>
    orderRequest({ ...place, ...fields }, [], undefined).shipping
  const answer = { 'shipping.stateConfirmed': stateAnswer({ pincode: '560001', state: 'Kerala' }) }
  expect(shippingOf({})).not.toHaveProperty('keepstate')
  expect(shippingOf(answer)).toHaveProperty('keepstate', true)
  expect(shippingOf({ ...answer, 'shipping.pincode': '560002' })).not.toHaveProperty('keepstate')
})

it('a pick-up sends a name in place of an address, unless the invoice needs one', () => {
  const typed = {
    ...place,
    'contact.name': 'Meera',
    'contact.phone': '98200',
    'billing.company': 'Rao Traders',
  }
  const request = (fields: Record<string, string>) => orderRequest({ ...typed, ...fields }, [], undefined)
  expect(request({ handover: 'delivery' })).toMatchObject({
    contact: { phone: '98200' },
    shipping: { pincode: '560001' },
    billing: { company: 'Rao Traders' },
  })
  expect(request({ handover: 'delivery' }).contact).not.toHaveProperty('name')
  expect(request({ handover: 'pick_up' })).toMatchObject({
    contact: { name: 'Meera' },
    shipping: null,
    billing: null,
  })
  expect(request({ handover: 'pick_up' })).not.toHaveProperty('handedOver')
  expect(request({ handover: 'counter', invoiceAddress: 'on' })).toMatchObject({
    shipping: { pincode: '560001' },
    billing: { company: 'Rao Traders' },
    handedOver: true,
  })
})

it('the costs of a pick-up are quoted without a delivery', () => {
  const fields = { shippingMethod: 'express' }
  expect(quoteInput({ ...fields, handover: 'delivery' }, []).shippingMethod).toBe('express')
  expect(quoteInput({ ...fields, handover: 'counter' }, []).shippingMethod).toBe('pick_up')
})
