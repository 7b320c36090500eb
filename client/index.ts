import { answersFile, withIdempotencyKey, type Calls, type EventData } from './calls.ts'
import { fillPath } from './fill-path.ts'

export type { Calls, EventData } from './calls.ts'

type CallName = keyof Calls
type Input<C extends CallName> = Calls[C]['input']
type Answer<C extends CallName> = Calls[C]['answer']

/** The calls that answer a page of a list. */
type ListName = {
  [C in CallName]: Calls[C] extends { input: { page?: unknown }; answer: { data: readonly unknown[] } }
    ? C
    : never
}[CallName]
type Item<C extends ListName> = Answer<C> extends { data: readonly (infer One)[] } ? One : never

/** An event as webhooks receive it. A newer shop may send further kinds. */
export type ShopEvent = {
  [K in keyof EventData]: { id: number; kind: K; at: string; data: EventData[K] }
}[keyof EventData]

export interface ClientOptions {
  /** The address of the shop, such as https://shop.example. */
  url: string
  /** An API key of the shop, for the calls of staff. */
  key?: string
  /** How often a call is repeated after 429, 502, 503, 504 or a lost connection. Default: 4. */
  retries?: number
  /** Default: the `fetch` of the platform. */
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Default: a new one for each call that takes it, the same for its retries. */
  idempotencyKey?: string
  signal?: AbortSignal
}

export interface Client {
  /**
   * Sends a call: `client.call('GET admin/orders', { limit: 10 })`. Rejects with a `CallError`. Files are `Blob`s, whose name
   * counts if they are `File`s. A call that answers a file resolves to the `Response`, whose body is not read yet.
   */
  call<C extends CallName>(name: C, input: Input<C>, options?: CallOptions): Promise<Answer<C>>
  /** The items of a list, page after page. */
  items<C extends ListName>(
    name: C,
    input: Omit<Input<C>, 'page'>,
    options?: CallOptions,
  ): AsyncGenerator<Item<C>>
  /** What has happened after an event; ends when it has read everything. */
  events(after?: number, options?: CallOptions): AsyncGenerator<ShopEvent & { subject: string }>
}

/** The shop refused a call, or did not answer it. */
export class CallError extends Error {
  override name = 'CallError'
  /** 0: no answer. */
  readonly status: number
  /** For programs, such as `not_found`. */
  readonly code: string
  /** What is wrong with which field. */
  readonly issues: readonly { path: string; message: string }[]

  constructor(status: number, { message, code, issues }: Refusal, cause?: unknown) {
    super(message ?? `The shop answered ${status}`, { cause })
    this.status = status
    this.code = code ?? 'unknown'
    this.issues = issues ?? []
  }
}

interface Refusal {
  message?: string
  code?: string
  issues?: readonly { path: string; message: string }[]
}

const PAGE_SIZE = 100
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
const busy = new Set([429, 502, 503, 504])

/** A client of the API of a shop. */
export function createClient({ url, key, retries = 4, fetch: send = fetch }: ClientOptions): Client {
  const base = `${url.replace(/\/+$/, '')}/api/`

  async function call<C extends CallName>(name: C, input: Input<C>, options: CallOptions = {}) {
    const [method = '', pattern = ''] = name.split(' ')
    const { path, rest } = fillPath(pattern, input)
    const idempotencyKey =
      options.idempotencyKey ?? (withIdempotencyKey.has(name) ? crypto.randomUUID() : undefined)
    const isGet = method === 'GET'
    const form = formOf(rest)
    // A call that was answered must not happen twice, unless the shop recognizes it.
    const isSafe = method !== 'POST' || idempotencyKey !== undefined
    const request: RequestInit = {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        // The platform adds the type of a form, with its boundary.
        ...(!isGet && !form && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(!isGet && { body: form ?? JSON.stringify(rest) }),
      ...(options.signal && { signal: options.signal }),
    }
    const address = base + path + (isGet ? queryOf(rest) : '')
    for (let attempt = 0; ; attempt++) {
      const response = await send(address, request).catch((error: unknown) => {
        if (options.signal?.aborted || !isSafe || attempt >= retries)
          throw new CallError(0, { message: 'The shop can’t be reached', code: 'unreachable' }, error)
      })
      if (response?.ok) return (answersFile.has(name) ? response : await response.json()) as Answer<C>
      const isRetried =
        attempt < retries && (!response || response.status === 429 || (isSafe && busy.has(response.status)))
      if (response && !isRetried)
        throw new CallError(response.status, (await response.json().catch(() => ({}))) as Refusal)
      await response?.body?.cancel()
      await pause(attempt, response?.headers.get('retry-after'), options.signal)
    }
  }

  return {
    call,
    async *items(name, input, options) {
      for (let page = 1; ; page++) {
        const answer = await call(name, { limit: PAGE_SIZE, ...input, page }, options)
        const { data, total } = answer as unknown as { data: Item<typeof name>[]; total?: number }
        yield* data
        const limit = Number((input as { limit?: unknown }).limit ?? PAGE_SIZE)
        if (data.length < limit || (total !== undefined && page * limit >= total)) return
      }
    },
    async *events(after = 0, options) {
      for (let last = after; ;) {
        const { data } = await call('GET admin/events', { after: last, limit: PAGE_SIZE }, options)
        yield* data as unknown as (ShopEvent & { subject: string })[]
        const newest = data.at(-1)
        if (!newest) return
        last = newest.id
      }
    },
  }
}

/** Waits as long as the shop asks, otherwise twice as long each time, with a tenth at random. */
async function pause(
  attempt: number,
  retryAfter: string | null | undefined,
  signal?: AbortSignal,
): Promise<void> {
  const asked = Number(retryAfter ?? NaN) * 1000
  const ms = Math.min(
    MAX_PAUSE_MS,
    asked > 0 ? asked : FIRST_PAUSE_MS * 2 ** attempt * (1 + Math.random() / 10),
  )
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The input as a form, if it has files. A form can't say null: an empty text clears the field. */
function formOf(input: Record<string, unknown>): FormData | undefined {
  const filesOf = (value: unknown) => [value].flat().filter((one) => one instanceof Blob)
  if (Object.values(input).flatMap(filesOf).length === 0) return undefined
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    const files = filesOf(value)
    for (const file of files) form.append(name, file)
    if (files.length === 0)
      form.append(name, typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value))
  }
  return form
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (value === null) continue
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return query.size > 0 ? `?${query.toString()}` : ''
}
