import { expect, onTestFinished, test } from 'vitest'
import { ask } from '../load/request.ts'
import { startBaseline } from './start.ts'

const list = { method: 'POST', path: '/api/list', json: { limit: 20 } } as const
const page = { method: 'GET', path: '/page?b=1' } as const
const answer = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', etag: '"a"', date: 'long ago', 'x-own': 'yes' },
  body: Buffer.from([1, 2, 3]),
}

test.each(['node:http', 'Fastify'] as const)(
  '%s gives the bytes and headers it was told to',
  async (kind) => {
    for (const request of [list, page]) {
      const server = await startBaseline(kind, request, answer)
      onTestFinished(server.stop)
      const { status, headers, body } = await ask(server.port, request)
      expect({ status, body }).toEqual({ status: 200, body: answer.body })
      expect(headers).toMatchObject({ etag: '"a"', 'x-own': 'yes', 'content-length': '3' })
      expect(headers.date).not.toBe('long ago')
    }
  },
)

test.each(['node:http', 'Fastify'] as const)('%s answers 304 to a matching ETag', async (kind) => {
  const notModified = { status: 304, headers: { etag: '"a"' }, body: Buffer.alloc(0) }
  const known = { ...page, headers: { 'if-none-match': '"a"' } }
  const server = await startBaseline(kind, known, answer, notModified)
  onTestFinished(server.stop)
  expect(await ask(server.port, known)).toMatchObject({ status: 304, body: Buffer.alloc(0) })
  expect(await ask(server.port, page)).toMatchObject({ status: 200 })
})
