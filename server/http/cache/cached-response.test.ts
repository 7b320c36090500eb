import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import {
  createCachedResponse,
  findRepresentation,
  keepBrotliOnly,
  mustRevalidate,
  sendCachedResponse,
  type CachedResponse,
} from './cached-response.ts'

const words = 'All work and no play makes a dull shop. '.repeat(100)
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': mustRevalidate }
const page = createCachedResponse(200, headers, Buffer.from(words))
const small = createCachedResponse(200, headers, Buffer.from('small'))
const image = createCachedResponse(200, { ...headers, 'content-type': 'image/webp' }, Buffer.from(words))

const app = fastify()
app.get('/page', (request, reply) => sendCachedResponse(page, request, reply))
app.post('/page', (request, reply) => sendCachedResponse(page, request, reply))
app.get('/small', (request, reply) => sendCachedResponse(small, request, reply))
app.get('/image', (request, reply) => sendCachedResponse(image, request, reply))

const get = (url: string, accepted?: string, known?: string) =>
  app.inject({
    url,
    headers: { ...(accepted && { 'accept-encoding': accepted }), ...(known && { 'if-none-match': known }) },
  })

const unpack = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  zstd: zstdDecompressSync,
  identity: (body: Buffer) => body,
}

describe('a cached response', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=1, br;q=0', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['zstd', 'zstd'],
    ['gzip, zstd', 'zstd'],
    ['gzip;q=0.9, br;q=0.8, zstd;q=0.85', 'gzip'],
    ['identity, br', 'br'],
    ['identity;q=1, gzip;q=0.5', undefined],
    ['gzip;q=0.5', 'gzip'],
    ['br;q=many', 'br'],
    ['*', undefined],
    [',;q=,,;;', undefined],
  ] as const)('for Accept-Encoding %s has the encoding %s', async (accepted, encoding) => {
    const answer = await get('/page', accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['vary']).toBe('Accept-Encoding')
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    expect(unpack[encoding ?? 'identity'](answer.rawPayload).toString()).toBe(words)
  })

  it('is compressed once for many requests', async () => {
    const fresh = createCachedResponse(200, headers, Buffer.from(words))
    const one = fastify()
    one.get('/', (request, reply) => sendCachedResponse(fresh, request, reply))
    const ask = () => one.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const all = Array.from({ length: 10 }, ask)
    await Promise.race(all)
    const representation = fresh.representations.br
    expect(representation).toBeDefined()
    await Promise.all([...all, ask()])
    expect(fresh.representations.br).toBe(representation)
  })

  it('is compressed only if that saves bytes', async () => {
    for (const url of ['/small', '/image']) {
      const answer = await get(url, 'br, gzip')
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers['vary']).toBeUndefined()
    }
  })

  it('has its own ETag in each encoding', async () => {
    const tags = [await get('/page'), await get('/page', 'gzip'), await get('/page', 'br')].map(
      (answer) => answer.headers['etag'],
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  })

  it('answers 304 to a client that has it in any encoding', async () => {
    const { etag } = (await get('/page', 'br')).headers
    for (const known of [String(etag), `W/${etag}`, `"other", ${etag}`, '*']) {
      for (const accepted of ['br', 'gzip', undefined]) {
        const answer = await get('/page', accepted, known)
        expect(answer.statusCode).toBe(304)
        expect(answer.body).toBe('')
        expect(answer.headers).toMatchObject({ 'cache-control': mustRevalidate, vary: 'Accept-Encoding' })
      }
    }
    expect((await get('/page', 'br', '"other"')).statusCode).toBe(200)
    const posted = await app.inject({
      method: 'POST',
      url: '/page',
      headers: { 'if-none-match': String(etag) },
    })
    expect(posted.statusCode).toBe(200)
  })

  it('answers HEAD with headers only', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/page' })
    expect(answer.headers['content-length']).toBe(String(words.length))
    expect(answer.body).toBe('')
  })
})

/** An app with one page, which it stores only as brotli. */
async function stored(text = words) {
  const response = await keepBrotliOnly(createCachedResponse(200, headers, Buffer.from(text)))
  const server = fastify()
  server.get('/', (request, reply) => sendCachedResponse(response, request, reply))
  const ask = (accepted: string) =>
    server.inject({ url: '/', headers: { 'accept-encoding': accepted } }).then(({ rawPayload }) => rawPayload)
  return { response, ask }
}

it('a body that was compressed beforehand stays for every client', async () => {
  const br = brotliCompressSync(words)
  const file = createCachedResponse(200, headers, Buffer.from(words), { br })
  const server = fastify()
  server.get('/', (request, reply) => sendCachedResponse(file, request, reply))
  const ask = () => server.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
  const first = await ask()
  for (let client = 0; client < 3; client++) await ask()
  await setTimeout(50)
  const last = await ask()
  expect(last.rawPayload).toEqual(br)
  expect(last.headers['etag']).toBe(first.headers['etag'])
})

describe('a response whose brotli form alone is stored', () => {
  it.each(['br', 'gzip', 'zstd', 'identity'] as const)('is made %s once for a burst', async (encoding) => {
    const { response, ask } = await stored()
    const made = new Set<unknown>()
    watch(response, (representation) => made.add(representation))
    // 200 clients with 200 spellings of the same wish
    const spellings = Array.from({ length: 200 }, (_, n) => `${encoding}, x-unknown-${n}`)
    const bodies = await Promise.all(spellings.map(ask))
    for (const body of bodies) expect(unpack[encoding](body).toString()).toBe(words)
    expect(made.size).toBe(1)
    if (encoding === 'br') return
    await ask(encoding)
    expect(made.size).toBe(1)
  })

  it('is compressed thoroughly once a second client asks for it', async () => {
    const names = Array.from({ length: 2000 }, (_, n) => `lamp ${n % 97} of ${(n * 7919) % 463}`).join('\n')
    const { response, ask } = await stored(names)
    const [first, second] = [await ask('br'), await ask('br')]
    expect(second).toEqual(first)
    const quick = response.representations.br
    await expect.poll(() => response.representations.br).not.toBe(quick)
    const third = await ask('br')
    expect(third.length).toBeLessThan(first.length)
    expect(brotliDecompressSync(third)).toEqual(brotliDecompressSync(first))
    expect(response.representations.br?.headers['etag']).not.toBe(quick?.headers['etag'])
    const thorough = response.representations.br
    await ask('br')
    expect(response.representations.br).toBe(thorough)
    expect(response.encoded.br).toBe(thorough?.body)
  })

  it('keeps the brotli form of a response when memory for the others runs short', async () => {
    const response = createCachedResponse(200, headers, randomBytes(1_000_000))
    const server = fastify()
    server.get('/', (request, reply) => sendCachedResponse(response, request, reply))
    await server.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const { br } = response.representations
    expect(br).toBeDefined()
    for (let more = 0; more < 6; more++) await (await stored('x'.repeat(1_500_000))).ask('identity')
    expect(response.representations.br).toBe(br)
  })

  it('keeps forms that are in use, and forgets others when memory runs short', async () => {
    const hot = await stored()
    await hot.ask('identity')
    const first = hot.response.representations.identity
    const large = 'x'.repeat(1_500_000)
    const cold = await stored(large)
    await cold.ask('identity')
    for (let more = 0; more < 6; more++) {
      findRepresentation(hot.response, { headers: { 'accept-encoding': 'identity' } } as IncomingMessage)
      await (await stored(large)).ask('identity')
    }
    expect(cold.response.representations.identity).toBeUndefined()
    expect(hot.response.representations.identity).toBe(first)
    expect((await cold.ask('identity')).toString()).toBe(large)
  })
})

/** Reports each representation that is made of the response. */
function watch(response: CachedResponse, report: (representation: unknown) => void): void {
  response.representations = new Proxy(response.representations, {
    set(target, name, value) {
      if (value) report(value)
      return Reflect.set(target, name, value)
    },
  })
}
