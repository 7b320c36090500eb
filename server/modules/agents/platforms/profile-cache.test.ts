import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { profileWith, startProfileServer } from '#test/harness/ucp/platform.ts'
import { createProfileCache } from './profile-cache.ts'

const server = await startProfileServer()
afterAll(server.stop)

/** A cache with a clock of its own. */
function testCache() {
  let time = 1_000_000
  const cache = createProfileCache(
    () => true,
    () => time,
  )
  const admit = vi.fn<() => Promise<void>>(async () => {})
  return {
    admit,
    read: (url: string, isRefresh = false) => cache.read(url, { admit, isRefresh }),
    pass: (seconds: number) => void (time += seconds * 1000),
  }
}

test.each([
  ['for a minute even if its origin forbids it', 'no-store', 59, 61],
  ['as long as its origin allows', 'max-age=600', 599, 601],
  ['for a day at most', 'max-age=999999999', 86_399, 86_401],
  ['for five minutes if its origin says nothing', 'public', 299, 301],
])('a profile is cached %s', async (name, control, fresh, stale) => {
  const { read, pass, admit } = testCache()
  const path = `/cached/${encodeURIComponent(name)}`
  const url = server.publish(path, profileWith([]), { 'cache-control': control })
  await read(url)
  pass(fresh)
  await read(url)
  expect(server.countOf(path)).toBe(1)
  pass(stale - fresh)
  await read(url)
  expect(server.countOf(path)).toBe(2)
  expect(admit).toHaveBeenCalledTimes(2)
})

test('simultaneous calls share one request', async () => {
  const { read, admit } = testCache()
  const url = server.publish('/shared', (_, response) => {
    setTimeout(() => response.end(JSON.stringify(profileWith([]))), 50)
  })
  const [first] = await Promise.all([
    read(url),
    wait(10).then(() => read(url)),
    wait(20).then(() => read(url)),
  ])
  expect(first.version).toBe('2026-04-08')
  expect(server.countOf('/shared')).toBe(1)
  expect(admit).toHaveBeenCalledTimes(1)
})

test('waits longer after each failure', async () => {
  const { read, pass } = testCache()
  const url = `${server.origin}/absent`
  const counts: number[] = []
  for (let second = 0; second < 16; second++) {
    await expect(read(url)).rejects.toMatchObject({ status: 424, code: 'profile_unreachable' })
    counts.push(server.countOf('/absent'))
    pass(1)
  }
  expect(counts).toEqual([1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4])
})

test('an unreachable platform goes on with its last profile for a day', async () => {
  const { read, pass } = testCache()
  const url = server.publish('/leaving', profileWith(['dev.ucp.shopping.cart']))
  await read(url)
  server.publish('/leaving', (_, response) => response.writeHead(500).end())
  pass(3600)
  expect(await read(url)).toMatchObject({ version: '2026-04-08' })
  pass(86_400)
  await expect(read(url)).rejects.toMatchObject({ code: 'profile_unreachable' })
})

test('a profile that became malformed is not used any more', async () => {
  const { read, pass } = testCache()
  const url = server.publish('/breaking', profileWith([]))
  await read(url)
  server.publish('/breaking', { ucp: {} })
  pass(3600)
  await expect(read(url)).rejects.toMatchObject({ status: 422, code: 'profile_malformed' })
})

test('a profile can be read again, at most once a minute', async () => {
  const { read, pass } = testCache()
  const url = server.publish('/rotated', profileWith([]), { 'cache-control': 'max-age=3600' })
  await read(url)
  for (const [seconds, count] of [
    [1, 2],
    [1, 2],
    [58, 2],
    [1, 3],
  ] as const) {
    pass(seconds)
    await read(url, true)
    expect(server.countOf('/rotated')).toBe(count)
  }
  server.publish('/rotated', (_, response) => response.writeHead(500).end())
  pass(61)
  expect(await read(url, true)).toMatchObject({ version: '2026-04-08' })
})

test('has 1,000 profiles and forgets the least recently used', async () => {
  const { read } = testCache()
  const url = (n: number) => server.publish(`/many/${n}`, profileWith([]))
  for (let n = 0; n < 1000; n++) await read(url(n))
  await read(url(0))
  await read(url(1000))
  await read(url(0))
  await read(url(1))
  expect([server.countOf('/many/0'), server.countOf('/many/1')]).toEqual([1, 2])
})

test('has 8 MB of profiles', async () => {
  const { read } = testCache()
  const url = (n: number) => server.publish(`/long/${n}`, profileWith([], { padding: 'a'.repeat(60_000) }))
  for (let n = 0; n < 145; n++) await read(url(n))
  await read(url(144))
  await read(url(20))
  await read(url(0))
  expect([144, 20, 0].map((n) => server.countOf(`/long/${n}`))).toEqual([1, 1, 2])
})

test.each<[string, object]>([
  ['no object', []],
  ['no version', { ucp: {} }],
  ['an odd version', { ucp: { version: 'draft' } }],
  ['keys that are no list', { ucp: { version: '2026-04-08' }, signing_keys: {} }],
  ['too large', { ucp: { version: '2026-04-08' }, padding: 'a'.repeat(70_000) }],
])('refuses a profile with %s', async (name, profile) => {
  const url = server.publish(`/malformed/${encodeURIComponent(name)}`, profile)
  await expect(testCache().read(url)).rejects.toMatchObject({ status: 422, code: 'profile_malformed' })
})
