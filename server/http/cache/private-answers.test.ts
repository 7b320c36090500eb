import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, describe, expect, it } from 'vitest'
import { compressPrivateAnswer } from './private-answers.ts'

const text = 'A cart with stoneware, a kettle and some notebooks. '.repeat(200)
const big = text.repeat(20)
const app = fastify()
app.addHook('onSend', compressPrivateAnswer)
const priv = { 'cache-control': 'no-store' }
app.get('/json', (_, reply) => reply.headers(priv).send({ text }))
app.get('/big', (_, reply) => reply.headers(priv).send({ text: big }))
app.get('/page', (_, reply) =>
  reply
    .headers({ ...priv, vary: 'Cookie' })
    .type('text/html')
    .send(text),
)
app.get('/small', (_, reply) => reply.headers(priv).send({ text: 'a'.repeat(3900) }))
app.get('/public', (_, reply) => reply.header('cache-control', 'public').send({ text }))
app.get('/exact', (_, reply) => reply.header('cache-control', 'no-store, no-transform').send({ text }))
app.get('/pdf', (_, reply) => reply.headers(priv).type('application/pdf').send(Buffer.from(text)))
app.get('/events', (_, reply) => reply.headers(priv).type('text/event-stream').send(text))
app.get('/packed', (_, reply) =>
  reply
    .headers({ ...priv, 'content-encoding': 'br' })
    .type('text/html')
    .send(Buffer.from(text)),
)
app.get('/nothing', (_, reply) => reply.headers(priv).code(304).send())
app.get('/stream', (_, reply) =>
  reply
    .headers({ ...priv, 'content-length': '1' })
    .type('text/csv')
    .send(Readable.from([text, text])),
)
app.get('/broken', (_, reply) => reply.headers(priv).type('text/csv').send(Readable.from(breaking())))
let closed = false
async function* breaking() {
  yield text
  try {
    throw new Error('The database is gone')
  } finally {
    closed = true
  }
}
afterAll(() => app.close())

const unpack = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { 'accept-encoding': 'gzip, br, zstd', ...headers } })

describe.each(['br', 'gzip', 'zstd'] as const)('%s', (encoding) => {
  it.each(['/json', '/big', '/page', '/stream'])('packs %s', async (url) => {
    const plain = await get(url, { 'accept-encoding': 'identity' })
    const { headers, rawPayload } = await get(url, { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toMatch(/Accept-Encoding$/)
    expect(unpack[encoding](rawPayload).toString()).toBe(url === '/stream' ? text + text : plain.body)
    expect(rawPayload.length).toBeLessThan(0.4 * Buffer.byteLength(plain.body))
    if (url === '/stream') expect(headers).not.toHaveProperty('content-length')
    else expect(headers['content-length']).toBe(String(rawPayload.length))
  })
})

it('takes what costs the least, and keeps other values of Vary', async () => {
  expect((await get('/page')).headers).toMatchObject({
    'content-encoding': 'zstd',
    vary: 'Cookie, Accept-Encoding',
  })
  expect((await get('/page', { 'accept-encoding': 'gzip, br;q=0.5' })).headers['content-encoding']).toBe(
    'gzip',
  )
})

it.each(['/small', '/public', '/exact', '/pdf', '/events', '/nothing'])('leaves %s as it is', async (url) => {
  const { headers } = await get(url)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('vary')
})

it('does not pack what is packed', async () => {
  const { headers, body } = await get('/packed')
  expect(headers['content-encoding']).toBe('br')
  expect(body).toBe(text)
})

it.each([undefined, '', 'identity', '*', 'br;q=0'])('sends bytes as they are to %s', async (accepted) => {
  const { headers, body } = await app.inject({
    url: '/json',
    headers: accepted === undefined ? {} : { 'accept-encoding': accepted },
  })
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers.vary).toBe('Accept-Encoding')
  expect(JSON.parse(body)).toEqual({ text })
})

it.each([
  ['cross-site', undefined],
  ['same-site', undefined],
  ['same-origin', 'zstd'],
  ['none', 'zstd'],
])('answers a request that is %s with encoding %s', async (site, encoding) => {
  for (const url of ['/json', '/page', '/stream'])
    expect((await get(url, { 'sec-fetch-site': site })).headers['content-encoding'], url).toBe(encoding)
})

it('answers HEAD with the headers of GET', async () => {
  for (const url of ['/json', '/page', '/small', '/stream']) {
    const [full, head] = [await get(url), await get(url, {}, 'HEAD')]
    expect(head.body).toBe('')
    for (const name of ['content-encoding', 'vary', 'content-type'])
      expect(head.headers[name], `${name} of ${url}`).toBe(full.headers[name])
    if (url !== '/stream') expect(head.headers['content-length']).toBe(full.headers['content-length'])
  }
})

it('breaks the answer off if its source fails', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const answer = await fetch(`${url}/broken`)
  await expect(answer.text()).rejects.toThrow()
  expect(closed).toBe(true)
})
