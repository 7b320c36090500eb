import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fillPath } from '#client/fill-path.ts'
import type { Call, Endpoint } from '#contract/endpoint.ts'
import { AppError } from '../errors.ts'
import { isRead } from '../routing/time-limits.ts'

/** Headers that tell the API who calls. */
const callerHeaders = [
  'cookie',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
]

/** The headers of a page request with which the API sees the same caller. */
export function forwardedHeaders(
  { headers }: FastifyRequest,
  more: readonly string[] = [],
): Record<string, string | string[]> {
  const sent = [...callerHeaders, ...more].flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(sent)
}

/** What a page reads on behalf of its visitor. */
export interface VisitorCalls {
  call: Call
  /** Values for the Set-Cookie headers of the page: reading renews the cookie of a returning visitor. */
  cookies: string[]
}

/**
 * Reads of the API for pages that are rendered for one visitor. Each call passes the same checks as over HTTP. Calls that
 * change something are refused, because a link of another site can open a page.
 */
export function visitorCalls(app: FastifyInstance, request: FastifyRequest): VisitorCalls {
  const cookies: string[] = []
  const { remoteAddress } = request.raw.socket
  const call = async (endpoint: Endpoint, input: unknown) => {
    if (!isRead(endpoint))
      throw new AppError(500, 'not_a_read', `A page cannot call ${endpoint.method} ${endpoint.path}.`)
    const response = await app.inject({
      ...requestFor(endpoint, input as Record<string, unknown>),
      headers: forwardedHeaders(request),
      ...(remoteAddress && { remoteAddress }),
    })
    cookies.push(...[response.headers['set-cookie'] ?? []].flat())
    const answer = response.json<{ code: string; message: string }>()
    if (response.statusCode >= 400) throw new AppError(response.statusCode, answer.code, answer.message)
    return answer
  }
  return { call: call as unknown as Call, cookies }
}

/** Method, address and body of a call; parameters of its path come from the input. */
export function requestFor({ method, path }: Endpoint, input: Readonly<Record<string, unknown>>) {
  const filled = fillPath(path, input)
  const url = `/api/${filled.path}`
  if (method !== 'GET') return { method, url, payload: filled.rest }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(filled.rest)) query.set(name, String(value))
  return { method, url: query.size > 0 ? `${url}?${query.toString()}` : url }
}
