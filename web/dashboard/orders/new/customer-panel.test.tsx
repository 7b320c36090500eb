// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { getOrderDraft } from '#contract/orders/manual-order.ts'
import type { FormState } from '#web/ui/form/use-form.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { CustomerPanel } from './customer-panel.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

const form = {
  ref: { current: null },
  field: (name: string) => ({ name, error: undefined, defaultValue: undefined }),
  error: () => undefined,
} as unknown as FormState

it.each([
  ['with its address, which its checkbox sends', {}, false],
  ['without the address that was deselected', { invoiceAddress: '' }, true],
])('a draft that becomes a pick-up goes on %s', (_, fields, isHidden) => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>
        <CustomerPanel
          form={form}
          fields={fields}
          quote={undefined}
          handover="pick_up"
          onHandover={() => {}}
          shippingMethods={[]}
          shippingMethod="pick_up"
          onShippingMethod={() => {}}
          draft={sampleOf(getOrderDraft.answer).data}
        />
      </TestPage>
    </QueryClientProvider>,
  )
  const name = container.querySelector('[name="shipping.fullName"]')!
  expect(name.closest('[hidden]') !== null).toBe(isHidden)
})
