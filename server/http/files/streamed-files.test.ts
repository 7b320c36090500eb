import { once } from 'node:events'
import { get as request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/app/database.ts'
import { createResponseCache } from '../cache/response-cache.ts'
import { createVersionCounter } from '../cache/version-counter.ts'
import { createRenderBudget } from '../limits/render-budget.ts'
import type { Services } from '../services.ts'
import { answerWithError } from '../server/error-handler.ts'
import { streamedFiles, type StreamedFile } from './streamed-files.ts'

const { db, drop } = await testDatabase()
const version = createVersionCounter()
const shop = {
  shopId: 1,
  name: 'Shop',
  tagline: '',
  currency: 'INR',
  locale: 'en-IN',
  timeZone: 'Asia/Kolkata',
  email: '',
}
const target = { shop, origin: 'http://x', requestedOrigin: 'http://x', isKnown: true }

const rendered: number[] = []
const file = (url: string, size: number, parts: number[]): StreamedFile => ({
  url,
  contentType: 'text/csv; charset=utf-8',
  open: async () => ({
    head: 'head\n',
    parts,
    tail: 'tail\n',
    async render(part, on) {
      rendered.push(part)
      on.productIds.add(part)
      if (part === 13) throw new Error('no such part')
      return `${part}`.repeat(size)
    },
  }),
})
const MB = 1024 * 1024
const files = [
  file('/small', 1, [1, 2, 3]),
  file('/broken', MB, [1, 13]),
  file(
    '/large',
    MB / 4,
    Array.from({ length: 800 }, (_, index) => 1000 + index),
  ),
]

const app = fastify()
app.setErrorHandler(answerWithError)
await app.register(streamedFiles, {
  db,
  targets: { peek: () => undefined, last: () => undefined, find: async () => ({ ...target, key: 'key' }) },
  cache: createResponseCache({ ...version, reachable: () => true }),
  services: {} as Services,
  renderBudget: createRenderBudget(true),
  files,
})
const address = await app.listen()
afterAll(async () => {
  await app.close()
  await drop()
})
beforeEach(() => {
  version.shopChanged(1)
  rendered.length = 0
})

/** The response once its headers are there; its body is not read. */
async function open(path: string): Promise<IncomingMessage> {
  const [response] = (await once(request(address + path, { agent: false }), 'response')) as [IncomingMessage]
  return response
}

test('the parts are sent in order, and only changed parts are rendered again', async () => {
  expect(await text(await open('/small'))).toBe('head\n123tail\n')
  version.productChanged(1, 2)
  expect(await text(await open('/small'))).toBe('head\n123tail\n')
  expect(rendered).toEqual([1, 2, 3, 2])
})

test('a reader sees that a file broke off', async () => {
  await expect(text(await open('/broken'))).rejects.toThrow('aborted')
})

test('a network reads two files at once, and a place is free when its reader leaves', async () => {
  const readers = [await open('/large'), await open('/large')]
  const refused = await open('/large')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '60'])
  readers[0]?.destroy()
  await expect
    .poll(async () => {
      const response = await open('/small')
      response.destroy()
      return response.statusCode
    })
    .toBe(200)
  readers[1]?.destroy()
})

test('parts are rendered as fast as they are read', async () => {
  const reader = await open('/large')
  await new Promise((resolve) => setTimeout(resolve, 500))
  // The sockets hold a few megabytes of the eight hundred.
  expect(rendered.length).toBeLessThan(40)
  reader.destroy()
})
