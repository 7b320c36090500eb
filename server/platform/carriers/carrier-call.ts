import type { z } from 'zod'
import { RemoteError, sendPinned } from '../remote/pinned-request.ts'
import type { IsAllowed } from '../remote/remote-address.ts'
import { CarrierUnavailable, type Price } from './carrier.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 2 * 1024 * 1024

/** How to reach a carrier. Tests replace the address and the time. */
export interface CarrierServer {
  url: string
  isAllowed: IsAllowed
  timeoutMs?: number
  /** When every call has to have ended, in milliseconds since 1970; absent: each has its own time. */
  deadline?: number
}

export interface CarrierCall {
  method: 'GET' | 'POST'
  path: string
  query?: Record<string, string>
  body?: object
  headers?: Record<string, string>
}

/** An answer of a carrier: its status, and its body as JSON or undefined. */
export interface CarrierAnswer {
  status: number
  body: unknown
}

/** Calls a carrier once. CarrierUnavailable if it gives no answer, has a failure of its own, or wants the shop to wait. */
export async function callCarrier(
  name: string,
  { url, isAllowed, timeoutMs = TIMEOUT_MS, deadline = Infinity }: CarrierServer,
  { method, path, query, body, headers = {} }: CarrierCall,
): Promise<CarrierAnswer> {
  const leftMs = Math.min(timeoutMs, deadline - Date.now())
  if (leftMs <= 0) throw new CarrierUnavailable(`${name} took too long to answer. Try again in a minute.`)
  const address = new URL(url + path)
  for (const [key, value] of Object.entries(query ?? {})) address.searchParams.set(key, value)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = {
    method,
    headers: {
      ...headers,
      accept: 'application/json',
      'accept-encoding': 'identity',
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
    },
    ...(text !== undefined && { body: text }),
  }
  try {
    const { status, bytes } = await sendPinned(address, sent, {
      timeoutMs: leftMs,
      maxBytes: MAX_BYTES,
      isAllowed,
    })
    if (status >= 500 || status === 429)
      throw new CarrierUnavailable(`${name} has a problem at the moment (${status}). Try again in a minute.`)
    return { status, body: parsed(bytes) }
  } catch (error) {
    if (error instanceof RemoteError)
      throw new CarrierUnavailable(`${name} does not answer. ${error.message}.`, { cause: error })
    throw error
  }
}

/** Reads an answer in its documented form. CarrierUnavailable for another one. */
export function readAnswer<S extends z.ZodType>(name: string, schema: S, body: unknown): z.output<S> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw unknownForm(name)
}

/** Reads a moment of an answer, in ISO 8601 with its zone. CarrierUnavailable for another form. */
export function readMoment(name: string, text: string): Date {
  const moment = new Date(text)
  if (Number.isNaN(moment.getTime())) throw unknownForm(name)
  return moment
}

/** Nothing in the answer decides. */
export const unknownForm = (name: string) =>
  new CarrierUnavailable(`${name} has answered in a form that the shop does not know.`)

/** Runs the call that buys and reads its answer: without one the label may be bought all the same, at the quoted price. */
export async function purchase<T>(call: () => Promise<T>, quoted?: Price): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof CarrierUnavailable)) throw error
    throw new CarrierUnavailable(error.message, { mayHaveBought: true, quoted, cause: error })
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
