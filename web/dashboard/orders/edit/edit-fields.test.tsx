// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { adminOrder } from '#contract/orders/admin-order.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import type { FormState } from '#web/ui/form/use-form.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { EditFields } from './edit-fields.tsx'

const order = { ...sampleOf(adminOrder), shippingName: 'Standard' }
const preview = {
  ...sampleOf(editOrderLines.answer).data,
  shippingMethods: [
    // The shop has renamed it since.
    { id: 'standard', name: 'By post', price: 0, arrival: '' },
    { id: 'express', name: 'Express', price: 99, arrival: '' },
  ],
}
const form = { error: () => undefined } as unknown as FormState

const shown = (isPickUp: boolean, currentMethod?: string) =>
  render(
    <EditFields
      form={form}
      order={{ ...order, isPickUp }}
      choices={{ discount: '', reason: '', shippingMethod: '', paymentMethod: '' }}
      preview={preview}
      currentMethod={currentMethod}
      format={{ currency: 'INR', locale: 'en-IN' }}
      onChange={() => {}}
    />,
  ).container.querySelector<HTMLSelectElement>('select[name=shippingMethod]')

it('offers the deliveries with their prices, and starts with the one of the order', () => {
  const select = shown(false, 'standard')!
  expect([...select.options].map(({ text }) => text)).toEqual(['By post · Free', 'Express · ₹99'])
  expect(select.value).toBe('standard')
})

it('names the delivery of the order until the others are known', () => {
  expect([...shown(false)!.options].map(({ text }) => text)).toEqual(['Standard'])
})

it('a pick-up stays one', () => {
  expect(shown(true, 'pick_up')).toBeNull()
})
