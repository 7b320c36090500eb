import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { signRequest } from '#server/platform/http-signature/sign.ts'
import { verifySignature } from '#server/platform/http-signature/verify.ts'
import { testApp } from '#test/harness/app/app.ts'
import {
  allCapabilities,
  platformKey,
  profileWith,
  sendAs,
  startProfileServer,
} from '#test/harness/ucp/platform.ts'
import { oneMug, testOperations } from '#test/harness/ucp/test-operations.ts'

const { operations, runs } = testOperations()
const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, stop } = await testApp({
  operations,
  env: { WEBHOOKS_ALLOW_PRIVATE: 'yes', RATE_LIMITS: 'off' },
})
afterAll(stop)

const key = platformKey()
const agent = profiles.publish('/agent.json', profileWith(allCapabilities, { signing_keys: [key.jwk] }))
const send = (path: string, sent: Parameters<typeof sendAs>[3] = {}, profile = agent) =>
  sendAs(app, profile, path, sent)
const withKey = (value: string = randomUUID()) => ({ 'idempotency-key': value })
const failure = (code: string) => ({ code, content: expect.stringMatching(/^[A-Z].*\.$/) })

test('a signed call is authenticated, an unsigned one is not', async () => {
  await send('/ucp/carts?a=b', { body: oneMug, key, headers: withKey() })
  expect(runs.at(-1)!.call.platform).toEqual({
    id: expect.any(Number),
    profileUrl: agent,
    isAuthenticated: true,
  })
  await send('/ucp/carts/abc', { key })
  expect(runs.at(-1)!.call.platform.isAuthenticated).toBe(true)
  await send('/ucp/carts/abc')
  expect(runs.at(-1)!.call.platform.isAuthenticated).toBe(false)
})

test('the port of the shop is part of what is signed', async () => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const url = new URL('/ucp/carts?a=%C3%A9', address)
  const headers = { 'content-type': 'application/json', 'ucp-agent': `profile="${agent}"` }
  const body = JSON.stringify(oneMug)
  const sendSigned = (signedUrl: URL) => {
    const signature = signRequest({ method: 'POST', url: signedUrl, headers, body: Buffer.from(body) }, key)
    return fetch(url, { method: 'POST', headers: { ...headers, ...signature }, body })
  }
  expect((await sendSigned(url)).status).toBe(201)
  expect(runs.at(-1)!.call.platform.isAuthenticated).toBe(true)
  expect((await sendSigned(new URL(url.pathname + url.search, 'http://127.0.0.1'))).status).toBe(401)
})

test('refuses a signature of somebody else', async () => {
  const before = runs.length
  const answers = [
    await send('/ucp/carts/abc', { key: platformKey('platform-1') }),
    await send('/ucp/carts/abc', { key: platformKey('another') }),
    await send('/ucp/carts/abc', { headers: { signature: 'sig1=:AAAA:' } }),
    await send('/ucp/carts', {
      body: oneMug,
      headers: {
        'content-digest': 'sha-256=:AAAA:',
        signature: 'sig1=:AAAA:',
        'signature-input': 'sig1=();keyid="platform-1"',
      },
    }),
  ]
  expect(answers.map(({ statusCode, json }) => [statusCode, json().code])).toEqual([
    [401, 'signature_invalid'],
    [401, 'key_not_found'],
    [401, 'signature_missing'],
    [400, 'digest_mismatch'],
  ])
  expect(runs).toHaveLength(before)
})

test.each([
  ['UCP-Agent', { 'ucp-agent': `profile="${agent}"` }, ''],
  ['Idempotency-Key', { 'idempotency-key': 'captured' }, ''],
  ['the query', {}, '?a=b'],
])('refuses a signature that does not cover %s', async (_, added, query) => {
  const usual = { 'content-type': 'application/json', 'ucp-agent': `profile="${agent}"` }
  const headers = Object.fromEntries(Object.entries(usual).filter(([name]) => !(name in added)))
  const url = new URL('http://localhost/ucp/carts')
  const body = JSON.stringify(oneMug)
  const signature = signRequest({ method: 'POST', url, headers, body: Buffer.from(body) }, key)
  const answer = await send(`/ucp/carts${query}`, { body, headers: { ...headers, ...added, ...signature } })
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'signature_invalid'])
})

test('a key for encryption signs nothing', async () => {
  const secret = platformKey('secret')
  const jwk = { ...secret.jwk, use: 'enc' }
  const url = profiles.publish('/encrypts.json', profileWith(allCapabilities, { signing_keys: [jwk] }))
  const answer = await send('/ucp/carts/abc', { key: secret }, url)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'key_not_found'])
})

test('a key that is new in the profile counts at once', async () => {
  const [first, second] = [platformKey('first'), platformKey('second')]
  const profile = (...keys: object[]) => profileWith(allCapabilities, { signing_keys: keys })
  const url = profiles.publish('/rotating.json', profile(first.jwk))
  await send('/ucp/carts/abc', { key: first }, url)
  profiles.publish('/rotating.json', profile(first.jwk, second.jwk))
  await send('/ucp/carts/abc', { key: second }, url)
  expect(runs.at(-1)!.call.platform).toMatchObject({ profileUrl: url, isAuthenticated: true })
  const third = await send('/ucp/carts/abc', { key: platformKey('third') }, url)
  expect(third.json().code).toBe('key_not_found')
  expect(profiles.countOf('/rotating.json')).toBe(2)
})

test('the answer to a completed checkout is signed', async () => {
  const { signing_keys: keys } = (await app.inject('/.well-known/ucp')).json()
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call' }
  const meta = { 'ucp-agent': { profile: agent }, 'idempotency-key': randomUUID() }
  const params = { name: 'complete_checkout', arguments: { meta, id: 's1', checkout: {} } }
  for (const answer of [
    await send('/ucp/checkout-sessions/s1/complete', { body: {}, headers: withKey() }),
    await send('/ucp/mcp', { body: { ...call, params } }),
  ]) {
    const verified = verifySignature(
      { status: 200, headers: answer.headers as Record<string, string>, body: answer.rawPayload },
      { required: ['@status', 'content-digest', 'content-type'], findKey: async () => keys[0] },
    )
    expect(await verified).toBe(keys[0].kid)
  }
  expect((await send('/ucp/carts/abc')).headers['signature']).toBeUndefined()
})

test('an unsigned digest must fit, too', async () => {
  const headers = { 'content-digest': 'sha-256=:AAAA:' }
  expect((await send('/ucp/carts', { body: oneMug, headers })).json().code).toBe('digest_mismatch')
  const unknown = { 'content-digest': 'sha-512=:AAAA:' }
  expect((await send('/ucp/carts', { body: oneMug, headers: unknown })).statusCode).toBe(201)
})

test('a changed body is refused before it is parsed', async () => {
  const headers = { 'ucp-agent': `profile="${agent}"`, 'content-type': 'application/json' }
  const url = new URL('http://localhost/ucp/carts')
  const body = Buffer.from(JSON.stringify(oneMug))
  const signature = signRequest({ method: 'POST', url, headers, body }, key)
  const answer = await send('/ucp/carts', { body: 'not even JSON', headers: { ...headers, ...signature } })
  expect([answer.statusCode, answer.json()]).toEqual([400, failure('digest_mismatch')])
})
