import { describe, expect, it } from 'vitest'
import type { AgentCheckout } from '#contract/orders/agent-checkout.ts'
import { preparedFields, readSession, storedBefore } from './prepared-fields.ts'

const id = 'AAAAAAAAAAAAAAAAAAAAAA'

it('reads the session of the address, and ignores what cannot be one', () => {
  const read = (search: string) => readSession(new URLSearchParams(search))
  expect(read(`?session=${id}`)).toBe(id)
  for (const search of ['', '?session=', `?session=${id}x`, '?session=a%20b'])
    expect(read(search)).toBeUndefined()
})

const shipping = {
  fullName: 'Asha Rao',
  line1: '4 Rose Lane',
  line2: '',
  city: 'Pune',
  state: 'MH',
  pincode: '411001',
  country: 'IN',
}
const fields = { email: 'asha@example.com', phone: '', shipping, coupon: 'TEN', shippingMethod: 'express' }
const fieldsOf = (change: object = {}) =>
  preparedFields(id, { fields: { ...fields, ...change } } as AgentCheckout)

it('names the fields as the checkout does, without what is unknown', () => {
  expect(fieldsOf()).toEqual({
    'contact.email': 'asha@example.com',
    'shipping.fullName': 'Asha Rao',
    'shipping.line1': '4 Rose Lane',
    'shipping.city': 'Pune',
    'shipping.state': 'MH',
    'shipping.pincode': '411001',
    'shipping.country': 'IN',
    addressId: 'new',
    coupon: 'TEN',
    couponText: 'TEN',
    shippingMethod: 'express',
    session: id,
  })
  expect(fieldsOf({ shipping: { ...shipping, line1: '' } })).not.toHaveProperty('addressId')
  expect(preparedFields(id, { fields: null } as AgentCheckout)).toEqual({})
})

describe('what a tab has stored', () => {
  const prepared = fieldsOf()

  it('comes first where it was typed before, but not the choices of the form', () => {
    const stored = {
      'contact.email': 'own@example.com',
      'contact.phone': '98765 43210',
      'shipping.line1': '',
      'shipping.country': 'IN',
      addressId: '5',
      coupon: '',
      shippingMethod: 'standard',
      note: 'Ring twice',
    }
    const { 'contact.email': email, 'contact.phone': phone, note } = stored
    expect(storedBefore(prepared, stored)).toEqual({ 'contact.email': email, 'contact.phone': phone, note })
  })

  it('keeps an address whole', () => {
    const own = { 'shipping.line1': '7 Lake Road', 'shipping.line2': 'Flat 2', 'shipping.city': '' }
    const all = { ...prepared, ...storedBefore(prepared, own) }
    expect(all).toMatchObject({
      ...own,
      'shipping.fullName': '',
      'shipping.pincode': '',
      'shipping.state': '',
    })
    const line2 = { 'shipping.line1': '', 'shipping.line2': 'Flat 2' }
    expect(storedBefore(prepared, line2)).toEqual({})
  })

  it('comes first in all that belongs to the same checkout, also what was emptied', () => {
    const stored = { session: id, coupon: '', shippingMethod: 'standard' }
    expect(storedBefore(prepared, stored)).toEqual(stored)
  })

  it('of another agent only fills gaps', () => {
    const stored = {
      session: 'B'.repeat(22),
      'contact.email': 'x@example.com',
      'contact.phone': '1',
      coupon: 'X',
    }
    expect(storedBefore(prepared, stored)).toEqual({ 'contact.phone': '1' })
  })

  it('all counts on a page without an agent', () => {
    const stored = { 'shipping.line1': '7 Lake Road', session: id }
    expect(storedBefore({}, stored)).toEqual(stored)
  })
})
