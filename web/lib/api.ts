import type { z } from 'zod'
import type { Endpoint, ErrorAnswer } from '#contract/endpoint.ts'

/** A request that the server refused or that never reached it. `message` can be shown to the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 without a response. */
  readonly status: number
  readonly code: string
  readonly issues: ErrorAnswer['issues']
  /** When a busy server or a rate limit allows the next try. */
  readonly retryAfterMs: number | undefined

  constructor(
    status: number,
    answer: Pick<ErrorAnswer, 'message' | 'code' | 'issues'>,
    retryAfterMs?: number,
  ) {
    super(answer.message)
    this.status = status
    this.retryAfterMs = retryAfterMs
    this.code = answer.code
    this.issues = answer.issues
  }
}

type Answer<E extends Endpoint> = z.output<E['answer']> & { message: string }

/**
 * Calls an endpoint from the browser: `api<typeof getBanners>('GET', 'banner/getbanner', {})`. The endpoint is a type
 * argument, which keeps the contract's schemas and zod out of the bundle. Rejects with an `ApiError`.
 */
export function api<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: z.input<E['input']>,
  signal?: AbortSignal,
  headers?: Record<string, string>,
): Promise<Answer<E>> {
  const { url, rest } = resolvePath(path, input)
  const init: RequestInit = { method, signal: signal ?? null }
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json', ...headers }
    init.body = JSON.stringify(Object.fromEntries(rest))
    // A change must arrive although its page is left. Browsers take no larger bodies.
    init.keepalive = init.body.length < 30_000
    return send(url, init)
  }
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]))
  return send(query.size > 0 ? `${url}?${query}` : url, init)
}

/** Like `api`, with files, as multipart/form-data. Leaves out undefined and null. */
export function apiWithFiles<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: z.input<E['input']>,
  files: Record<string, File | readonly File[]>,
  headers: Record<string, string> = {},
): Promise<Answer<E>> {
  const { url, rest } = resolvePath(path, input)
  const body = new FormData()
  for (const [name, value] of rest) {
    if (typeof value === 'string') body.append(name, value)
    else if (value !== undefined && value !== null) body.append(name, JSON.stringify(value))
  }
  for (const [name, chosen] of Object.entries(files)) {
    for (const file of [chosen].flat()) body.append(name, file)
  }
  return send(url, { method, body, headers })
}

/** Fills the parameters of the path; `rest` is the remaining input. */
export function resolvePath(path: string, input: unknown): { url: string; rest: Map<string, unknown> } {
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const url = `/api/${path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })}`
  return { url, rest }
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
export async function inSession<T>(call: () => Promise<T>, isWrite: boolean): Promise<T> {
  try {
    return await call()
  } catch (error) {
    const hasEnded = error instanceof ApiError && error.code === 'not_signed_in'
    if (!hasEnded || !(await waitForSignIn?.(isWrite))) throw error
    return inSession(call, isWrite)
  }
}

const send = <T>(url: string, init: RequestInit): Promise<T> =>
  inSession(() => sendOnce<T>(url, init), init.method !== 'GET')

async function sendOnce<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, unreachable)
  })
  const seconds = Number(answer.headers.get('retry-after') ?? NaN)
  const retryAfterMs = seconds >= 0 ? seconds * 1000 : undefined
  return parseResponse<T>(answer.status, await answer.json().catch(() => undefined), retryAfterMs)
}

/** The body of a successful response. Throws an `ApiError` for any other; `body` is undefined if it was no JSON. */
export function parseResponse<T>(status: number, body: unknown, retryAfterMs?: number): T {
  if (status < 200 || status > 299)
    throw new ApiError(status, isErrorAnswer(body) ? body : unknownError, retryAfterMs)
  // The connection broke before the end of the response.
  if (body === undefined || body === null) throw new ApiError(0, unreachable)
  return body as T
}

/** The server's message about a failure; undefined if the server sent none. */
export function serverMessage(error: unknown): string | undefined {
  return hasResponse(error) && error.code !== unknownError.code ? error.message : undefined
}

/**
 * The server's message about a failure, with every issue of an invalid input, or the fallback. For places without fields.
 */
export function errorMessage(error: unknown, fallback = unreachable.message): string {
  const message = serverMessage(error)
  if (message === undefined) return fallback
  const issues = error instanceof ApiError && error.code === 'invalid_input' ? (error.issues ?? []) : []
  return [...new Set([message, ...issues.map((issue) => issue.message)])].join(' · ')
}

/** Whether the server answered the failed request. */
export const hasResponse = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status > 0

const REQUEST_TIMEOUT_MS = 10_000
const PROVIDER_TIMEOUT_MS = 25_000

/** Aborts a request that gets no response in time. */
export const requestTimeout = () => AbortSignal.timeout(REQUEST_TIMEOUT_MS)

/** Aborts later: the server may have to wait for the payment provider. */
export const providerTimeout = () => AbortSignal.timeout(PROVIDER_TIMEOUT_MS)

/** The error shown when no request reaches the server. */
export const unreachable = {
  code: 'offline',
  message: 'We can’t reach the shop. Check your connection and try again.',
}

const unknownError = { code: 'unknown', message: 'Something went wrong. Please try again.' }

const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
