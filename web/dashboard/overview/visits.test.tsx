// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { getSession } from '#contract/identity/auth.ts'
import { getOverview } from '#contract/reports/report.ts'
import { adminKey } from '#web/data/admin/query.ts'
import { sessionQuery } from '#web/data/account/session-query.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import { Visits } from './visits.tsx'

// Files share the functions of the browser.
afterEach(() => vi.unstubAllGlobals())

function shown(visitors: number | null, permissions: readonly string[]) {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const client = new QueryClient()
  const signedIn = sampleOf(getSession.answer).data!
  client.setQueryData(sessionQuery.queryKey, {
    ...signedIn,
    user: { ...signedIn.user, permissions },
  })
  client.setQueryData(adminKey('GET admin/reports/visitors-now', {}), { data: { visitors } })
  client.setQueryData(adminKey('GET admin/reports/overview', { days: '7' }), sampleOf(getOverview.answer))
  const visits = (
    <TestPage shop={{ currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata' }}>
      <Visits days="7" />
    </TestPage>
  )
  const router = createMemoryRouter([{ path: '*', element: visits }])
  const { container } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { container, router }
}

it('says how many people are in the shop, and since when they count', () => {
  expect(shown(3, ['reports']).container.textContent).toContain('3 people in the shop in the last 5 minutes')
})

it('leads to the setting that counts visitors, within the dashboard', async () => {
  const { container, router } = shown(null, ['reports', 'settings'])
  await act(async () => container.querySelector<HTMLElement>('a')!.click())
  expect(router.state.location.pathname).toBe('/dashboard/settings/retention')
})

it('has no link for people who cannot open the settings', () => {
  const { container } = shown(null, ['reports'])
  expect(container.textContent).toContain('Visitors are not counted')
  expect(container.querySelector('a')).toBeNull()
})
