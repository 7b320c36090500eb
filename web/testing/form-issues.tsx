import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { endpoints } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { render } from './render.tsx'
import { pathsOf, sampleOf } from './sample.ts'
import { TestPage } from './test-page.tsx'

/** A path that no form knows. */
const unknownPath = 'something.else'

/** Every path that an endpoint can refuse, and one that it cannot. */
export const refusablePaths = ({ input, files = {} }: Endpoint): string[] => [
  ...pathsOf(input),
  ...Object.keys(files),
  unknownPath,
]

/**
 * Renders a form whose reads are answered with samples of the contract, and submits it. The server refuses all paths at once,
 * then each one alone whose own message is missing. The result has the paths of which neither a field nor the form's head
 * says anything. `opener` is the text of the button that opens the form, if it is not open.
 */
export async function findLostIssues(
  node: ReactNode,
  label: string,
  paths: readonly string[],
  opener?: string,
): Promise<string[]> {
  let refused = paths
  const sent: string[] = []
  vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
    const endpoint = endpoints.find((one) => one.method === method && matches(one.path, url))
    if (!endpoint) throw new Error(`No endpoint answers ${method} ${url}`)
    if (isRead(endpoint))
      return Promise.resolve(Response.json({ message: 'OK', ...(sampleOf(endpoint.answer) as object) }))
    sent.push(url)
    const issues = refused.map((path) => ({ path, message: messageOf(path) }))
    return Promise.resolve(
      Response.json({ message: refusal, code: 'invalid_input', issues }, { status: 400 }),
    )
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const router = createMemoryRouter(
    [
      { path: '/:id', element: <TestPage url="/1?token=x">{node}</TestPage> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/1?token=x'] },
  )
  const { container, unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const form = () =>
    [...container.querySelectorAll('form')].find((one) => !label || one.getAttribute('aria-label') === label)
  const button = [...container.querySelectorAll('button')].find((one) => one.textContent === opener)
  act(() => button?.click())
  await until(() => form() !== undefined, `There is no form ${label}`)
  /** Refuses these paths. Returns those whose message is not shown. */
  async function refuse(some: readonly string[]): Promise<string[]> {
    refused = some
    const count = sent.length
    const element = form()
    await act(async () => {
      element?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
      await until(() => sent.length > count, `${label} was not sent: ${element?.textContent}`)
    })
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    return some.filter((path) => !element?.textContent.includes(messageOf(path)))
  }

  const lost: string[] = []
  for (const path of await refuse(paths)) {
    const [missing] = await refuse([path])
    if (missing && !saysSomething(form())) lost.push(missing)
  }
  unmount()
  return lost
}

/** Waits for a condition that renders and requests make true within a moment. */
const until = (condition: () => boolean, otherwise: string) =>
  vi.waitFor(
    async () => {
      await act(() => Promise.resolve())
      if (!condition()) throw new Error(otherwise)
    },
    { interval: 1, timeout: 20_000 },
  )

const messageOf = (path: string) => `Refused: ${path}.`

const refusal = 'Check your input.'

/**
 * Whether the head has the server's message, or a field is marked as invalid and described by a text of its own, such as
 * "Select a category".
 */
const saysSomething = (form: HTMLElement | undefined) =>
  form?.textContent.includes(refusal) ||
  [...(form?.querySelectorAll('[aria-invalid=true]') ?? [])].some((control) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .some((id) => id.endsWith('-error') && form?.querySelector(`[id="${id}"]`)?.textContent),
  )

const isRead = ({ method, audience, path }: Endpoint) =>
  method === 'GET' || audience === 'public' || path.includes('preview') || path.endsWith('/quote')

const matches = (path: string, url: string) =>
  new RegExp(`^/api/${path.replace(/:\w+/g, '[^/]+')}$`).test(url.split('?')[0] ?? '')
