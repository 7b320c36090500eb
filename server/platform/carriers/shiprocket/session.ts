import { createHash } from 'node:crypto'
import {
  callCarrier,
  readAnswer,
  type CarrierAnswer,
  type CarrierCall,
  type CarrierServer,
} from '../carrier-call.ts'
import { CarrierRefusal } from '../carrier.ts'
import { login } from './answers.ts'

export const NAME = 'Shiprocket'

/** A token is valid for ten days. */
const TOKEN_MS = 24 * 3_600_000
const MAX_TOKENS = 100

/** Tokens by a hash of the credentials. Shiprocket limits how often a user signs in. */
const tokens = new Map<string, { token: string; until: number }>()

/** An API user of Shiprocket: Settings, API, Add New API User. */
export interface ShiprocketUser {
  email: string
  password: string
}

/**
 * Calls Shiprocket as an API user: `POST /v1/external/auth/login` answers the token of the other calls. A token that
 * expired early is replaced once. https://apidocs.shiprocket.in/ (Authentication)
 */
export function shiprocketSession(server: CarrierServer, { email, password }: ShiprocketUser) {
  const key = createHash('sha256')
    .update(JSON.stringify([server.url, email, password]))
    .digest('base64')

  async function signIn(): Promise<string> {
    const call = { method: 'POST', path: '/v1/external/auth/login', body: { email, password } } as const
    const { status, body } = await callCarrier(NAME, server, call)
    if (status >= 400)
      throw new CarrierRefusal('Shiprocket does not accept the email and password of the API user.')
    const { token } = readAnswer(NAME, login, body)
    if (tokens.size >= MAX_TOKENS) tokens.clear()
    tokens.set(key, { token, until: Date.now() + TOKEN_MS })
    return token
  }

  async function send(call: CarrierCall): Promise<CarrierAnswer> {
    const known = tokens.get(key)
    const token = known && known.until > Date.now() ? known.token : await signIn()
    const withToken = (valid: string) =>
      callCarrier(NAME, server, { ...call, headers: { authorization: `Bearer ${valid}` } })
    const answer = await withToken(token)
    return answer.status === 401 ? withToken(await signIn()) : answer
  }

  return { signIn, send }
}
