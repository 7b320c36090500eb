import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Agent, request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { smallPages } from '#test/harness/app/small-pages.ts'

const long = 'All work and no play makes a dull shop. '.repeat(100)
let gate: Promise<void> | undefined
let started = false
const build = smallPages({
  long: async () => ({ long }),
  slow: async () => {
    started = true
    await gate
  },
})
const { app, db, logged, stop } = await testApp({ build })
afterAll(stop)

let port = 0
beforeAll(async () => {
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  agent?: Agent
  body?: string
}

/** Sends a request over a real connection, because `inject` bypasses the fast path. */
async function ask(path: string, { method = 'GET', headers = {}, agent, body }: RequestOptions = {}) {
  const sent = request({ port, path, method, headers, ...(agent && { agent }) })
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  sent.on('response', resolve).on('error', reject).end(body)
  const response = await promise
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) }
}

/** Sends a request and returns its log line too, with `cached` if the fast path answered. */
async function askWithLog(path: string, options: RequestOptions = {}) {
  logged.length = 0
  const answer = await ask(path, options)
  const found = () => logged.find(({ msg }) => msg === 'request')
  const line = await vi.waitUntil(found, { timeout: 10_000 })
  return { ...answer, line }
}

/** The headers that are equal for equal requests. */
const comparable = ({ date: _date, 'x-request-id': _id, ...headers }: Record<string, unknown>) => headers

describe('the fast path', () => {
  it.each(['/long', '/api/productcategory/category'])('answers %s exactly as Fastify does', async (path) => {
    const headers = { 'accept-encoding': 'br' }
    const first = await askWithLog(path, { headers })
    const second = await askWithLog(path, { headers })
    expect(second.status).toBe(200)
    expect(second.body.equals(first.body)).toBe(true)
    expect(comparable(second.headers)).toEqual(comparable(first.headers))
    expect(first.line).not.toHaveProperty('cached')
    expect(second.line).toMatchObject({ cached: true, path, status: 200, method: 'GET' })
  })

  it('leaves clients without brotli to Fastify, which unpacks the page', async () => {
    const packed = await askWithLog('/long', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.line).toMatchObject({ cached: true })
    expect(packed.headers['content-encoding']).toBe('br')
    const words = brotliDecompressSync(packed.body).toString()
    expect(words).toContain('dull shop')
    const plain = await askWithLog('/long')
    expect(plain.line).not.toHaveProperty('cached')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.toString()).toBe(words)
    const zipped = await ask('/long', { headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(zipped.body).toString()).toBe(words)
  })

  it('answers 304 for an unchanged page', async () => {
    const { headers } = await ask('/long')
    const known = await askWithLog('/long', { headers: { 'if-none-match': String(headers.etag) } })
    expect(known.status).toBe(304)
    expect(known.body).toHaveLength(0)
    expect(known.headers).toMatchObject({ etag: headers.etag, 'cache-control': headers['cache-control'] })
    expect(known.line).toMatchObject({ cached: true, status: 304 })
  })

  it('answers HEAD without a body', async () => {
    const headers = { 'accept-encoding': 'br' }
    const full = await ask('/long', { headers })
    const head = await askWithLog('/long', { method: 'HEAD', headers })
    expect(head.headers['content-length']).toBe(String(full.body.length))
    expect(head.body).toHaveLength(0)
    expect(head.line).toMatchObject({ cached: true })
  })

  it('does not answer from the cache after a change', async () => {
    await ask('/long')
    await db.insertInto('category').values({ config_id: 1, name: 'New', slug: 'new' }).execute()
    await expect
      .poll(async () => (await askWithLog('/api/productcategory/category')).line)
      .not.toHaveProperty('cached')
  })
})

describe('a public read by POST', () => {
  const path = '/api/productSubcategory/getSubcategory'
  const json = { 'content-type': 'application/json' }
  const post = (body?: string, headers: Record<string, string> = json, url = path) =>
    askWithLog(url, { method: 'POST', headers, ...(body !== undefined && { body }) })

  it('is answered by the fast path if its body was sent before, byte for byte', async () => {
    const [first, second] = [await post('{"parent_category_id":1}'), await post('{"parent_category_id":1}')]
    expect(first.status).toBe(200)
    expect(second.body.equals(first.body)).toBe(true)
    expect(comparable(second.headers)).toEqual(comparable(first.headers))
    expect(first.line).not.toHaveProperty('cached')
    expect(second.line).toMatchObject({ cached: true, path, method: 'POST' })

    const other = await post('{"parent_category_id":2}')
    expect(other.line).not.toHaveProperty('cached')
  })

  it('may have no body', async () => {
    for (const headers of [json, {}]) {
      const askNothing = () => post(undefined, headers, '/api/specification/getspecification')
      const [first, second] = [await askNothing(), await askNothing()]
      expect([first.status, second.status]).toEqual([200, 200])
      expect(second.line).toMatchObject({ cached: true })
    }
  })

  it.each([
    ['broken', '{"parent', json, 400],
    ['wrong', '{"parent_category_id":"x"}', json, 400],
    ['long', `{"parent_category_id":1,"other":"${'x'.repeat(5000)}"}`, json, 200],
    ['far too long', `{"other":"${'x'.repeat(1024 * 1024)}"}`, json, 413],
    ['of another media type', '{"parent_category_id":1}', { 'content-type': 'text/plain' }, 415],
    ['chunked', '{"parent_category_id":1}', { ...json, 'transfer-encoding': 'chunked' }, 200],
    [
      'one that names a character set',
      '{"parent_category_id":1}',
      { 'content-type': 'application/json; charset=utf-8' },
      200,
    ],
  ])('reaches Fastify if its body is %s', async (_, body, headers, status) => {
    expect((await post(body, headers)).status).toBe(status)
  })

  it('with an unfinished body does not block other requests', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"par`,
    )
    expect((await post('{"parent_category_id":1}')).status).toBe(200)
    socket.destroy()
  })
})

describe('malformed requests', () => {
  const say = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(bytes)
    return text(socket)
  }

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['no host', 'GET /long HTTP/1.1\r\n\r\n', 400],
    ['an old version', 'GET /long HTTP/1.0\r\n\r\n', 200],
    ['a strange host', 'GET /long HTTP/1.1\r\nHost: <script>"\r\nConnection: close\r\n\r\n', 421],
    [
      'the address of another site',
      'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n', 405],
    ['giant headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'a broken body',
      'POST /api/shop HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      400,
    ],
  ])('with %s get an answer', async (_, bytes, status) => {
    const answer = await say(bytes)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).not.toContain('<script>"')
  })
})

describe('bytes that are not HTTP', () => {
  it('get the error format of the API', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('hello\r\n\r\n')
    expect(await text(socket)).toContain('{"status":false,"message":"')
  })
})

describe('shutdown', () => {
  it('waits for running requests and closes idle connections', async () => {
    let open = () => {}
    gate = new Promise((resolve) => (open = resolve))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await ask('/long', { agent })
    const late = ask('/slow', { agent })
    await expect.poll(() => started).toBe(true)
    const closed = stop()
    setTimeout(open, 100)
    const answer = await late
    expect(answer.status).toBe(200)
    await closed
    await expect(ask('/long')).rejects.toThrow('ECONNREFUSED')
  })
})
