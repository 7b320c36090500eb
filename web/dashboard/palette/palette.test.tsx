// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '#contract/identity/auth.ts'
import type { StaffSearchResult } from '#contract/search/staff-search.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { usePalette } from './use-palette.tsx'

const order = {
  number: 'AB12-CD34-EF56',
  serial: 'HT-2026-000123',
  customer: 'Meera Nair',
  status: 'confirmed' as const,
  placedAt: '2026-03-01T10:00:00.000Z',
  total: 1299,
  currency: 'INR',
}
const found: StaffSearchResult = {
  orders: [order, { ...order, number: 'AB12-CD34-EF57', serial: 'HT-2026-000124' }],
  customers: [{ id: 7, fullName: 'Meera Nair', email: 'meera@example.com' }],
  products: [{ id: 3, name: 'Stoneware mug', sku: 'MUG-1', status: 'draft' }],
}
const nothing: StaffSearchResult = { orders: [], customers: null, products: null }

function Frame({ permissions }: { permissions: CurrentUser['permissions'] }) {
  const [user] = useState(() => ({ permissions }) as CurrentUser)
  const { dialog } = usePalette(user)
  const { pathname, state } = useLocation()
  return (
    <>
      <output>{`${pathname} ${JSON.stringify(state)}`}</output>
      <input aria-label="Note" />
      {dialog}
    </>
  )
}

/** Answers of the search by text; a promise decides when. */
let answers: Record<string, StaffSearchResult | Promise<StaffSearchResult> | 'failure'>
beforeEach(() => {
  answers = {}
})
// Files share the browser's storage and its functions.
afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

function open(
  permissions: CurrentUser['permissions'] = ['orders', 'refunds', 'catalog', 'customers', 'settings'],
) {
  vi.stubGlobal('fetch', async (url: string) => {
    const answer = await (answers[new URL(url, 'http://shop.example').searchParams.get('q') ?? ''] ?? nothing)
    return answer === 'failure'
      ? Response.json({ status: false, message: 'Busy', code: 'busy' }, { status: 500 })
      : Response.json({ status: true, message: '', data: answer })
  })
  const shop = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', name: 'Haat' }
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 1 } } })
  const frame = (
    <TestPage shop={shop}>
      <Frame permissions={permissions} />
    </TestPage>
  )
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: frame }])} />
    </QueryClientProvider>,
  )
  const box = () => container.querySelector<HTMLInputElement>('[role=combobox]')
  return {
    container,
    box,
    press: (key: string, options: KeyboardEventInit = {}, on: Element | null = box() ?? document.body) =>
      act(
        () =>
          void on?.dispatchEvent(
            new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options }),
          ),
      ),
    type: (text: string) =>
      act(() => {
        const input = box()!
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }),
    options: () => [...container.querySelectorAll('[role=option]')].map((one) => one.firstChild?.textContent),
    active: () => {
      const id = box()?.getAttribute('aria-activedescendant')
      const option = id ? document.getElementById(id) : null
      return option?.getAttribute('aria-selected') === 'true' ? option.firstChild?.textContent : undefined
    },
    place: () => container.querySelector('output')?.textContent,
    status: () => container.querySelector('[role=status]')?.textContent,
    until: async (check: () => void) => {
      // React renders by itself while the test waits for the pause in typing.
      globalThis.IS_REACT_ACT_ENVIRONMENT = false
      await waitFor(check)
      globalThis.IS_REACT_ACT_ENVIRONMENT = true
    },
  }
}

it('opens by Ctrl+K anywhere and by / outside of fields, and closes by Escape', async () => {
  const { container, box, press } = open()
  press('/', {}, container.querySelector('[aria-label=Note]'))
  expect(box()).toBeNull()
  press('k', { ctrlKey: true }, container.querySelector('[aria-label=Note]'))
  expect(box()?.getAttribute('aria-expanded')).toBe('true')
  act(() => void container.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(box()).toBeNull()
  press('/')
  expect(box()).not.toBeNull()
})

it('lists groups, moves with the arrows around the ends, and opens with Enter', async () => {
  answers['meera'] = found
  const { container, press, type, options, active, place, until, status } = open()
  press('k', { metaKey: true })
  type('meera')
  await until(() =>
    expect(options()).toEqual(['HT-2026-000123', 'HT-2026-000124', 'Meera Nair', 'Stoneware mug']),
  )
  expect(status()).toBe('4 results')
  const groups = [...container.querySelectorAll('[role=listbox] > [role=group]')]
  expect(
    groups.map((group) => document.getElementById(group.getAttribute('aria-labelledby')!)?.textContent),
  ).toEqual(['Orders', 'Customers', 'Products'])
  expect(container.textContent).toContain('Meera Nair · To ship · ₹1,299')
  expect(container.textContent).toContain('MUG-1 · Draft')
  expect(active()).toBe('HT-2026-000123')
  press('ArrowUp')
  expect(active()).toBe('Stoneware mug')
  press('ArrowDown')
  press('ArrowDown')
  press('ArrowDown')
  expect(active()).toBe('Meera Nair')
  press('Enter')
  expect(place()).toContain('/dashboard/customers/7')
  expect(container.querySelector('dialog')).toBeNull()
})

it('finds pages and actions that the person may open, without the server', async () => {
  const { press, type, options, place } = open(['orders'])
  press('/')
  expect(options()).toEqual(['New order', 'Counter sale', 'Ship an order', 'View shop', 'Keyboard shortcuts'])
  type('new ord')
  expect(options()).toEqual(['New order'])
  type('settings tax')
  expect(options()).toEqual([])
  type('pending')
  expect(options()).toEqual(['Pending orders'])
  press('Enter')
  expect(place()).toContain('/dashboard/orders/pending')
})

it('“refund NUMBER” opens the refund of the order', async () => {
  answers['2026-000123'] = { ...found, orders: [order] }
  const { press, type, options, place, box, until } = open()
  press('/')
  type('refund')
  expect(options()).toEqual(['Refund an order'])
  press('Enter')
  expect(box()?.value).toBe('refund ')
  type('refund 2026-000123')
  await until(() => expect(options()).toEqual(['Refund order HT-2026-000123']))
  press('Enter')
  expect(place()).toBe('/dashboard/orders/AB12-CD34-EF56 {"orderAction":"refund"}')
})

it('a late answer never replaces a newer one, and Enter waits for the answer to its text', async () => {
  let answerLate = (_result: StaffSearchResult) => {}
  let answerNew = (_result: StaffSearchResult) => {}
  answers['old'] = new Promise((resolve) => (answerLate = resolve))
  answers['older'] = new Promise((resolve) => (answerNew = resolve))
  const { press, type, options, place, until, container } = open()
  press('/')
  type('old')
  await until(() => expect(container.textContent).toContain('Searching…'))
  type('older')
  press('Enter')
  expect(place()).toBe('/ null')
  act(() => answerLate({ ...nothing, orders: [order] }))
  await until(() => expect(options()).toEqual([]))
  act(() => answerNew({ ...nothing, customers: [{ id: 9, fullName: 'Older', email: '' }] }))
  await until(() => expect(place()).toContain('/dashboard/customers/9'))
})

it('says that nothing was found, and that the search failed', async () => {
  answers['broken'] = 'failure'
  const { press, type, container, status, until } = open()
  press('/')
  type('zzzz')
  await until(() => expect(container.textContent).toContain('Nothing found for “zzzz”'))
  expect(status()).toBe('Nothing found')
  type('broken')
  await until(() => expect(container.textContent).toContain('The search failed.'))
  answers['broken'] = found
  act(() => [...container.querySelectorAll('button')].find((one) => one.textContent === 'Try again')?.click())
  await until(() => expect(container.textContent).toContain('HT-2026-000123'))
})

it('? lists the shortcuts, and shortcuts of one key can be turned off', async () => {
  const { container, press, box } = open()
  press('?', { shiftKey: true })
  expect(container.querySelector('dialog')?.textContent).toContain('Next row of a list')
  act(() => container.querySelector<HTMLInputElement>('dialog [type=checkbox]')?.click())
  act(() => void container.querySelector('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })))
  press('/')
  expect(box()).toBeNull()
  press('k', { ctrlKey: true })
  expect(box()).not.toBeNull()
})
