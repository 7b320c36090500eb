// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { adminOrder } from '#contract/orders/admin-order.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { ShipmentPanel } from './shipment-panel.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

const sample = sampleOf(adminOrder)
const order = { ...sample, shipments: [{ ...sample.shipments[0]!, deliveredAt: null }] }

it.each([
  ['offers a label for a package without one', Response.json({ message: '', data: [] }), 'Buy label'],
  ['offers none while it is unknown whether there is one', undefined, undefined],
  ['offers none if that can’t be read', Response.json({ message: 'Busy' }, { status: 500 }), undefined],
])('%s', async (_, answer, text) => {
  vi.stubGlobal('fetch', () => (answer ? Promise.resolve(answer) : new Promise(() => {})))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>
        <ShipmentPanel order={order} />
      </TestPage>
    </QueryClientProvider>,
  )
  await waitFor(async () => {
    await act(() => Promise.resolve())
    expect(client.isFetching()).toBe(answer ? 0 : 1)
  })
  await act(() => new Promise((done) => setTimeout(done)))
  const button = container.querySelector('[aria-label="Buy a label for shipment"]')
  expect(button?.textContent).toBe(text)
})
