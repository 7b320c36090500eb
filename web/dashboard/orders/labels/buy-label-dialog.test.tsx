// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { adminOrder, type AdminOrder } from '#contract/orders/admin-order.ts'
import { quoteLabels } from '#contract/carriers/label.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { BuyLabelDialog } from './buy-label-dialog.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

const sample = sampleOf(adminOrder)
const order: AdminOrder = {
  ...sample,
  lines: [{ ...sample.lines[0]!, lineId: 1, quantity: 3, lefttoship: 3, waitingforstock: 1 }],
}

/** Opens the dialog. `answer` answers the last request for prices. */
function open() {
  let resolve = (_response: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((done) => (resolve = done)))
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>
        <BuyLabelDialog order={order} onClose={() => {}} />
      </TestPage>
    </QueryClientProvider>,
  )
  const button = (name: string) =>
    [...container.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const shows = (name: string) =>
    waitFor(async () => {
      await act(() => Promise.resolve())
      expect(button(name)).toBeDefined()
    })
  return {
    services: () => container.querySelectorAll('input[type=radio]').length,
    press: (name: string) => act(() => button(name)!.click()),
    choose(units: string) {
      const select = container.querySelector('select')!
      select.value = units
      act(() => void select.dispatchEvent(new Event('input', { bubbles: true })))
    },
    async answer() {
      await shows('Asking carriers…')
      resolve(Response.json({ message: '', ...sampleOf(quoteLabels.answer) }))
      await shows('Get prices')
    },
  }
}

it('forgets the prices once other items go into the package', async () => {
  const dialog = open()
  dialog.press('Get prices')
  await dialog.answer()
  expect(dialog.services()).toBe(1)
  dialog.press('Ship what is in stock')
  expect(dialog.services()).toBe(0)
})

it('ignores prices that arrive for an earlier package', async () => {
  const dialog = open()
  dialog.press('Get prices')
  dialog.choose('1')
  await dialog.answer()
  expect(dialog.services()).toBe(0)
  dialog.press('Get prices')
  await dialog.answer()
  expect(dialog.services()).toBe(1)
})
