// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { getAdminCollection } from '#contract/catalog/admin/collection.ts'
import { getCoupon } from '#contract/promotions/coupon.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { CollectionForm } from '../collections/collection-form.tsx'
import { CouponForm } from '../coupons/coupon-form.tsx'

const coupon = {
  ...sampleOf(getCoupon.answer).data,
  id: 7,
  code: 'SUMMER',
  kind: 'percent' as const,
  percent: 10,
  amount: null,
  version: 1,
}
const vase = { id: 3, name: 'Vase', file: 'vase.webp', seen: true }
const mug = { id: 4, name: 'Mug', file: 'mug.webp', seen: true }
const collection = {
  ...sampleOf(getAdminCollection.answer).data,
  id: 7,
  slug: 'table',
  description: 'For the table',
  rule: null,
  products: [vase],
  version: 1,
}

interface Edit {
  form: ReactNode
  path: string
  /** The record with the other person's change, and what the server names of it. */
  theirs: object
  changed: string
  /** What this person types. */
  field: string
  typed: string
}

/** Sends the form after another person's change. Returns the question, and what is saved with its first answer. */
async function saveAfter({ form, path, theirs, changed, field, typed }: Edit) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Promise.resolve(Response.json({ data: url.endsWith(path) ? theirs : [] }))
    if (method !== 'PATCH') return Promise.resolve(Response.json({ data: [], response: [], total: 0 }))
    sent.push(JSON.parse(body as string) as Record<string, unknown>)
    if (sent.length > 1) return Promise.resolve(Response.json({ message: 'Saved', data: theirs }))
    const issues = [{ path: changed, message: 'Changed by Asha' }]
    const conflict = { message: 'Asha has edited this.', code: 'version_conflict', issues }
    return Promise.resolve(Response.json(conflict, { status: 409 }))
  })
  const page = <TestPage shop={{ currency: 'INR', locale: 'en-IN' }}>{form}</TestPage>
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />
    </QueryClientProvider>,
  )
  const input = container.querySelector<HTMLInputElement>(`[name=${field}]`)
  await act(async () => {
    if (input) input.value = typed
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    input?.form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    await vi.waitUntil(() => sent.length === 1)
  })
  const dialog = await vi.waitUntil(() => container.querySelector('dialog'))
  const parts = [...dialog.querySelectorAll('fieldset')].map(({ textContent }) => textContent)
  await act(async () => {
    ;[...dialog.querySelectorAll('button')].at(-1)?.click()
    await vi.waitUntil(() => sent.length === 2)
  })
  return { parts, saved: sent[1] }
}

it('keeps the percentage that another person gave a coupon, and the new code', async () => {
  const { parts, saved } = await saveAfter({
    form: <CouponForm coupon={coupon} timeZone="Asia/Kolkata" />,
    path: '/admin/coupons/7',
    theirs: { ...coupon, percent: 20, version: 2 },
    changed: 'percent',
    field: 'code',
    typed: 'WINTER',
  })
  expect(parts).toEqual(['Discount typeChanged by AshaKeep mine10%Use theirs20%'])
  expect(saved).toMatchObject({ code: 'WINTER', kind: 'percent', percent: 20, amount: null, version: 2 })
})

it('keeps the products that another person chose for a collection, and the new description', async () => {
  const { parts, saved } = await saveAfter({
    form: <CollectionForm collection={collection} />,
    path: '/admin/collections/7',
    theirs: { ...collection, products: [mug, vase], version: 2 },
    changed: 'productIds',
    field: 'description',
    typed: 'For every table',
  })
  expect(parts).toEqual([
    'Product selectionChanged by AshaKeep mineBy hand\nVaseUse theirsBy hand\nMug\nVase',
  ])
  expect(saved).toMatchObject({ description: 'For every table', rule: null, productIds: [4, 3], version: 2 })
})
