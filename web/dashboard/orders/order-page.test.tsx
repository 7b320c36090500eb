// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { getAdminOrder } from '#contract/orders/admin-order.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import OrderPage from './order.route.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

const sample = sampleOf(getAdminOrder.answer).data
const neighbour = (number: string) => ({ number, serial: number })
const orders = [
  { ...sample, id: 1, number: 'A', serial: 'A', older: neighbour('B'), newer: null },
  { ...sample, id: 2, number: 'B', serial: 'B', older: null, newer: neighbour('A') },
]

it('what is typed for an order does not move on to the next one', async () => {
  vi.stubGlobal('fetch', (url: string) => {
    const data = orders.find(({ number }) => url.endsWith(`/orders/${number}`))
    // What the panels read besides stays on its way.
    return data ? Promise.resolve(Response.json({ message: '', data })) : new Promise(() => {})
  })
  const page = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', sendsEmail: true }}>
      <OrderPage />
    </TestPage>
  )
  const routes = [{ path: dashboardLinks.order(':number'), element: page }]
  const router = createMemoryRouter(routes, { initialEntries: [dashboardLinks.order('A')] })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const note = () => container.querySelector<HTMLTextAreaElement>('textarea[name=text]')
  const shows = (serial: string) =>
    waitFor(async () => {
      await act(() => Promise.resolve())
      expect(container.querySelector('h1')?.textContent).toBe(`Order ${serial}`)
      expect(note()).not.toBeNull()
    })
  const press = (key: string) =>
    act(async () =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    )
  await shows('A')
  await press('j')
  await shows('B')
  await press('k')
  await shows('A')
  // Both orders are known now, so the page changes at once.
  note()!.value = 'Your mug is on its way'
  await press('j')
  await shows('B')
  expect(note()!.value).toBe('')
})
