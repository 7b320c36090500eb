import { createHash } from 'node:crypto'
import type { z } from 'zod'
import {
  providerTasks,
  readAnswer,
  type ProviderAnswer,
  type ProviderCall,
  type Send,
} from '../provider-call.ts'
import * as answers from './paypal-answers.ts'

export const NAME = 'PayPal'

/** A REST app of PayPal. */
export interface PaypalApp {
  clientId: string
  clientSecret: string
  mode: 'test' | 'live'
  /** The base URL of another server, for tests. */
  server?: string
  /** Of one call, for tests. */
  timeoutMs?: number
}

const MAX_TOKENS = 100
/** A token is renewed before it expires. */
const MARGIN_MS = 60_000

/** Tokens by a hash of the credentials. PayPal limits how often an app asks for one. */
const tokens = new Map<string, { token: string; until: number }>()

/** Calls PayPal as an app: https://developer.paypal.com/api/rest/authentication/. A token that is refused is replaced once. */
export function paypalSession({ clientId, clientSecret, mode, server, timeoutMs }: PaypalApp) {
  const url = mode === 'test' ? 'https://api-m.sandbox.paypal.com' : 'https://api-m.paypal.com'
  const beginTask = providerTasks({ name: NAME, url, server, timeoutMs })
  const key = createHash('sha256')
    .update(JSON.stringify([server ?? url, clientId, clientSecret]))
    .digest('base64')

  /** POST /v1/oauth2/token. Returns the id of the app, too. */
  async function signIn(send: Send): Promise<{ token: string; app: string }> {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const answer = await send({
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const made = readAnswer(NAME, answer, answers.token, answers.refusalOf)
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    tokens.set(key, { token: made.access_token, until: Date.now() + made.expires_in * 1000 - MARGIN_MS })
    return { token: made.access_token, app: made.app_id ?? clientId }
  }

  async function call(send: Send, sent: ProviderCall): Promise<ProviderAnswer> {
    const known = tokens.get(key)
    const withToken = (token: string) =>
      send({ ...sent, headers: { ...sent.headers, authorization: `Bearer ${token}` } })
    const isFresh = known !== undefined && known.until > Date.now()
    const answer = await withToken(isFresh ? known.token : (await signIn(send)).token)
    return answer.status === 401 && isFresh ? withToken((await signIn(send)).token) : answer
  }

  return {
    beginTask,
    signIn,
    call,
    /** Makes a call and reads its answer. */
    ask: async <S extends z.ZodType>(send: Send, schema: S, sent: ProviderCall): Promise<z.output<S>> =>
      readAnswer(NAME, await call(send, sent), schema, answers.refusalOf),
    /** As `ask`; undefined if PayPal has no such thing, or not any more. */
    async find<S extends z.ZodType>(send: Send, schema: S, path: string): Promise<z.output<S> | undefined> {
      const answer = await call(send, { method: 'GET', path })
      const isGone = answer.status === 404 && answers.refusalOf(answer.body) !== undefined
      return isGone ? undefined : readAnswer(NAME, answer, schema, answers.refusalOf)
    },
  }
}
