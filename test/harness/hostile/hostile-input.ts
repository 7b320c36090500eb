import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import { hashToken, makeToken } from '#server/platform/secret-token.ts'
import { newUser } from '../people/account.ts'

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/** Lists nested so deeply that a recursive reader overflows its stack. */
export const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

/** Serialized once: every endpoint gets these values, in each of its fields. */
const values = [
  ...[
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    'x',
    '1; drop table product',
    "' or 1=1 --",
    'nul \0 byte',
    '\ud800',
    '9'.repeat(400),
    'x'.repeat(100_000),
    [],
    [1, 2],
    [[[[]]]],
    {},
    { toString: 1 },
    { $gt: '' },
  ].map((value) => JSON.stringify(value)),
  deep(10_000),
  '1e999',
  '9007199254740993',
]
const MAX_SHARED_LENGTH = 1000

const texts = ['', '0', '-1', 'x', '%00', '%', '%ff', '%E0%A4%A', '..%2f..%2fetc', "'--", 'x'.repeat(5000)]

const headers = { 'content-type': 'application/json' }

const CASES_PER_SHARE = 8

/**
 * Requests with every value in every field: in the body of a writing call, in path and query of a reading one. With
 * `nth` above 1, each value goes into each field alone in one of `nth` cases, and into all fields together in one of
 * `nth / 8`. `turn` differs from call to call, so that every value still has its turn.
 */
export function hostileRequests(endpoint: Endpoint, nth = 1, turn = 0): InjectOptions[] {
  const { method } = endpoint
  if (method === 'GET') return hostileAddresses(endpoint, nth, turn).map((url) => ({ method, url }))
  const url = addressOf(endpoint, '1')
  return hostileBodies(endpoint, nth, turn).map((payload) => ({ method, url, headers, payload }))
}

function hostileBodies(endpoint: Endpoint, nth: number, turn: number): string[] {
  const fields = [...fieldsOf(endpoint), 'unknown']
  const alone = fields.flatMap((field, at) =>
    values.filter((_, index) => isTurn(turn + at + index, nth)).map((value) => `{"${field}":${value}}`),
  )
  const together = values
    .filter((value, index) => value.length <= MAX_SHARED_LENGTH && isTurn(turn + index, shareOf(nth)))
    .map((value) => `{${fields.map((field) => `"${field}":${value}`).join(',')}}`)
  return [...alone, ...together]
}

function hostileAddresses(endpoint: Endpoint, nth: number, turn: number): string[] {
  const fields = [...fieldsOf(endpoint), '__proto__', 'constructor', 'a[b][c]']
  return texts.flatMap((text, index) => {
    const url = addressOf(endpoint, text || '%20')
    const pairs = (of: readonly string[]) => of.map((field) => `${field}=${text}&${field}=2`).join('&')
    const alone = fields.filter((_, at) => isTurn(turn + at + index, nth)).map((field) => pairs([field]))
    if (!isTurn(turn + index, shareOf(nth))) return alone.map((query) => `${url}?${query}`)
    const together = text.length <= MAX_SHARED_LENGTH ? [pairs(fields)] : []
    return [url, ...[...alone, ...together].map((query) => `${url}?${query}`)]
  })
}

const isTurn = (turn: number, nth: number) => turn % nth === 0
const shareOf = (nth: number) => Math.ceil(nth / CASES_PER_SHARE)

/** The address of the call with this text for each parameter of its path. */
export const addressOf = ({ path }: Endpoint, parameter: string) => `/api/${path.replace(/:\w+/g, parameter)}`

/** The fields that the endpoint declares. */
function fieldsOf({ input }: Endpoint): string[] {
  return 'shape' in input ? Object.keys(input.shape as object) : []
}

/** Sends as an admin, so that the input is read. Signs in again if a call has ended the session. */
export async function adminSender(db: Database, app: FastifyInstance) {
  const { id } = await newUser(db, { role_id: 1 })
  const token = makeToken()
  return async (request: InjectOptions): Promise<Answer> => {
    const asked = { ...request, headers: { cookie: `session=${token}`, ...request.headers } }
    const answer = await app.inject(asked)
    if (answer.statusCode !== 401) return answer
    const expires_at = new Date(Date.now() + 3_600_000)
    await db
      .insertInto('session')
      .values({ config_id: 1, user_id: id, token_hash: hashToken(token), expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return app.inject(asked)
  }
}

/** What is wrong with an answer that must be a success or a refusal in the error format, without internal detail. */
export function faultOf(answer: Answer): string | undefined {
  const { statusCode, body, headers: answered } = answer
  if (statusCode >= 500) return `${statusCode} ${body.slice(0, 300)}`
  // A success may be a file; a refusal never is.
  if (statusCode === 200 && answered['content-disposition']) return undefined
  const { status, message, code } = answer.json<{ status?: unknown; message?: unknown; code?: unknown }>()
  if (statusCode === 200) return status === true ? undefined : `a success with status ${String(status)}`
  if (status !== false || typeof message !== 'string' || typeof code !== 'string')
    return `${statusCode} without the error format: ${body.slice(0, 300)}`
  if (/\bselect\b.*\bfrom\b|node_modules|\.ts:\d+/i.test(body))
    return `internal detail: ${body.slice(0, 300)}`
  return body.length < 10_000 ? undefined : `a refusal of ${body.length} characters`
}
