import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it arrived. */
export interface CarrierRequest {
  method: string
  path: string
  query: URLSearchParams
  authorization: string
  /** The parsed JSON; undefined without a body. */
  body: unknown
}

interface CarrierReply {
  status: number
  body?: object | Buffer
}

/**
 * What a server does with an answer: `lose` does the work and never answers, `garble` does it and answers 200 with a page;
 * `fail` answers 503 without doing it, and a number is another status.
 */
export type Fault = 'lose' | 'garble' | 'fail' | number

/** The smallest PDF that is one. */
const PDF = Buffer.from('%PDF-1.4\n%%EOF\n')

/**
 * A server that answers as a carrier does. `answer` throws a `WrongRequest` for what the carrier's documentation does not have;
 * these are listed, so that a test can require that there are none.
 */
export async function startCarrierServer(answer: (request: CarrierRequest) => CarrierReply) {
  const requests: CarrierRequest[] = []
  const wrong: string[] = []
  const faults = new Map<string, Fault>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://carrier')
      if (path.endsWith('.pdf'))
        return response.writeHead(200, { 'content-type': 'application/pdf' }).end(PDF)
      const { authorization = '' } = request.headers
      const text = Buffer.concat(chunks).toString('utf8')
      const received = {
        method: request.method ?? '',
        path,
        query,
        authorization,
        body: text ? (JSON.parse(text) as unknown) : undefined,
      }
      requests.push(received)
      const fault = [...faults].find(([part]) => path.includes(part))?.[1]
      if (fault === 'fail') return response.writeHead(503).end()
      if (typeof fault === 'number') return response.writeHead(fault).end('{}')
      let reply: CarrierReply
      try {
        reply = answer(received)
      } catch (error) {
        wrong.push(`${received.method} ${path}: ${String(error)}`)
        reply = { status: 422, body: { message: String(error) } }
      }
      if (fault === 'lose') return response.destroy()
      if (fault === 'garble') return response.writeHead(200).end('<html>')
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(JSON.stringify(reply.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Requests that the carrier does not know. */
    wrong,
    /** Faults by a part of the path. */
    faults,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}
