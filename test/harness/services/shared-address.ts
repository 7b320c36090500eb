import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A merchant of a provider: its server, and the header that the server knows it by. */
interface Merchant {
  url: string
  authorization: string
}

/** The header of Basic authentication. */
export const basic = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

/**
 * Several merchants behind one address, as at every provider. The header of a request decides whose account answers. A header
 * that is not listed is a token, which only its own merchant accepts.
 */
export async function sharedAddress(merchants: Readonly<Record<string, Merchant>>) {
  const server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: path = '/', headers } = request
      const bytes = await buffer(request)
      const body = bytes.length > 0 ? { body: new Uint8Array(bytes) } : {}
      const token = headers.authorization ?? ''
      const known = merchants[token]
      const asked = known
        ? [known]
        : Object.values(merchants).map(({ url }) => ({ url, authorization: token }))
      const answers = await Promise.all(
        asked.map(({ url, authorization }) =>
          fetch(url + path, { method, headers: { ...passed(headers), authorization }, ...body }),
        ),
      )
      const answer = answers.find(({ status }) => status !== 401) ?? answers[0]!
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })()
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => void server.close(done))
    },
  }
}

/** The headers of the provider's API, without those of the connection. */
function passed(headers: IncomingHttpHeaders): Record<string, string> {
  const own = Object.entries(headers).filter(
    ([name]) => !['host', 'connection', 'content-length', 'authorization', 'accept-encoding'].includes(name),
  )
  return Object.fromEntries(own.map(([name, value]) => [name, String(value)]))
}
