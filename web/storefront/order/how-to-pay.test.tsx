// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { shopperOrder } from '#contract/orders/order.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { HowToPay } from './how-to-pay.tsx'

const sample = { ...sampleOf(shopperOrder), paymentMethod: 'stripe', upi: null, paymentText: '', due: 450 }
const format = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }

it.each([
  ['pending', false, 'We’ll hold your items until then.'],
  ['confirmed', false, 'We ship your order once it is paid.'],
  ['confirmed', true, 'You can pick up your order once it is paid.'],
] as const)('%s, pick-up %s: %s', (status, isPickUp, text) => {
  const { container } = render(<HowToPay order={{ ...sample, status, isPickUp }} format={format} />)
  expect(container.textContent).toContain(text)
})
