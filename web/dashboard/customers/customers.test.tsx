// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { customerDetail } from '#contract/identity/customer.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import CustomerPage from './customer.route.tsx'
import CustomersPage from './customers.route.tsx'

const guest = {
  ...sampleOf(customerDetail),
  id: 7,
  fullName: 'Meera Nair',
  email: 'meera@example.com',
  hasAccount: false,
  emailVerified: false,
  disabled: false,
  orders: 12,
  spent: [
    { currency: 'INR', amount: 1450 },
    { currency: 'USD', amount: 20 },
  ],
  refusedPackages: 2,
  lastOrderAt: '2026-03-01T10:00:00.000Z',
  addresses: [],
  notes: [],
}

/** Opens the list or the page of a guest. `asked` has the addresses of the calls. */
function open(path: string) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    const { pathname } = new URL(url, 'http://shop.example')
    if (pathname.endsWith('/customers')) return Promise.resolve(Response.json({ data: [guest], total: 1 }))
    if (pathname.endsWith('/customers/7')) return Promise.resolve(Response.json({ data: guest }))
    return Promise.resolve(Response.json({ data: [], total: 0 }))
  })
  const shop = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', name: 'Haat' }
  const routes = [
    {
      path: '/dashboard/customers',
      element: (
        <TestPage shop={shop}>
          <CustomersPage />
        </TestPage>
      ),
    },
    {
      path: '/dashboard/customers/:id',
      element: (
        <TestPage shop={shop}>
          <CustomerPage />
        </TestPage>
      ),
    },
  ]
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [path] })} />
    </QueryClientProvider>,
  )
  const shows = (text: string) => act(() => waitFor(() => expect(container.textContent).toContain(text)))
  return { container, asked, shows }
}

it('the list shows guests with orders, spend and refused packages, and sorts by spend', async () => {
  const { container, asked, shows } = open('/dashboard/customers?sort=spent_desc&kind=guest')
  await shows('Meera Nair')
  const cells = [...container.querySelectorAll('tbody td, tbody th')].map((cell) => cell.textContent)
  for (const text of ['meera@example.com', '12', 'Guest', '2']) expect(cells).toContain(text)
  expect(container.textContent).toMatch(/1,450.* \+ .*20/)
  const [call = ''] = asked.filter((url) => url.includes('admin/customers'))
  expect(call).toContain('sort=spent_desc')
  expect(call).toContain('kind=guest')
})

it('the page of a guest has figures and notes, and nothing of an account', async () => {
  const { container, shows } = open('/dashboard/customers/7')
  await shows('None: ordered as a guest')
  await shows('2 came back unpaid')
  const headings = [...container.querySelectorAll('h2')].map((heading) => heading.textContent)
  expect(headings).toContain('Notes')
  expect(headings).not.toContain('Access')
  expect(container.textContent).not.toContain('not confirmed')
})
