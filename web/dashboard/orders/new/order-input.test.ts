import { expect, it } from 'vitest'
import { stateAnswer } from '#web/address/state-answer.ts'
import { orderRequest } from './order-input.ts'

const place = { 'shipping.country': 'IN', 'shipping.pincode': '560001', 'shipping.state': 'Kerala' }

it('a state that staff stand by is sent as confirmed, and no longer once the PIN code changes', () => {
  const shippingOf = (fields: Record<string, string>) =>
    orderRequest({ ...place, ...fields }, [], undefined).shipping
  const answer = { 'shipping.stateConfirmed': stateAnswer({ pincode: '560001', state: 'Kerala' }) }
  expect(shippingOf({})).not.toHaveProperty('keepstate')
  expect(shippingOf(answer)).toHaveProperty('keepstate', true)
  expect(shippingOf({ ...answer, 'shipping.pincode': '560002' })).not.toHaveProperty('keepstate')
})
