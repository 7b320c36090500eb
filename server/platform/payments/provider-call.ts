import { z } from 'zod'
import { RemoteError, sendPinned } from '../remote/pinned-request.ts'
import { isPublicAddress } from '../remote/remote-address.ts'
import { KeysRefused, ProviderRefusal } from './payment-provider.ts'

const CALL_MS = 8000
const ALL_CALLS_MS = 16_000
const MAX_BYTES = 2 * 1024 * 1024

interface ProviderServer {
  /** The name in messages. */
  name: string
  url: string
  /** The base URL of another server, for tests. */
  server: string | undefined
  /** Of one call, for tests. */
  timeoutMs?: number | undefined
}

/** A call of a provider's API. */
export interface ProviderCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** JSON, or the fields of a form. A text is sent as it is, and is JSON. */
  body?: object | string | URLSearchParams
}

/** An answer below 500: its status, and its body as JSON or undefined. */
export interface ProviderAnswer {
  status: number
  body: unknown
}

/** Makes one call. Rejects if there is no answer, or one that asks to try again. */
export type Send = (call: ProviderCall) => Promise<ProviderAnswer>

/**
 * Returns a function that begins a task: its calls have 8 s each and 16 s together, so that no caller waits for longer on a slow
 * provider.
 */
export function providerTasks({ name, url, server, timeoutMs = CALL_MS }: ProviderServer): () => Send {
  const base = server ?? url
  const isAllowed = server === undefined ? isPublicAddress : () => true
  return () => {
    const deadline = Date.now() + Math.min(ALL_CALLS_MS, 2 * timeoutMs)
    return async ({ method, path, query = {}, headers = {}, body }) => {
      const leftMs = Math.min(timeoutMs, deadline - Date.now())
      if (leftMs <= 0) throw new Error(`${name} took too long to answer`)
      const address = new URL(base + path)
      for (const [key, value] of Object.entries(query)) address.searchParams.set(key, value)
      try {
        const { status, bytes } = await sendPinned(
          address,
          { method, ...encoded(body, headers) },
          { timeoutMs: leftMs, maxBytes: MAX_BYTES, isAllowed },
        )
        if (status >= 500 || [408, 409, 425, 429].includes(status))
          throw new Error(`${name} has a problem at the moment (${status})`)
        return { status, body: parsed(bytes) }
      } catch (error) {
        if (error instanceof RemoteError)
          throw new Error(`${name} does not answer. ${error.message}`, { cause: error })
        throw error
      }
    }
  }
}

function encoded(body: ProviderCall['body'], headers: Record<string, string>) {
  const common = { ...headers, accept: 'application/json', 'accept-encoding': 'identity' }
  if (body === undefined) return { headers: common }
  const isForm = body instanceof URLSearchParams
  const text = typeof body === 'string' || isForm ? String(body) : JSON.stringify(body)
  return {
    headers: {
      ...common,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      'content-length': Buffer.byteLength(text),
    },
    body: text,
  }
}

/** JSON; undefined for anything else. */
export function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Reads an answer in its documented form. A `ProviderRefusal` with the sentence that `refusalOf` finds in an answer above 399;
 * any other form is an error, after which the outcome is unknown.
 */
export function readAnswer<S extends z.ZodType>(
  name: string,
  { status, body }: ProviderAnswer,
  schema: S,
  refusalOf: (body: unknown) => string | undefined,
): z.output<S> {
  if (status === 401 || status === 403) throw new KeysRefused(`${name} does not accept the keys of the shop`)
  const refusal = status >= 400 ? refusalOf(body) : undefined
  if (refusal !== undefined) throw new ProviderRefusal(refusal)
  const result = schema.safeParse(body)
  if (status < 300 && result.success) return result.data
  throw new Error(`${name} has answered in a form that the shop does not know (${status})`)
}

/** Turns refused keys into a `ProviderRefusal` with a sentence, for `identify`. */
export async function requireKeys<T>(sentence: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof KeysRefused ? new ProviderRefusal(sentence, { cause: error }) : error
  }
}

/** An amount of JSON in minor units. */
export const minorUnits = z.number().int()
