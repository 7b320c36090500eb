import type { z } from 'zod'
import { fillPath } from '#client/fill-path.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import { ApiError, parseResponse, unreachable } from './api.ts'
import { newIdempotencyKey } from './new-key.ts'

/** The name of a call: its method and path. */
export type CallName = keyof Calls
/** What a call needs: the parameters of its path, and its query or body. */
export type CallInput<N extends CallName> = Calls[N]['input']
/** What a call answers when it succeeds. */
export type CallAnswer<N extends CallName> = Calls[N]['answer']

type Files = Record<string, File | readonly File[]>

interface CallOptions {
  signal?: AbortSignal | undefined
  /**
   * For a change that keeps its key over several calls, reloads or documents. By default each POST has its own; the server
   * ignores the key of a call that takes none. Null: no key, for previews, which change nothing.
   */
  idempotencyKey?: string | null
  /** Sends the input and these files as multipart/form-data. */
  files?: Files | undefined
}

/** Calls the API: `call('POST cart/addToCart', { productid: 1, quantity: 1 })`. Rejects with an `ApiError`. */
export function call<N extends CallName>(
  name: N,
  input: CallInput<N>,
  options?: CallOptions,
): Promise<CallAnswer<N>> {
  const [method = '', path = ''] = name.split(' ')
  return request(method, path, input, options)
}

/** The same for an endpoint that the caller has as a value, for example because its form validates with it. */
export const callEndpoint = <E extends Endpoint>(
  { method, path }: E,
  input: z.input<E['input']>,
  options?: CallOptions,
): Promise<z.output<E['answer']> & { message: string }> => request(method, path, input as object, options)

function request<T>(
  method: string,
  pattern: string,
  input: object,
  { signal, idempotencyKey, files }: CallOptions = {},
): Promise<T> {
  const { path, rest } = fillPath(pattern, input)
  const isRead = method === 'GET'
  const query = isRead ? queryOf(rest) : ''
  const content = isRead ? {} : contentOf(rest, files)
  const send = (key?: string) => {
    const headers = { ...content.headers, ...(key !== undefined && { 'Idempotency-Key': key }) }
    const init = { method, signal: signal ?? null, ...content, headers }
    return inSession(() => sendOnce<T>(`/api/${path}${query}`, init), !isRead)
  }
  if (method !== 'POST' || idempotencyKey === null) return send()
  return idempotencyKey === undefined ? withKey(`${method} ${path}`, send) : send(idempotencyKey)
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `?${query}` : ''
}

interface Content {
  body?: string | FormData
  headers?: Record<string, string>
  keepalive?: boolean
}

function contentOf(input: Record<string, unknown>, files?: Files): Content {
  if (files) return { body: formOf(input, files) }
  const body = JSON.stringify(input)
  // A change must arrive although its page is left. Browsers take no larger bodies.
  return { body, headers: { 'Content-Type': 'application/json' }, keepalive: body.length < 30_000 }
}

/** Leaves out null, which a form cannot say. */
function formOf(input: Record<string, unknown>, files: Files): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(input)) {
    if (value !== null) form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  for (const [name, chosen] of Object.entries(files)) {
    for (const file of [chosen].flat()) form.append(name, file)
  }
  return form
}

async function sendOnce<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, unreachable)
  })
  const seconds = Number(answer.headers.get('retry-after') ?? NaN)
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined
  return parseResponse<T>(answer.status, await answer.json().catch(() => undefined), retryAfterMs)
}

type WithKey = <T>(target: string, send: (key: string) => Promise<T>) => Promise<T>

const withNewKey: WithKey = (_target, send) => send(newIdempotencyKey())
let withKey = withNewKey

/** Replaces how a POST gets its key. `target` tells what it adds to, whatever its content. Returns the end of it. */
export function chooseKeysBy(choose: WithKey): () => void {
  withKey = choose
  return () => {
    withKey = withNewKey
  }
}

type WaitForSignIn = (isWrite: boolean) => Promise<boolean>

let waitForSignIn: WaitForSignIn | undefined

/** Repeats calls that are refused because the session has ended, once `wait` resolves to true. Returns the end of it. */
export function repeatAfterSignIn(wait: WaitForSignIn): () => void {
  waitForSignIn = wait
  return () => {
    if (waitForSignIn === wait) waitForSignIn = undefined
  }
}

/** Makes a call, and makes it again after somebody has signed in again. */
export async function inSession<T>(attempt: () => Promise<T>, isWrite: boolean): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.code === 'not_signed_in'
    if (!hasEnded || !(await waitForSignIn?.(isWrite))) throw error
    return inSession(attempt, isWrite)
  }
}
