import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { api, hasResponse } from './api.ts'
import { newIdempotencyKey } from './new-key.ts'

type Keys = Record<string, string>

/** The keys of calls without an answer, by the digest of their content. They outlive the form and a reload of the tab. */
const storageKey = 'unanswered-calls'
let keys = read()

/**
 * Calls an endpoint that takes an Idempotency-Key, as `api` does. Sent again without a change, because its answer was lost,
 * the call has the same key and happens once. Edited content and content that was answered get another key.
 */
export function idempotentApi<E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  input: z.input<E['input']>,
): Promise<z.output<E['answer']> & { message: string }> {
  return withIdempotencyKey([method, path, input], (headers) =>
    api<E>(method, path, input, undefined, headers),
  )
}

/** The same for a call of any form. `content` is everything that it sends; a file counts by name, size and date. */
export async function withIdempotencyKey<T>(
  content: readonly unknown[],
  call: (headers: { 'Idempotency-Key': string }) => Promise<T>,
): Promise<T> {
  const digest = await digestOf(content)
  const key = keys[digest] ?? newIdempotencyKey()
  write({ ...keys, [digest]: key })
  try {
    const answer = await call({ 'Idempotency-Key': key })
    forget(digest)
    return answer
  } catch (error) {
    // A refusal stores nothing. After any other failure the call may have happened.
    if (hasResponse(error) && error.status < 500) forget(digest)
    throw error
  }
}

async function digestOf(content: readonly unknown[]): Promise<string> {
  const text = JSON.stringify(content, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
  // Browsers have it at secure addresses only.
  if (!('subtle' in crypto)) return text
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}

function forget(digest: string): void {
  const { [digest]: _answered, ...others } = keys
  write(others)
}

function read(): Keys {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Keys
  } catch {
    return {}
  }
}

function write(next: Keys): void {
  keys = next
  try {
    if (Object.keys(next).length > 0) sessionStorage.setItem(storageKey, JSON.stringify(next))
    else sessionStorage.removeItem(storageKey)
  } catch {
    // Without storage the keys last until the page is reloaded.
  }
}
