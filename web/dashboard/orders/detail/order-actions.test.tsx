// @vitest-environment happy-dom
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { render } from '#web/testing/render.tsx'
import { OrderActions } from './order-actions.tsx'

it('J opens the order before, and K the one after, where there is one', async () => {
  const order = { serial: '2', older: { number: 'A1', serial: '1' }, newer: null } as AdminOrder
  const router = createMemoryRouter([{ path: '*', element: <OrderActions order={order} /> }], {
    initialEntries: [dashboardLinks.order('A2')],
  })
  render(<RouterProvider router={router} />)
  const press = async (key: string) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    await act(async () => document.body.dispatchEvent(event))
    return router.state.location.pathname
  }
  expect(await press('k')).toBe(dashboardLinks.order('A2'))
  expect(await press('j')).toBe(dashboardLinks.order('A1'))
})
