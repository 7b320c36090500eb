// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, vi } from 'vitest'
import { getAgentPlatforms, getAgentSessions } from '#contract/agents/agent.ts'
import { render } from '#web/testing/render.tsx'
import { sampleOf } from '#web/testing/sample.ts'
import { TestPage } from '#web/testing/test-page.tsx'
import AgentsPage from './agents.route.tsx'
import AgentSessionsPage from './sessions.route.tsx'
import AgentSettings from './settings.route.tsx'

const addresses = {
  profile: 'https://shop.example/.well-known/ucp',
  mcp: 'https://shop.example/mcp',
}
const platform = {
  ...sampleOf(getAgentPlatforms.answer).data[0]!,
  id: 7,
  host: 'agent.example',
  profileUrl: 'https://agent.example/ucp.json',
  orders: 3,
  sales: 450,
  openSessions: 0,
  blockedAt: null,
  version: 4,
}

/** Opens a page with these answers by path. Returns the page, and the changes that it sends. */
async function open(page: ReactNode, answers: Record<string, object>) {
  const sent: { method: string; url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method !== 'GET') {
      sent.push({ method, url, body: typeof body === 'string' ? JSON.parse(body) : undefined })
      return Promise.resolve(Response.json({ message: 'Done', data: {} }))
    }
    const path = Object.keys(answers).find((end) =>
      new URL(url, 'http://shop.example').pathname.endsWith(end),
    )
    return Promise.resolve(Response.json(path ? answers[path] : { data: [], total: 0 }))
  })
  const shop = { currency: 'INR', locale: 'en-IN', timeZone: 'Asia/Kolkata', name: 'Haat' }
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: <TestPage shop={shop}>{page}</TestPage> }])}
      />
    </QueryClientProvider>,
  )
  const waitFor = (check: () => void) => act(() => vi.waitFor(check, { timeout: 10_000 }))
  const shows = (text: string) => waitFor(() => expect(container.textContent).toContain(text))
  const button = (name: string) =>
    [...document.querySelectorAll('button')].findLast(
      (one) => one.getAttribute('aria-label') === name || one.textContent === name,
    )
  return { container, sent, shows, waitFor, press: (name: string) => act(() => button(name)?.click()) }
}

it('a shop without agents says where they find it', async () => {
  const { shows } = await open(<AgentsPage />, { '/keys': { data: [], addresses } })
  await shows('No agent has visited yet')
  await shows('find your shop at https://shop.example/.well-known/ucp.')
})

it('a platform is blocked after a question, and unblocked at once', async () => {
  const blocked = { ...platform, id: 8, host: 'bad.example', blockedAt: platform.lastUsedAt }
  const { shows, waitFor, press, sent } = await open(<AgentsPage />, {
    '/platforms': { data: [platform, blocked], total: 2 },
  })
  await shows('agent.example')
  await shows('₹450')
  press('Block agent.example')
  await shows('Block agent.example?')
  expect(sent).toEqual([])
  press('Block platform')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'PATCH', body: { blocked: true, version: 4 } })
  expect(sent[0]?.url).toMatch(/platforms\/7$/)
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  press('Unblock bad.example')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toMatchObject({ body: { blocked: false } })
})

it('a checkout shows its state and its order', async () => {
  const session = sampleOf(getAgentSessions.answer).data[0]!
  const order = { number: 'A1', serial: '2026-000123', total: 999, currency: 'INR' }
  const { container, shows } = await open(<AgentSessionsPage />, {
    '/sessions': {
      data: [
        { ...session, key: 1, state: 'ordered', order },
        { ...session, key: 2, state: 'expired', order: null },
      ],
      total: 2,
    },
  })
  await shows('2026-000123')
  expect(container.querySelector('a[href="/dashboard/orders/A1"]')?.textContent).toBe('2026-000123')
  const rows = [...container.querySelectorAll('tbody tr, tr')].map(({ textContent }) => textContent)
  expect(rows.filter((row) => /^(Ordered|Expired)/.test(row))).toHaveLength(2)
})

it('the key is replaced after a question', async () => {
  const key = { kid: 'key-1', created_at: platform.lastUsedAt, retiredAt: null, publishedUntil: null }
  const { container, shows, waitFor, press, sent } = await open(<AgentSettings />, {
    '/keys': { data: [key], addresses },
    '/settings': { data: { agents: { catalog: true, checkout: true, version: 1 } } },
  })
  await shows('key-1')
  await shows('in use')
  expect(
    [...container.querySelectorAll('input[readonly]')].map((input) => (input as HTMLInputElement).value),
  ).toEqual(Object.values(addresses))
  press('Replace key')
  expect(sent).toEqual([])
  press('Replace key')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'POST', url: expect.stringContaining('/keys/key-1/replace') })
})
