import { describe, expect, it } from 'vitest'
import type { CheckoutLine } from '#contract/checkout.ts'
import { bodyOf, destinationOf, firstObstacle, isComplete } from './checkout-body.ts'

const saved = {
  id: 3,
  fullName: 'Asha Rao',
  phone: '9876543210',
  line1: '4 Rose Lane',
  line2: '',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
  country: 'IN',
  is_default: true,
}

const fields = {
  'contact.email': 'asha@example.com',
  'contact.phone': '9876543210',
  'shipping.fullName': 'Asha Rao',
  'shipping.line1': '4 Rose Lane',
  'shipping.city': 'Pune',
  'shipping.state': 'MH',
  'shipping.pincode': '411001',
  'shipping.country': 'IN',
  sameBilling: 'on',
  shippingMethod: 'standard',
  paymentMethod: 'cod',
  coupon: '',
  note: '',
}

describe('what is sent', () => {
  const around = { saved: undefined, items: undefined, expectedTotal: 499.5 }

  it('is made of the fields', () => {
    expect(bodyOf(fields, around)).toEqual({
      contact: { email: 'asha@example.com', phone: '9876543210' },
      shipping: {
        fullName: 'Asha Rao',
        line1: '4 Rose Lane',
        line2: '',
        city: 'Pune',
        state: 'MH',
        pincode: '411001',
        country: 'IN',
      },
      billing: null,
      shippingMethod: 'standard',
      paymentMethod: 'cod',
      coupon: null,
      note: null,
      expectedTotal: 499.5,
    })
  })

  it('has another bill, the saved address and what is bought at once, where there are such', () => {
    const items = [{ productid: 7, variantid: 9, quantity: 2 }]
    const body = bodyOf(
      { ...fields, sameBilling: 'off', 'billing.city': 'Agra' },
      { ...around, saved, items },
    )
    expect(body).toMatchObject({ shipping: { state: 'Maharashtra' }, billing: { city: 'Agra' }, items })
  })
})

it('costs are asked for at as much of the address as is whole', () => {
  expect(destinationOf({}, undefined)).toEqual({ country: '', state: '', pincode: '' })
  expect(destinationOf({ ...fields, 'shipping.pincode': '4110' }, undefined).pincode).toBe('')
  expect(destinationOf({}, saved)).toEqual({ country: 'IN', state: 'Maharashtra', pincode: '411001' })
})

it('an order can go to a saved address that is complete, in a country of the shop', () => {
  expect(isComplete(saved, ['IN'])).toBe(true)
  expect(isComplete({ ...saved, state: 'Bavaria' }, ['IN'])).toBe(false)
  expect(isComplete(saved, ['DE'])).toBe(false)
})

describe('before it is sent', () => {
  const line = (notices: CheckoutLine['notices']) => ({ variantid: 9, stock: 2, notices }) as CheckoutLine

  it.each([
    [line(['gone']), {}, 'variant.9'],
    [line(['sold_out']), {}, 'variant.9'],
    [line(['too_many']), {}, 'variant.9'],
    [line(['price_up']), {}, 'confirmed'],
    [line(['price_up']), { confirmed: 'on' }, undefined],
    [line([]), { couponText: 'SAVE' }, 'coupon'],
    [line([]), {}, undefined],
  ])('%j with %j has to be settled: %s', (one, typed, path) => {
    expect(firstObstacle([one], typed)?.path).toBe(path)
  })
})
