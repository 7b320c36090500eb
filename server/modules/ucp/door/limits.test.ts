import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app/app.ts'
import {
  allCapabilities,
  platformKey,
  profileWith,
  sendAs,
  startProfileServer,
} from '#test/harness/ucp/platform.ts'
import { testOperations } from '#test/harness/ucp/test-operations.ts'

const { operations } = testOperations()
const profiles = await startProfileServer()
afterAll(profiles.stop)
const { app, db, stop } = await testApp({ operations, env: { WEBHOOKS_ALLOW_PRIVATE: 'yes' } })
afterAll(stop)
const closed = await testApp({ operations })
afterAll(closed.stop)

/** Uses up a limit for ten minutes. */
const exhaust = (key: string) =>
  sql`insert into rate_limit (key, free_at) values (${key}, now() + interval '10 minutes')
    on conflict (key) do update set free_at = excluded.free_at`.execute(db)
const reset = () => db.deleteFrom('rate_limit').execute()
const publish = (more: object = {}) =>
  profiles.publish(`/${randomUUID()}`, profileWith(allCapabilities, more))

test('too many calls from one network have to wait', async () => {
  const agent = publish()
  expect((await sendAs(app, agent, '/ucp/carts/c1')).statusCode).toBe(200)
  await exhaust('ucp 127.0.0.1')
  const answer = await sendAs(app, agent, '/ucp/carts/c1')
  expect([answer.statusCode, answer.json().code]).toEqual([429, 'too_many'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const mcp = await sendAs(app, agent, '/ucp/mcp', { body })
  expect([mcp.statusCode, mcp.json().error]).toMatchObject([
    429,
    { code: -32000, data: { code: 'too_many' } },
  ])
  expect(String(mcp.json().error.data.retry_after)).toBe(mcp.headers['retry-after'])
  await reset()
})

test('an unsigned call does not use up the limit of the platform that it names', async () => {
  const key = platformKey()
  const agent = publish({ signing_keys: [key.jwk] })
  await sendAs(app, agent, '/ucp/carts/c1')
  const { id } = await db
    .selectFrom('agent_platform')
    .select('id')
    .where('profile_url', '=', agent)
    .executeTakeFirstOrThrow()
  await exhaust(`ucp platform 1 ${id}`)
  expect((await sendAs(app, agent, '/ucp/carts/c1', { key })).statusCode).toBe(429)
  expect((await sendAs(app, agent, '/ucp/carts/c1')).statusCode).toBe(200)
  await reset()
})

test.each(['profiles 127.0.0.1', 'profiles'])(
  'strangers wait for "%s", known platforms do not',
  async (limit) => {
    const known = publish()
    await sql`insert into agent_platform (config_id, profile_url, created_at)
    values (1, ${known}, now() - interval '2 days')`.execute(db)
    await exhaust(limit)
    expect((await sendAs(app, publish(), '/ucp/carts/c1')).statusCode).toBe(429)
    expect((await sendAs(app, known, '/ucp/carts/c1')).statusCode).toBe(200)
    await reset()
  },
)

test('without WEBHOOKS_ALLOW_PRIVATE the shop reads nothing from this machine', async () => {
  const agent = publish()
  const encrypted = agent.replace('http:', 'https:')
  expect((await sendAs(closed.app, agent, '/ucp/carts/c1')).json().code).toBe('invalid_profile_url')
  expect((await sendAs(closed.app, encrypted, '/ucp/carts/c1')).json().code).toBe('profile_unreachable')
  expect(profiles.countOf(new URL(agent).pathname)).toBe(0)
})
