import { knowAddressFormats } from '#contract/orders/address/address-format.ts'
import { describe, expect, it } from 'vitest'
import type { CheckoutLine } from '#contract/orders/checkout.ts'
import { orderBody, deliveryDestination, firstProblem, isComplete, stateProblem } from './checkout-body.ts'

knowAddressFormats({
  IN: {
    fields: ['pincode', 'city', 'state', 'line'],
    required: ['city', 'state', 'pincode'],
    names: { city: 'City', state: 'State', pincode: 'PIN code' },
    postal: { pattern: '[1-9]\\d{5}', example: '411001' },
    states: [
      ['KA', 'Karnataka'],
      ['KL', 'Kerala'],
      ['MH', 'Maharashtra'],
      ['UP', 'Uttar Pradesh'],
    ],
  },
})

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
  lines: [],
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

describe('orderBody', () => {
  const context = {
    saved: undefined,
    items: undefined,
    expectedTotal: 499.5,
    expectedCredit: 0,
    deposit: null,
    session: undefined,
  }

  it('builds the request from the fields', () => {
    expect(orderBody(fields, context)).toEqual({
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

  it('includes whom the buyer has named for gift cards', () => {
    expect(orderBody({ ...fields, 'gift.email': '', 'gift.message': '' }, context).gift).toBeUndefined()
    const named = { ...fields, 'gift.email': 'rose@example.com', 'gift.sendOn': '2027-03-01' }
    expect(orderBody(named, context).gift).toEqual({
      email: 'rose@example.com',
      name: '',
      message: '',
      sendOn: '2027-03-01',
    })
  })

  it('includes a billing address, a saved address and a Buy Now item', () => {
    const items = [{ productid: 7, variantid: 9, quantity: 2 }]
    const body = orderBody(
      { ...fields, sameBilling: 'off', 'billing.city': 'Agra' },
      { ...context, saved, items },
    )
    expect(body).toMatchObject({ shipping: { state: 'Maharashtra' }, billing: { city: 'Agra' }, items })
    expect(body).not.toHaveProperty('session')
  })

  it('agrees to the deposit that was shown, if it pays in cash', () => {
    const methods = [
      { id: 'stripe', name: 'Card' },
      { id: 'paypal', name: 'PayPal' },
    ]
    const deposit = { amount: 200, rest: 800, methods }
    const body = (more: Record<string, string>) => orderBody({ ...fields, ...more }, { ...context, deposit })
    expect(body({})).toMatchObject({ expectedDeposit: 200, depositMethod: 'stripe' })
    expect(body({ depositMethod: 'paypal' })).toMatchObject({ depositMethod: 'paypal' })
    expect(body({ paymentMethod: 'stripe' })).not.toHaveProperty('expectedDeposit')
  })

  it('names the checkout of an agent', () =>
    expect(orderBody(fields, { ...context, session: 'secret' })).toMatchObject({ session: 'secret' }))
})

it('bills a company at the delivery address or at another one', () => {
  const context = {
    saved: undefined,
    items: undefined,
    expectedTotal: 1,
    expectedCredit: 0,
    deposit: null,
    session: undefined,
  }
  const company = { 'billing.company': 'Rao Textiles', 'billing.taxId': '27AAPFU0939F1ZV' }
  const billed = { company: 'Rao Textiles', taxId: '27AAPFU0939F1ZV' }
  expect(orderBody({ ...fields, ...company }, context).billing).toMatchObject({ city: 'Pune', ...billed })
  const other = { ...fields, ...company, sameBilling: 'off', 'billing.city': 'Agra' }
  expect(orderBody(other, context).billing).toMatchObject({ city: 'Agra', ...billed })
})

describe('a PIN code of another state', () => {
  const found = { states: ['KL'], city: 'Kochi' }
  const problem = (change: object) => stateProblem({ ...fields, ...change }, 'shipping', found)?.path
  it('is asked about until the shopper decides', () => {
    expect(problem({})).toBe('shipping.state')
    expect(problem({ 'shipping.state': 'KL' })).toBeUndefined()
    expect(problem({ 'shipping.state': 'Kerala' })).toBeUndefined()
    expect(problem({ 'shipping.stateConfirmed': '411001 MH' })).toBeUndefined()
    expect(problem({ 'shipping.stateConfirmed': '411001 GA' })).toBe('shipping.state')
    expect(problem({ 'shipping.country': 'DE' })).toBeUndefined()
    expect(stateProblem(fields, 'shipping', undefined)).toBeUndefined()
  })
})

it('uses only the complete parts of the destination', () => {
  expect(deliveryDestination({}, undefined)).toEqual({ country: '', state: '', pincode: '' })
  expect(deliveryDestination({ ...fields, 'shipping.pincode': '4110' }, undefined).pincode).toBe('')
  expect(deliveryDestination({}, saved)).toEqual({ country: 'IN', state: 'Maharashtra', pincode: '411001' })
})

it('accepts a complete saved address in a delivery country', () => {
  expect(isComplete(saved, ['IN'])).toBe(true)
  expect(isComplete({ ...saved, state: 'Bavaria' }, ['IN'])).toBe(false)
  expect(isComplete(saved, ['DE'])).toBe(false)
})

describe('firstProblem', () => {
  const line = (notices: CheckoutLine['notices']) => ({ variantid: 9, stock: 2, notices }) as CheckoutLine

  it.each([
    [line(['gone']), {}, 'variant.9'],
    [line(['sold_out']), {}, 'variant.9'],
    [line(['too_many']), {}, 'variant.9'],
    [line(['price_up']), {}, 'confirmed'],
    [line(['price_up']), { confirmed: 'on' }, undefined],
    [line([]), {}, undefined],
  ])('of %j with %j is %s', (cartLine, typed, path) => {
    expect(firstProblem([cartLine], typed)?.path).toBe(path)
  })
})

describe('gift cards and store credit', () => {
  const context = { saved: undefined, items: undefined, expectedTotal: 1, deposit: null, session: undefined }
  const credit = (more: Record<string, string>) => {
    const { giftCards, storeCredit, expectedCredit } = orderBody(
      { ...fields, ...more },
      { ...context, expectedCredit: 20 },
    )
    return { giftCards, storeCredit, expectedCredit }
  }

  it('are sent with what was shown that they pay', () => {
    expect(credit({ giftCards: '1.2.a 3.4.b' })).toEqual({
      giftCards: ['1.2.a', '3.4.b'],
      storeCredit: false,
      expectedCredit: 20,
    })
    expect(credit({ storeCredit: 'on' })).toEqual({ giftCards: [], storeCredit: true, expectedCredit: 20 })
    expect(credit({ storeCredit: 'off' })).toEqual({})
  })

  it('that were typed and not applied stop the order', () => {
    expect(firstProblem([], { ...fields, giftCardText: 'ABCD' })).toMatchObject({ path: 'giftCardText' })
  })
})
