import type { FastifyReply } from 'fastify'
import { beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createCachedResponse, type CachedResponse } from './cached-response.ts'
import { freshOrStale } from './fresh-or-stale.ts'

const text = (content: string, status = 200) => createCachedResponse(status, {}, Buffer.from(content))
const unavailable = new AppError(503, 'unavailable', 'gone')

let isListening = true
let isStalled = false
let ageMs = 0
let mark: string | undefined
const state = { isListening: () => isListening, isStalled: () => isStalled }
const reply = {
  header: (name: string, value: string) => (mark = `${name}: ${value}`),
} as unknown as FastifyReply
const answer = async (work: () => Promise<CachedResponse>) => {
  const { body } = await freshOrStale(reply, state, { response: text('old'), ageMs }, work)
  return String(body)
}
const never = () => new Promise<CachedResponse>(() => {})

beforeEach(() => {
  isListening = true
  isStalled = false
  ageMs = 5000
  mark = undefined
})

describe('a cached response that may be stale', () => {
  it('gives way to a fresh one, however long that takes while the database answers', async () => {
    const { promise, resolve } = Promise.withResolvers<CachedResponse>()
    setTimeout(() => resolve(text('new')), 100)
    expect(await answer(() => promise)).toBe('new')
    expect(mark).toBeUndefined()
  })

  it.each(['stalled', 'deaf'])('is sent with a mark as soon as the database is %s', async (trouble) => {
    setTimeout(() => {
      if (trouble === 'deaf') isListening = false
      else isStalled = true
    }, 50)
    expect(await answer(never)).toBe('old')
    expect(mark).toBe('cache-status: haat; hit; detail=stale')
  })

  it('gives way to a fresh one that is ready at once, also while the database is in trouble', async () => {
    isListening = false
    expect(await answer(async () => text('new'))).toBe('new')
    expect(mark).toBeUndefined()
  })

  it('is built once a second while changes cannot be followed', async () => {
    isListening = false
    ageMs = 500
    expect(await answer(async () => text('new'))).toBe('old')
    expect(mark).toContain('stale')
  })

  it('is sent if the fresh one fails because of the database', async () => {
    expect(await answer(() => Promise.reject(unavailable))).toBe('old')
    expect(await answer(async () => text('busy', 503))).toBe('old')
    expect(mark).toContain('stale')
  })

  it('does not hide a programming error', async () => {
    const broken = () => Promise.reject(new TypeError('x is not a function'))
    await expect(answer(broken)).rejects.toThrow(TypeError)
  })
})

it('without a cached response the caller gets the error', async () => {
  isListening = false
  const work = () => Promise.reject(unavailable)
  await expect(freshOrStale(reply, state, undefined, work)).rejects.toBe(unavailable)
  expect(mark).toBeUndefined()
})
