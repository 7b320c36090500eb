import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { work } from '../worker.ts'
import type { Script } from './start.ts'

// The minimal server for the same answer: bytes from memory, and a 304 for a matching ETag.

/** A bare Fastify with one route. Fastify parses a JSON body by default. */
async function startFastify({ method, path, answer, notModified }: Script) {
  const app = fastify()
  const body = Buffer.from(answer.body)
  app.route({
    method,
    url: path.split('?')[0] ?? path,
    handler: (request, reply) => {
      if (notModified && request.headers['if-none-match'] === answer.headers.etag)
        return reply.code(304).headers(notModified.headers).send()
      return reply.headers(answer.headers).send(body)
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server.address() as AddressInfo
}

/** A bare `node:http` server. It reads the whole body and parses it as JSON. */
async function startNode({ answer, notModified }: Script) {
  const body = Buffer.from(answer.body)
  const server = createServer((request, response) => {
    const send = () => {
      if (notModified && request.headers['if-none-match'] === answer.headers.etag)
        return response.writeHead(304, notModified.headers).end()
      return response.writeHead(200, answer.headers).end(body)
    }
    if (request.method === 'GET') return send()
    let text = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (text += chunk))
    request.on('end', () => (JSON.parse(text), send()))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return server.address() as AddressInfo
}

work(async (script: Script) => {
  const { port } = await (script.kind === 'Fastify' ? startFastify(script) : startNode(script))
  return port
})
