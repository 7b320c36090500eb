// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { adminOrder } from '#contract/orders/admin-order.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { CloseOrderDialog } from './close-order-dialog.tsx'

const credits = [
  { name: 'Gift card •••• K2MX', amount: 500, givenBack: 100 },
  { name: 'Store credit', amount: 50, givenBack: 50 },
]

it.each([
  ['cancel', '₹400 goes back to gift card •••• K2MX at once. This can’t be undone.'],
  ['return', 'The customer is notified. You can refund afterwards.'],
] as const)('says before a %s what is back on gift cards', (action, sentence) => {
  const order = { ...sampleOf(adminOrder), currency: 'INR', credits }
  const element = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', sendsEmail: true }}>
      <CloseOrderDialog order={order} action={action} onClose={() => {}} />
    </TestPage>
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  expect(document.body.textContent).toContain(sentence)
  expect(document.body.textContent).not.toContain('store credit')
})
