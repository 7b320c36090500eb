import type { FastifyInstance } from 'fastify'
import type { Call, ErrorAnswer } from '#contract/endpoint.ts'

/** An answer of the API that is not a success. */
class RefusedError extends Error {
  override name = 'RefusedError'
  readonly status: number
  readonly answer: ErrorAnswer

  constructor(status: number, answer: ErrorAnswer) {
    super(`${status} ${answer.code}: ${answer.message}`)
    this.status = status
    this.answer = answer
  }
}

/** Calls the API of an app over HTTP, as a visitor of the shop at `host`; holds every answer against the contract. */
export function caller(app: FastifyInstance, host = 'localhost'): Call {
  return async (endpoint, input) => {
    const sent = { ...(input as Record<string, unknown>) }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(sent[name])
      delete sent[name]
      return encodeURIComponent(value)
    })
    const isGet = endpoint.method === 'GET'
    const response = await app.inject({
      method: endpoint.method,
      url: `/api/${path}`,
      headers: { host },
      ...(isGet ? { query: sent as Record<string, string> } : { payload: sent }),
    })
    const body: unknown = response.json()
    if (response.statusCode !== 200) throw new RefusedError(response.statusCode, body as ErrorAnswer)
    const { message } = body as { message: string }
    return { ...(endpoint.answer.parse(body) as object), message } as never
  }
}
