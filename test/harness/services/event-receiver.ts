import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A delivery as it arrived. */
export interface Received {
  path: string
  headers: IncomingHttpHeaders
  /** The bytes that were signed. */
  body: string
  event: { id: number; kind: string; at: string; data: Record<string, unknown> }
}

/** What a receiver answers; undefined: nothing, the connection stays open. */
type Answer = { status: number; body?: string; headers?: Record<string, string> } | undefined

/** A program that receives events by HTTP on this machine. */
export async function startEventReceiver(answer: (delivery: Received) => Answer = () => ({ status: 204 })) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => (body += text))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const delivery = { path, headers, body, event: JSON.parse(body) as Received['event'] }
      received.push(delivery)
      const answered = answer(delivery)
      if (answered) response.writeHead(answered.status, answered.headers).end(answered.body)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
