// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { adminOrder } from '#contract/orders/admin-order.ts'
import { currentToasts } from '#web/lib/toasts.ts'
import { render } from '#web/testing/render.tsx'
import { waitFor } from '#web/testing/wait-for.ts'
import { sampleOf } from '#web/testing/sample.ts'
import { TagsPanel } from './tags-panel.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

it('says why a tag could not be removed', async () => {
  const message = 'Too many requests. Try again in a minute.'
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ message, code: 'limited' }, { status: 429 })))
  const panel = <TagsPanel order={{ ...sampleOf(adminOrder), tags: ['gift'] }} />
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: panel }])} />
    </QueryClientProvider>,
  )
  act(() => container.querySelector<HTMLElement>('[aria-label="Remove tag gift"]')!.click())
  await waitFor(async () => {
    await act(() => Promise.resolve())
    expect(currentToasts().map(({ text }) => text)).toContain(message)
  })
})
