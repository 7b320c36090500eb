import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import { allCapabilities, profileWith, sendAs, startProfileServer } from '#test/harness/ucp/platform.ts'
import { oneMug, testOperations } from '#test/harness/ucp/test-operations.ts'

const { operations, runs, countOf, hold } = testOperations()
const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, db, stop } = await testApp({
  operations,
  env: { WEBHOOKS_ALLOW_PRIVATE: 'yes', RATE_LIMITS: 'off' },
})
afterAll(stop)

const agent = profiles.publish('/agent.json', profileWith(allCapabilities))
const send = (path: string, sent: Parameters<typeof sendAs>[3] = {}, profile = agent) =>
  sendAs(app, profile, path, sent)
const withKey = (value: string = randomUUID()) => ({ 'idempotency-key': value })
const failure = (code: string) => ({ code, content: expect.stringMatching(/^[A-Z].*\.$/) })

test('a key has one effect and one answer', async () => {
  const headers = withKey()
  const before = countOf('create_cart')
  const first = await send('/ucp/carts', { body: oneMug, headers })
  const again = await send('/ucp/carts', { body: oneMug, headers })
  expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
  const other = await send('/ucp/carts', { body: { ...oneMug, note: 'x' }, headers })
  expect([other.statusCode, other.json()]).toEqual([409, failure('idempotency_conflict')])
  expect(countOf('create_cart')).toBe(before + 1)
})

test('of many simultaneous calls with one key one runs', async () => {
  const headers = withKey()
  const before = countOf('create_cart')
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => send('/ucp/carts', { body: oneMug, headers })),
  )
  expect(countOf('create_cart')).toBe(before + 1)
  for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)
})

test('the order of members makes no other request', async () => {
  const headers = withKey()
  const first = await send('/ucp/carts', { body: { ...oneMug, note: 'a' }, headers })
  const again = await send('/ucp/carts', { body: { note: 'a', ...oneMug }, headers })
  expect(again.body).toBe(first.body)
})

test('belongs to the platform and the operation', async () => {
  const headers = withKey()
  const before = runs.length
  const stranger = profiles.publish('/stranger.json', profileWith(allCapabilities))
  for (const [path, profile] of [
    ['/ucp/carts', agent],
    ['/ucp/carts', stranger],
  ] as const)
    expect((await send(path, { body: oneMug, headers }, profile)).statusCode).toBe(201)
  const update = await send('/ucp/carts/c1', { method: 'PUT', body: oneMug, headers })
  expect(update.statusCode).toBe(200)
  expect(runs).toHaveLength(before + 3)
  const elsewhere = await send('/ucp/carts/c2', { method: 'PUT', body: oneMug, headers })
  expect(elsewhere.statusCode).toBe(409)
})

test('a repetition during the first call does not run', async () => {
  const headers = withKey()
  const release = hold()
  const before = runs.length
  const first = send('/ucp/carts', { body: oneMug, headers })
  await expect.poll(() => runs.length).toBe(before + 1)
  const during = await send('/ucp/carts', { body: oneMug, headers })
  expect([during.statusCode, during.json()]).toEqual([409, failure('in_progress')])
  release()
  expect((await first).statusCode).toBe(201)
  expect((await send('/ucp/carts', { body: oneMug, headers })).body).toBe((await first).body)
})

test('stores business outcomes, and frees the key after a failure', async () => {
  const headers = withKey()
  const before = countOf('create_cart')
  const soldOut = { ...oneMug, note: 'sold out' }
  const first = await send('/ucp/carts', { body: soldOut, headers })
  expect([first.statusCode, first.json().ucp.status]).toEqual([200, 'error'])
  expect((await send('/ucp/carts', { body: soldOut, headers })).body).toBe(first.body)
  expect(countOf('create_cart')).toBe(before + 1)
  const failing = withKey()
  for (let n = 0; n < 2; n++)
    expect(
      (await send('/ucp/carts', { body: { ...oneMug, note: 'refuse' }, headers: failing })).statusCode,
    ).toBe(409)
  expect(countOf('create_cart')).toBe(before + 3)
  expect((await send('/ucp/carts', { body: oneMug, headers: failing })).statusCode).toBe(201)
})

test('a call whose process died can be repeated after a minute', async () => {
  const headers = withKey()
  const first = await send('/ucp/carts', { body: oneMug, headers })
  const age = (seconds: number) =>
    sql`update idempotency_key set response = null, created_at = now() - ${seconds} * interval '1 second'
        where key = ${headers['idempotency-key']}`.execute(db)
  await age(50)
  expect((await send('/ucp/carts', { body: oneMug, headers })).json().code).toBe('in_progress')
  await age(70)
  const again = await send('/ucp/carts', { body: oneMug, headers })
  expect([again.statusCode, again.body === first.body]).toEqual([201, false])
})

test('completing needs a key', async () => {
  const answer = await send('/ucp/checkout-sessions/s1/complete', { body: {} })
  expect([answer.statusCode, answer.json()]).toEqual([400, failure('idempotency_key_required')])
  const odd = await send('/ucp/checkout-sessions/s1/complete', { body: {}, headers: withKey('é') })
  expect(odd.statusCode).toBe(400)
})
