import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripeServer, type StripeServer } from './stripe-server.ts'

/** Several merchants behind one address, as at Stripe: a key decides whose account a call is about. */
export interface StripeMerchants {
  /** The base URL of all. */
  url: string
  /** Makes a merchant with its own payments. */
  add(): Promise<StripeServer>
  /** Lets a key open the account of a merchant. */
  allow(key: string, merchant: StripeServer): void
  /** Rolls a key, so that it is refused. */
  revoke(key: string): void
  /** Answers the next `count` calls only once all of them have arrived. */
  gather(count: number): void
  stop(): Promise<void>
}

const refusal = JSON.stringify({
  error: { type: 'invalid_request_error', message: 'Invalid API Key provided' },
})

export async function stripeMerchants(): Promise<StripeMerchants> {
  const merchants: StripeServer[] = []
  const byKey = new Map<string, StripeServer>()
  const gathered: (() => void)[] = []
  let missing = 0
  const front = createServer((incoming, response) => {
    if (missing === 0) return pass(incoming, response)
    gathered.push(() => pass(incoming, response))
    missing -= 1
    if (missing === 0) for (const go of gathered.splice(0)) go()
  })
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const merchant = byKey.get(incoming.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!merchant) {
      response.writeHead(401, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
      return void response.end(refusal)
    }
    const headers = { ...incoming.headers, authorization: `Bearer ${merchant.keys.secretKey}` }
    const call = ask(
      merchant.url + (incoming.url ?? ''),
      { method: incoming.method ?? 'GET', headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    call.on('error', () => response.destroy())
    incoming.pipe(call)
  }
  await new Promise<void>((done) => front.listen(0, '127.0.0.1', done))
  const { port } = front.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async add() {
      const merchant = await stripeServer()
      merchants.push(merchant)
      return merchant
    },
    allow: (key, merchant) => void byKey.set(key, merchant),
    revoke: (key) => void byKey.delete(key),
    gather(count) {
      missing = count
    },
    async stop() {
      front.closeAllConnections()
      await new Promise((done) => front.close(done))
      await Promise.all(merchants.map((merchant) => merchant.stop()))
    },
  }
}
