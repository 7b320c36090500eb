// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { getPaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
import { getSettings } from '#contract/settings/settings.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { WaysPanel } from './ways-panel.tsx'

const settings = sampleOf(getSettings.answer).data
const accounts = sampleOf(getPaymentAccounts.answer).data
const [account] = accounts.accounts

function shown(isCashOn: boolean) {
  const element = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', sendsEmail: true }}>
      <WaysPanel
        settings={{
          ...settings,
          payment: { ...settings.payment, cod: isCashOn, bank_transfer: false, upi: false, order: [] },
        }}
        accounts={{
          ...accounts,
          environment: null,
          accounts: [
            // Razorpay knows a merchant by the key only.
            {
              ...account!,
              provider: 'razorpay',
              state: 'in_use',
              problem: '',
              name: 'rzp_test_…ests',
              key: 'rzp_test_…ests',
            },
            {
              ...account!,
              provider: 'razorpay',
              state: 'retired',
              problem: '',
              name: 'rzp_test_…old1',
              key: 'rzp_test_…old1',
            },
          ],
        }}
      />
    </TestPage>
  )
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element }])} />
    </QueryClientProvider>,
  )
  return container
}

test('two ways to pay can be sorted, a single one cannot', () => {
  const moves = (container: HTMLElement) => container.querySelectorAll('button[aria-label^="Move "]').length
  expect(moves(shown(true))).toBe(4)
  expect(moves(shown(false))).toBe(0)
})

test('a merchant that is known by its key is named once', () => {
  const text = shown(false).textContent ?? ''
  for (const key of ['rzp_test_…ests', 'rzp_test_…old1']) expect(text.split(key)).toHaveLength(2)
})
