import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { checkoutForm } from '../data/order.ts'

/** What shoppers have seen. Times are on the clock of `performance.now()`. */
export interface Seen {
  /** The number of each acknowledged order, by its key. */
  orders: Map<string, string>
  /** When the orders were acknowledged. */
  orderedAt: number[]
  pages: { at: number; ms: number; status: number; isStale: boolean }[]
}

export interface Load {
  seen: Seen
  /** Ends when no call is under way. */
  stop(): Promise<void>
}

const BUYERS = 4
const READERS = 2
const BUYER_PAUSE_MS = 100
const READER_PAUSE_MS = 50
const RETRY_MS = 200
const TIMEOUT_MS = 8000

/**
 * Buyers who order one after the other, each with a key, and repeat a call with its key until it is acknowledged. Readers who
 * read the pages in turn.
 */
export function startLoad(
  address: string,
  { productId, paths }: { productId: number; paths: string[] },
): Load {
  const stopping = new AbortController()
  const seen: Seen = { orders: new Map(), orderedAt: [], pages: [] }

  const send = async (path: string, init: RequestInit = {}) => {
    try {
      const answer = await fetch(address + path, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { status: answer.status, headers: answer.headers, text: await answer.text() }
    } catch {
      return { status: 0, headers: new Headers(), text: '' }
    }
  }

  const buy = async () => {
    while (!stopping.signal.aborted) {
      const key = randomUUID()
      const body = JSON.stringify({ ...checkoutForm, items: [{ productid: productId }] })
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      for (;;) {
        const { status, text } = await send('/api/orders', { method: 'POST', body, headers })
        if (status === 201) {
          seen.orders.set(key, (JSON.parse(text) as { data: { number: string } }).data.number)
          seen.orderedAt.push(performance.now())
          break
        }
        if (status >= 400 && status < 500 && status !== 409 && status !== 429)
          throw new Error(`An order was refused with ${status}: ${text}`)
        await wait(RETRY_MS)
      }
      await wait(BUYER_PAUSE_MS)
    }
  }

  const read = async () => {
    for (let count = 0; !stopping.signal.aborted; count++) {
      const at = performance.now()
      const { status, headers } = await send(paths[count % paths.length] ?? '/')
      const isStale = headers.get('cache-status')?.includes('stale') ?? false
      seen.pages.push({ at, ms: performance.now() - at, status, isStale })
      await wait(READER_PAUSE_MS)
    }
  }

  const people = [...Array.from({ length: BUYERS }, buy), ...Array.from({ length: READERS }, read)]
  // A refused order fails the run when it stops.
  const done = Promise.all(people)
  done.catch(() => stopping.abort())
  return {
    seen,
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** The longest time without an acknowledged order between two moments, in milliseconds, and where it began. */
export function longestGap(
  orderedAt: readonly number[],
  from: number,
  to: number,
): { ms: number; start: number } {
  const moments = [from, ...orderedAt.filter((at) => at > from && at < to), to]
  const gaps = moments
    .slice(1)
    .map((at, index) => ({ ms: at - (moments[index] ?? at), start: moments[index] ?? at }))
  return gaps.reduce((longest, gap) => (gap.ms > longest.ms ? gap : longest), { ms: 0, start: from })
}
