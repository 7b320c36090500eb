import { createHash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

/**
 * Failures to inject: `down` has a fault of its own, `dead` cuts the connection, `slow` never answers, `no` refuses for good;
 * none of them does the work. `lost` does it and cuts the connection, `nonsense` does it and answers a page.
 */
export type Mood = 'fine' | 'down' | 'dead' | 'slow' | 'no' | 'lost' | 'nonsense'
export type Moods = Record<
  'open' | 'look' | 'close' | 'refund' | 'getRefund' | 'dispute' | 'capture' | 'release',
  Mood
>

export const fineMoods = (): Moods => ({
  open: 'fine',
  look: 'fine',
  close: 'fine',
  refund: 'fine',
  getRefund: 'fine',
  dispute: 'fine',
  capture: 'fine',
  release: 'fine',
})

/** How long the shop waits for a call of a provider that is slow. */
export const SLOW_MS = 150

/** A provider that waits less while a server is slow. Elsewhere a loaded machine would make it give up. */
export const hurriedWhenSlow = (
  mood: Moods,
  usual: PaymentProvider,
  hurried: PaymentProvider,
): PaymentProvider =>
  new Proxy(usual, {
    get: (_, name) => Reflect.get(Object.values(mood).includes('slow') ? hurried : usual, name) as unknown,
  })

/** A webhook message. */
export interface Message {
  payload: string
  headers: Record<string, string>
}

interface MessageOptions {
  /** The id of the event. The same id is the same event. */
  id?: string
  /** Signed by somebody else. */
  isForeign?: boolean
}

/** A refund of the provider, whatever its form. */
interface SentRefund {
  id: string
  amount: number
}

/** A provider on this machine that answers as its documentation says, and the actions of shoppers and banks there. */
export interface PaymentServer {
  provider: PaymentProvider
  /** What the shop sells in. */
  currency: string
  mood: Moods
  /** Whether the shop can close a page before its end. */
  closesPages: boolean
  /** Requests that the documentation does not have. */
  unknown: readonly string[]
  /** How many pages were opened for an order, and whether the latest can still be paid. */
  opened(order: string): number
  isOpen(order: string): boolean
  /** The shopper pays. Another amount or currency simulates fraud or a fault. */
  pay(order: string, wrong?: { amount?: number; currency?: string }): void
  /** The shopper pays by a method that takes days, then succeeds or fails. */
  payLater(order: string): void
  settle(order: string, worked: boolean): void
  /** The page reaches its end unpaid. */
  expire(order: string): void
  /** The money of an order left at the provider, in minor units. */
  held(order: string): number
  /** Whether it can reserve money. Then what was authorised of an order and is neither captured nor released, and its captures. */
  authorizes: boolean
  authorized(order: string): number
  captures(order: string): number[]
  /** The authorisation of an order reaches its end. */
  expireAuthorization(order: string): void
  /** How later captures begin, and what the bank decides about the latest. Undefined where a capture is decided at once. */
  captureSlowly?: { begin(how: 'done' | 'processing'): void; end(order: string, worked: boolean): void }
  /** The provider forgets idempotency keys, as after a day. */
  forgetKeys(): void
  /** The refunds of an order, oldest first. */
  refunds(order: string): SentRefund[]
  /** How later refunds begin. */
  refundsBegin(how: 'done' | 'processing'): void
  /** The bank sends the latest refund, or rejects it. */
  endRefund(order: string, worked: boolean): void
  /** The customer asks the bank for the money, and the bank decides. */
  dispute(order: string): void
  decideDispute(order: string, isWon: boolean): void
  /** A message about what has happened: `old` is one from before it. */
  message(
    about: 'payment' | 'refund' | 'dispute' | 'stranger',
    order: string,
    options?: MessageOptions,
  ): Message
  stop(): Promise<void>
}

/** What a server answers. */
export interface Reply {
  status: number
  body: object
}

/** A request that the provider refuses, in its form of an error. */
export class Refused extends Error {
  override name = 'Refused'
  readonly reply: Reply

  constructor(status: number, body: object) {
    super(JSON.stringify(body))
    this.reply = { status, body }
  }
}

/** A request as it arrived. */
export interface Asked {
  /** `POST /v1/refunds` */
  call: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}

/** What a request does: the kind whose mood applies, and the work. */
export interface Route {
  kind?: keyof Moods
  work(): Reply
}

interface ServerOptions {
  mood: Moods
  /** Throws a `Refused`. */
  route(asked: Asked): Route
  /** The provider's own failures. */
  down: Reply
  no: Reply
  /** Browsers pay here with a POST; returns where the shopper goes then. */
  page(id: string, isPaying: boolean): string
}

/** Starts a server on a free port. It lists requests that the documentation does not have in `unknown`. */
export async function startPaymentServer({ mood, route, down, no, page }: ServerOptions) {
  const unknown: string[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost')
      const { method = '', headers } = request
      const body = await text(request)
      if (pathname.startsWith('/pay/')) {
        const next = page(pathname.slice(5), method === 'POST')
        if (method === 'POST') return response.writeHead(303, { location: next }).end()
        const html =
          '<!doctype html><html lang="en"><title>Pay</title><form method="post"><button>Pay</button></form>'
        return response.writeHead(200, { 'content-type': 'text/html' }).end(html)
      }
      const answer = ({ status, body: answered }: Reply) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answered))
      try {
        const { kind, work } = route({ call: `${method} ${pathname}`, query, headers, body })
        const current = kind === undefined ? 'fine' : mood[kind]
        if (current === 'slow') return undefined
        if (current === 'dead') return response.destroy()
        if (current === 'down') return answer(down)
        if (current === 'no') return answer(no)
        const reply = repliedBy(work)
        if (current === 'lost') return response.destroy()
        if (current === 'nonsense') return response.writeHead(200).end('<html>Hello</html>')
        return answer(reply)
      } catch (error) {
        if (error instanceof Refused) return answer(error.reply)
        unknown.push(`${method} ${pathname}: ${String(error)}`)
        return answer(down)
      }
    })()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    unknown,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** What the work answers, also if it refuses. */
function repliedBy(work: () => Reply): Reply {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

/** Remembers answers by key: the same key and request run once. `conflict` is thrown for the key with another request. */
export function rememberedAnswers(conflict: () => Refused) {
  const answered = new Map<string, { hash: string; reply: Reply }>()
  return {
    forget: () => answered.clear(),
    once(key: string | undefined, { call, body }: Asked, work: () => Reply): Reply {
      if (key === undefined) return work()
      const hash = createHash('sha256').update(`${call} ${body}`).digest('hex')
      const before = answered.get(key)
      if (before && before.hash !== hash) throw conflict()
      const reply = before?.reply ?? structuredClone(work())
      answered.set(key, { hash, reply })
      return reply
    },
  }
}
