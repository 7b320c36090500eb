// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { links } from '#contract/links.ts'
import type { OrderInput } from '#web/data/checkout/checkout-draft.ts'
import { render } from '#web/testing/render.tsx'
import { TestPage } from '#web/testing/test-page.tsx'
import { nextAttempt } from '#web/data/checkout/send-order.ts'
import { usePlaceOrder } from './use-place-order.ts'

const body = { expectedTotal: 549 } as OrderInput
const order = { number: 'ABCD-EFGH-JKLM', accessToken: 'token', paymentUrl: null }

type Answer = { status: number; body: unknown } | 'lost'
const placed: Answer = { status: 201, body: { status: true, message: 'Order placed', data: order } }
const refused: Answer = {
  status: 409,
  body: { status: false, code: 'out_of_stock', message: 'Only 2 left' },
}

let answers: Answer[] = []
let keys: (string | null)[] = []
/** The page that has taken the place of the checkout. */
let opened: string | undefined
const browserFetch = globalThis.fetch

beforeEach(() => {
  sessionStorage.clear()
  answers = []
  keys = []
  opened = undefined
  vi.spyOn(location, 'replace').mockImplementation((url) => {
    opened = String(url)
    // Back returns to the checkout at once.
    setTimeout(() => dispatchEvent(new Event('pageshow')))
  })
  // The server of the checkout: it gives the prepared answers and records the idempotency keys.
  globalThis.fetch = (_url, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'))
    const answer = answers.shift() ?? 'lost'
    if (answer === 'lost') return Promise.reject(new TypeError('Failed to fetch'))
    return Promise.resolve(Response.json(answer.body, { status: answer.status }))
  }
})

afterEach(() => {
  globalThis.fetch = browserFetch
  vi.restoreAllMocks()
})

/** Opens the checkout. `hook()` is the latest state of the hook. */
function openCheckout() {
  const latest: { hook?: ReturnType<typeof usePlaceOrder> } = {}
  function Checkout() {
    const hook = usePlaceOrder(null)
    useLayoutEffect(() => {
      latest.hook = hook
    })
    return null
  }
  const client = new QueryClient()
  client.setQueryData(['personal', 'cart'], [])
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <TestPage url={links.checkout()}>
        <Checkout />
      </TestPage>
    </QueryClientProvider>,
  )
  /** Runs an action; returns the message of its rejection, if any. */
  const run = async (action: () => Promise<void>) => {
    let message: string | undefined
    await act(async () => {
      await action().catch((error: Error) => (message = error.message))
    })
    return message
  }
  return {
    unmount,
    hook: () => latest.hook!,
    isCartStale: () => client.getQueryState(['personal', 'cart'])?.isInvalidated,
    place: (input = body, onPlaced = () => Promise.resolve()) =>
      run(() => latest.hook!.place(input, onPlaced)),
    retry: () => run(() => latest.hook!.retry(latest.hook!.pending!)),
  }
}

describe('usePlaceOrder', () => {
  it('opens the placed order in place of the checkout', async () => {
    answers = [placed]
    const page = openCheckout()
    let saves = 0
    await page.place(body, () => Promise.resolve(void saves++))
    expect(opened).toBe(links.order(order.number, order.accessToken, 'placed'))
    expect(saves).toBe(1)
    page.unmount()
    expect(openCheckout().hook().pending).toBeUndefined()
  })

  it('opens the order even if saving the address fails', async () => {
    answers = [placed]
    const page = openCheckout()
    await page.place(body, () => Promise.reject(new Error('Too many addresses')))
    expect(opened).toContain(order.number)
  })

  it('rejects a refused order, refetches the cart and uses a new key next time', async () => {
    answers = [refused, placed]
    const page = openCheckout()
    expect(await page.place()).toBe('Only 2 left')
    expect(page.hook().pending).toBeUndefined()
    expect(page.isCartStale()).toBe(true)
    expect(opened).toBeUndefined()
    await page.place()
    expect(new Set(keys).size).toBe(2)
  })

  it.each<[string, Answer]>([
    ['a lost response', 'lost'],
    ['a failure of the server', { status: 502, body: undefined }],
  ])('keeps an order pending after %s, also across a reload', async (_name, answer) => {
    answers = [answer]
    const page = openCheckout()
    expect(await page.place()).toBeUndefined()
    expect(page.hook().pending?.body).toEqual(body)
    page.unmount()
    answers = [placed]
    const reloaded = openCheckout()
    await reloaded.retry()
    expect(opened).toContain(order.number)
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })

  it('is no longer pending if the server refuses the retry', async () => {
    answers = ['lost', refused]
    const page = openCheckout()
    await page.place()
    expect(await page.retry()).toBe('Only 2 left')
    page.unmount()
    expect(openCheckout().hook().pending).toBeUndefined()
  })

  it('returns to the form, which sends the same order with the same key', async () => {
    answers = ['lost', 'lost', 'lost']
    const page = openCheckout()
    await page.place()
    act(() => page.hook().dismiss())
    expect(page.hook().pending).toBeUndefined()
    await page.place()
    act(() => page.hook().dismiss())
    await page.place({ ...body, expectedTotal: 600 })
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })
})

describe('nextAttempt', () => {
  it('keeps the key of an unchanged order only', () => {
    const first = nextAttempt(undefined, body)
    expect(nextAttempt(first, { ...body })).toBe(first)
    expect(nextAttempt(first, { ...body, expectedTotal: 600 }).key).not.toBe(first.key)
  })
})
