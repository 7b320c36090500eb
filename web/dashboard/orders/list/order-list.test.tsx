// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { adminOrderRow } from '#contract/orders/admin-order.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { OrderListPage } from './order-list-page.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

const sample = { ...sampleOf(adminOrderRow), status: 'confirmed', isOnHold: false }
const rows = [
  { ...sample, id: 1, number: 'READY' },
  { ...sample, id: 2, number: 'HELD', isOnHold: true },
  { ...sample, id: 3, number: 'UNPAID', status: 'pending' },
]

async function open(address: string) {
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname } = new URL(url, 'http://shop.example')
    if (pathname.endsWith('/admin/orders'))
      return Promise.resolve(Response.json({ message: '', data: rows, total: rows.length, methods: [] }))
    return Promise.resolve(Response.json({ message: '', data: [] }))
  })
  const page = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>
      <OrderListPage title="All orders" empty="" />
    </TestPage>
  )
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(async () => {
    await act(() => Promise.resolve())
    expect(container.querySelector('[aria-label="Select all on this page"]')).not.toBeNull()
  })
  return container
}

it('prints documents of the selected orders that can ship', async () => {
  const container = await open('/dashboard/orders')
  act(() => container.querySelector<HTMLElement>('[aria-label="Select all on this page"]')!.click())
  const slips = [...container.querySelectorAll('a')].find(({ text }) => text.startsWith('Print slips'))
  expect(slips?.text).toContain('of 1 order ')
  expect(slips?.href).toContain('READY')
  expect(slips?.href).not.toMatch(/HELD|UNPAID/)
})

it('shows the filter of a tag that no order has any more', async () => {
  const container = await open('/dashboard/orders?tag=fair')
  expect(container.querySelector<HTMLSelectElement>('[aria-label="Tag"]')?.value).toBe('fair')
})
