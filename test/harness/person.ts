import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/http/secret-token.ts'

/** What a call came to. `data` is held against the contract where the call succeeded. */
export interface Outcome<A extends z.ZodType = z.ZodType> {
  status: number
  message: string
  code?: string
  issues?: { path: string; message: string }[]
  /** What a refusal carries for going on. */
  data?: unknown
  answer: z.output<A>
}

/** Somebody with a browser: what the shop sets as cookies goes along with the next call. */
export interface Person {
  cookies: Map<string, string>
  /** Sends whatever is given, also what the contract does not allow. */
  send<I extends z.ZodType, A extends z.ZodType>(
    endpoint: Endpoint<I, A>,
    input?: object,
    headers?: Record<string, string>,
  ): Promise<Outcome<A>>
}

/**
 * A visitor of the shop at `host`, from a network address. With the cookies of another, two of them are two tabs of one
 * browser.
 */
export function person(
  app: FastifyInstance,
  {
    host = 'localhost',
    address = '127.0.0.1',
    cookies = new Map<string, string>(),
  }: { host?: string | undefined; address?: string; cookies?: Map<string, string> } = {},
): Person {
  return {
    cookies,
    async send(endpoint, input = {}, headers = {}) {
      const sent = { ...input } as Record<string, unknown>
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
        const value = String(sent[name])
        delete sent[name]
        return encodeURIComponent(value)
      })
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await app.inject({
        method: endpoint.method,
        url: `/api/${path}`,
        remoteAddress: address,
        headers: { host, ...(cookie && { cookie }), ...headers },
        ...(endpoint.method === 'GET' ? { query: sent as Record<string, string> } : { payload: sent }),
      })
      for (const { name, value, maxAge } of response.cookies) {
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value)
      }
      const isFile = endpoint.media !== undefined && response.statusCode < 300
      const name = /filename="(.*)"/.exec(String(response.headers['content-disposition']))?.[1]
      const body = isFile ? { name, bytes: response.rawPayload } : response.json()
      const answer = response.statusCode < 300 ? endpoint.answer.parse(body) : undefined
      const { message, code, issues, data } = body
      return { status: response.statusCode, message, code, issues, data, answer: answer as never }
    },
  }
}

let accounts = 0

/** Makes an account and opens a session, without the sign-in. Answers what stands in the cookie. */
export async function openSession(db: Database, configId = 1): Promise<{ userId: number; token: string }> {
  const { id: userId } = await db
    .insertInto('app_user')
    .values({
      config_id: configId,
      full_name: 'Meera Iyer',
      email: `meera${++accounts}-${configId}@example.com`,
      password_hash: 'x',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const token = makeToken()
  await db
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      config_id: configId,
      user_id: userId,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  return { userId, token }
}
