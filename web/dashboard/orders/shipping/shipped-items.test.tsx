// @vitest-environment happy-dom
import { act } from 'react'
import { expect, it } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { readFields } from '#web/ui/form/draft/draft-fields.ts'
import { render } from '#web/testing/render.tsx'
import { shippedItems } from './shipped-items.tsx'

type Line = AdminOrder['lines'][number]
const mug = {
  lineId: 1,
  productname: 'Stoneware mug',
  options: {},
  lefttoship: 3,
  waitingforstock: 1,
} as Line
const bowl = { ...mug, lineId: 2, productname: 'Bowl', options: { Size: 'S' }, waitingforstock: 0 }

function shown(lines: Line[], options?: { onlyInStock: boolean }) {
  const field = shippedItems(lines, options)
  const { container } = render(<form>{field.control({} as never)}</form>)
  const form = container.querySelector('form')!
  const read = () => field.read({ name: 'lines', texts: readFields(form), state: undefined, states: {} })
  return { container, read, button: container.querySelector('button') }
}

it('fills in what is in stock, and says which lines wait', () => {
  const { container, read, button } = shown([mug, bowl])
  expect(container.textContent).toContain('Stoneware mug: 2 of 3 in stock')
  expect(container.textContent).not.toContain('Bowl (S): 3')
  expect(read()).toEqual([
    { lineId: 1, quantity: 3 },
    { lineId: 2, quantity: 3 },
  ])
  act(() => button!.click())
  expect(read()).toEqual([
    { lineId: 1, quantity: 2 },
    { lineId: 2, quantity: 3 },
  ])
  // After another choice, too.
  container.querySelectorAll('select')[1]!.value = '0'
  act(() => button!.click())
  expect(read()).toHaveLength(2)
})

it('starts with what is in stock if it was asked to', () => {
  expect(shown([mug], { onlyInStock: true }).read()).toEqual([{ lineId: 1, quantity: 2 }])
})

it('offers nothing where all or none of it is in stock', () => {
  expect(shown([bowl]).button).toBeNull()
  const none = shown([{ ...mug, waitingforstock: 3 }])
  expect(none.button).toBeNull()
  expect(none.container.textContent).toContain('Stoneware mug: 0 of 3 in stock')
})
