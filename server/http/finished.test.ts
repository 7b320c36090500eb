import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { finish, mustRevalidate, sendFinished } from './finished.ts'

const words = 'All work and no play makes a dull shop. '.repeat(100)
const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': mustRevalidate }
const page = finish(200, headers, Buffer.from(words))
const small = finish(200, headers, Buffer.from('small'))
const picture = finish(200, { ...headers, 'content-type': 'image/webp' }, Buffer.from(words))

const app = fastify()
app.get('/page', (request, reply) => sendFinished(page, request, reply))
app.post('/page', (request, reply) => sendFinished(page, request, reply))
app.get('/small', (request, reply) => sendFinished(small, request, reply))
app.get('/picture', (request, reply) => sendFinished(picture, request, reply))

const get = (url: string, accepted?: string, known?: string) =>
  app.inject({
    url,
    headers: { ...(accepted && { 'accept-encoding': accepted }), ...(known && { 'if-none-match': known }) },
  })

describe('a finished answer', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['GZIP;q=1, br;q=0', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['*', undefined],
    [',;q=,,;;', undefined],
  ])('for Accept-Encoding %s is sent as %s', async (accepted, encoding) => {
    const answer = await get('/page', accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['vary']).toBe('Accept-Encoding')
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
    const unpack = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from
    expect(unpack(answer.rawPayload).toString()).toBe(words)
  })

  it('is packed once, however many ask', async () => {
    const fresh = finish(200, headers, Buffer.from(words))
    const one = fastify()
    one.get('/', (request, reply) => sendFinished(fresh, request, reply))
    const ask = () => one.inject({ url: '/', headers: { 'accept-encoding': 'br' } })
    const all = Array.from({ length: 10 }, ask)
    await Promise.race(all)
    const form = fresh.forms.br
    expect(form).toBeDefined()
    await Promise.all([...all, ask()])
    expect(fresh.forms.br).toBe(form)
  })

  it('is packed only where that helps', async () => {
    for (const url of ['/small', '/picture']) {
      const answer = await get(url, 'br, gzip')
      expect(answer.headers['content-encoding']).toBeUndefined()
      expect(answer.headers['vary']).toBeUndefined()
    }
  })

  it('has an ETag of its own in each form', async () => {
    const tags = [await get('/page'), await get('/page', 'gzip'), await get('/page', 'br')].map(
      (answer) => answer.headers['etag'],
    )
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  })

  it('is not sent to who has it, in whatever form', async () => {
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

  it('answers HEAD with the headers alone', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/page' })
    expect(answer.headers['content-length']).toBe(String(words.length))
    expect(answer.body).toBe('')
  })
})
