import type { z } from 'zod'
import type { Endpoint, ErrorAnswer } from '#contract/endpoint.ts'

/** A call that the server refused or that never arrived. `message` is a sentence for the shopper. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 where there was no answer. */
  readonly status: number
  readonly code: string
  readonly issues: ErrorAnswer['issues']

  constructor(status: number, answer: Pick<ErrorAnswer, 'message' | 'code' | 'issues'>) {
    super(answer.message)
    this.status = status
    this.code = answer.code
    this.issues = answer.issues
  }
}

type Answer<E extends Endpoint> = z.output<E['answer']> & { message: string }

/**
 * Calls an endpoint from the browser. The endpoint is a type argument, so that the contract's schemas (and zod) stay
 * out of the bundle: `api<typeof getBanners>('GET', 'banner/getbanner', {})`. Rejects with an `ApiError`.
 */
export function api<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: z.input<E['input']>,
  signal?: AbortSignal,
  headers?: Record<string, string>,
): Promise<Answer<E>> {
  const { url, rest } = place(path, input)
  const init: RequestInit = { method, signal: signal ?? null }
  if (method !== 'GET') {
    init.headers = { 'Content-Type': 'application/json', ...headers }
    init.body = JSON.stringify(Object.fromEntries(rest))
    return send(url, init)
  }
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]))
  return send(query.size > 0 ? `${url}?${query}` : url, init)
}

/** The same with files beside the input, as multipart/form-data. What is undefined or null is left out. */
export function apiWithFiles<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: z.input<E['input']>,
  files: Record<string, File>,
): Promise<Answer<E>> {
  const { url, rest } = place(path, input)
  const body = new FormData()
  for (const [name, value] of rest) {
    if (typeof value === 'string') body.append(name, value)
    else if (value !== undefined && value !== null) body.append(name, JSON.stringify(value))
  }
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return send(url, { method, body })
}

/** The address, with the parameters of the path filled in, and what is left of the input. */
function place(path: string, input: unknown): { url: string; rest: Map<string, unknown> } {
  const rest = new Map(Object.entries(input as Record<string, unknown>))
  const url = `/api/${path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })}`
  return { url, rest }
}

async function send<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, init).catch((error: unknown) => {
    if (init.signal?.aborted) throw error
    throw new ApiError(0, unreachable)
  })
  return outcome<T>(answer.status, await answer.json().catch(() => undefined))
}

/** What an answer says, by its status and its JSON; undefined where there was none. Throws an `ApiError` where it is not a success. */
export function outcome<T>(status: number, body: unknown): T {
  if (status < 200 || status > 299) throw new ApiError(status, isErrorAnswer(body) ? body : somethingWrong)
  // The line broke in the middle of the answer.
  if (body === undefined || body === null) throw new ApiError(0, unreachable)
  return body as T
}

/** What the server said about a failure; undefined where it said nothing. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.status > 0 && error.code !== somethingWrong.code
    ? error.message
    : undefined
}

/** What is said where the server cannot be reached. */
export const unreachable = {
  code: 'offline',
  message: 'The shop cannot be reached. Please check your connection.',
}

const somethingWrong = { code: 'unknown', message: 'Something went wrong. Please try again.' }

const isErrorAnswer = (body: unknown): body is ErrorAnswer =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
