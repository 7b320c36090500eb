import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { signRequest } from '#server/platform/http-signature/sign.ts'

const version = '2026-04-08'

/** All capabilities that the tests use. */
export const allCapabilities = [
  'catalog.search',
  'catalog.lookup',
  'cart',
  'checkout',
  'order',
  'fulfillment',
  'discount',
  'buyer_consent',
].map((name) => `dev.ucp.shopping.${name}`)

/** A profile with these capabilities. */
export const profileWith = (names: readonly string[], more: object = {}) => ({
  ucp: {
    version,
    services: {},
    capabilities: Object.fromEntries(
      names.map((name) => [
        name,
        [
          {
            version,
            spec: `https://ucp.dev/${version}/${name}`,
            schema: `https://ucp.dev/${version}/${name}.json`,
          },
        ],
      ]),
    ),
    payment_handlers: {},
  },
  ...more,
})

/** A key pair of a platform. */
export function platformKey(
  kid = 'platform-1',
  namedCurve = 'P-256',
): { kid: string; privateKey: KeyObject; jwk: object } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve })
  return { kid, privateKey, jwk: { kid, use: 'sig', ...publicKey.export({ format: 'jwk' }) } }
}

type Respond = (request: IncomingMessage, response: ServerResponse) => void

/** A server on this machine with the profiles of platforms, by path. It counts the requests for each. */
export async function startProfileServer() {
  const answers = new Map<string, Respond>()
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const answer = answers.get(path)
    if (answer) answer(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    /** Publishes a profile, or answers in another way, and returns its address. */
    publish(path: string, profile: object | Respond, headers: Record<string, string> = {}): string {
      answers.set(
        path,
        typeof profile === 'function'
          ? (profile as Respond)
          : (_, response) =>
              response
                .writeHead(200, { 'content-type': 'application/json', ...headers })
                .end(JSON.stringify(profile)),
      )
      return origin + path
    },
    countOf: (path: string) => counts.get(path) ?? 0,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

interface Sent {
  method?: 'GET' | 'POST' | 'PUT'
  body?: object | string | undefined
  headers?: Record<string, string>
  key?: ReturnType<typeof platformKey> | undefined
  host?: string
}

/** Sends a request of the platform with this profile to the shop; signed if there is a key. */
export function sendAs(
  app: FastifyInstance,
  profileUrl: string,
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', headers = {}, key, host = 'localhost' }: Sent = {},
): Promise<LightMyRequestResponse> {
  const payload = typeof body === 'object' ? JSON.stringify(body) : body
  const sent = {
    'ucp-agent': `profile="${profileUrl}"`,
    ...(payload !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  }
  const request = {
    method: method as 'POST',
    url: new URL(`http://${host}${path}`),
    headers: sent,
    body: payload === undefined ? undefined : Buffer.from(payload),
  }
  return app.inject({
    method,
    url: path,
    headers: { host, ...sent, ...(key && signRequest(request, key)) },
    ...(payload !== undefined && { payload }),
  })
}
