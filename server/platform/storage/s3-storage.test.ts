import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'
import { openStorage, openStorageForJobs } from './open-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage, StoredFile } from './storage.ts'

const s3 = await startS3({ pageSize: 3 })
afterAll(() => s3.stop())
beforeEach(() => {
  s3.heal()
  s3.objects.clear()
  s3.calls.length = 0
})

const settings = (more: Record<string, string> = {}) =>
  readConfig({ ...s3.env, S3_CACHE_MB: '0', S3_PREFIX: 'shop/images', ...more })
const storageOf = (more: Record<string, string> = {}) => openStorage(settings(more))
/** As `openStorage`, but with little time. */
const hasty = () =>
  s3Storage(settings().uploadsBucket!, 'shop/images/', { attempts: 2, timeoutMs: 150, breaks: true })
const bytes = Buffer.alloc(300_000, 7)

/** The milliseconds until `work` rejects with this reason. */
async function refused(work: Promise<unknown>, reason: string | RegExp): Promise<number> {
  const start = performance.now()
  await expect(work).rejects.toMatchObject({
    status: 503,
    code: 'storage_unavailable',
    reason: expect.stringMatching(reason) as string,
  })
  return performance.now() - start
}

test('stores, reads, describes, lists and removes files below its prefix', async () => {
  const storage = storageOf()
  expect(await storage.get('a.webp')).toBeUndefined()
  expect(await storage.exists('a.webp')).toBe(false)
  const names = ['a.webp', 'b-160.avif', 'c.jpg', 'd.webp', 'e.webp', 'f.webp', 'g.webp']
  for (const name of names) await storage.put(name, Buffer.from(name))
  s3.objects.set('shop/other.webp', s3.objects.get('shop/images/a.webp')!)
  expect(String(await storage.get('b-160.avif'))).toBe('b-160.avif')
  expect(s3.objects.get('shop/images/b-160.avif')?.headers).toEqual({
    'content-type': 'image/avif',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect(await storage.stat('a.webp')).toEqual({
    name: 'a.webp',
    bytes: 6,
    modifiedAt: expect.any(Number) as number,
  })
  const listed: StoredFile[] = []
  for await (const file of storage.list()) listed.push(file)
  expect(listed.map(({ name }) => name)).toEqual(names)
  expect(Math.abs((listed[0]?.modifiedAt ?? 0) - Date.now())).toBeLessThan(60_000)
  await storage.remove('a.webp')
  await storage.remove('a.webp')
  expect(await storage.exists('a.webp')).toBe(false)
  await expect(storage.put('../a', bytes)).rejects.toThrow('Invalid storage name')
})

test('a wrong key, a missing bucket and a wrong place are refused in a sentence, without a second try', async () => {
  const wrong = storageOf({ S3_SECRET_ACCESS_KEY: 'another secret' })
  await refused(wrong.put('a.webp', bytes), /refuses with 403 SignatureDoesNotMatch\.$/)
  await refused(wrong.get('a.webp'), /refuses with 403/)
  expect(s3.calls).toHaveLength(2)
  await refused(
    storageOf({ S3_BUCKET: 'no-such-bucket' }).put('a.webp', bytes),
    /has no bucket "no-such-bucket"\.$/,
  )
  expect(s3.objects.size).toBe(0)
})

test('tries again once if the server is busy or a connection is cut', async () => {
  const storage = hasty()
  s3.fail('busy', 1)
  await storage.put('a.webp', bytes)
  for (const fault of ['busy', 'cut', 'stall'] as const) {
    s3.fail(fault, 1)
    expect(await storage.get('a.webp')).toEqual(bytes)
  }
})

test('gives up in time if the server stays busy, hangs, stalls or is gone, and works again after it', async () => {
  const first = storageOf()
  await first.put('a.webp', bytes)
  for (const [fault, reason] of [
    ['busy', /refuses with 503 SlowDown/],
    ['cut', /cannot be reached/],
    ['stall', /did not answer within 0.15 s/],
    ['hang', /did not answer within 0.15 s/],
  ] as const) {
    s3.fail(fault)
    await refused(hasty().get('a.webp'), reason)
    if (fault === 'hang') await refused(hasty().put('b.webp', bytes), /did not answer within 0.45 s/)
  }
  expect(await refused(first.get('a.webp'), /did not answer within 1.25 s/)).toBeLessThan(3500)
  s3.heal()
  await s3.stop()
  await refused(first.get('a.webp'), /cannot be reached: (ECONNREFUSED|ECONNRESET|other side closed)/)
  await s3.start()
  expect(await first.get('a.webp')).toEqual(bytes)
  expect([...s3.objects.keys()]).toEqual(['shop/images/a.webp'])
})

test('refuses at once for two seconds after three failures in a row', async () => {
  const storage = hasty()
  await storage.put('a.webp', bytes)
  s3.fail('busy')
  for (let n = 0; n < 3; n++) await refused(storage.get('a.webp'), /refuses with 503/)
  const calls = s3.calls.length
  await refused(storage.get('a.webp'), /has not answered lately/)
  expect(s3.calls).toHaveLength(calls)
  s3.heal()
  await expect.poll(() => storage.get('a.webp').catch(() => undefined)).toEqual(bytes)
})

test('jobs try more often', async () => {
  const storage = openStorageForJobs(settings())
  s3.fail('busy', 3)
  await storage.put('a.webp', bytes)
  expect(s3.objects.size).toBe(1)
})

async function cached(megabytes: string): Promise<{ storage: Storage; copies: () => Promise<string[]> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-s3-'))
  // Copies are written in the background.
  onTestFinished(() => rm(dataDir, { recursive: true, maxRetries: 5 }))
  const storage = storageOf({ DATA_DIR: dataDir, S3_CACHE_MB: megabytes })
  const copies = async () => {
    const names = await readdir(join(dataDir, 'uploads-cache')).catch(() => [])
    return names.filter((name) => !name.startsWith('.')).sort()
  }
  return { storage, copies }
}

test('a copy on this machine costs no call, and is served while the storage is away', async () => {
  const { storage, copies } = await cached('1')
  await storage.put('a.webp', bytes)
  await expect.poll(copies).toEqual(['a.webp'])
  s3.calls.length = 0
  s3.fail('hang')
  expect(await storage.get('a.webp')).toEqual(bytes)
  expect(s3.calls).toEqual([])
  s3.heal()
  await storage.remove('a.webp')
  expect(await storage.get('a.webp')).toBeUndefined()
})

test('the oldest copies go, and are read again', async () => {
  const { storage, copies } = await cached('1')
  const names = Array.from({ length: 9 }, (_, n) => `${n}.webp`)
  for (const name of names) {
    await storage.put(name, bytes)
    await expect.poll(copies).toContain(name)
  }
  await expect.poll(async () => (await copies()).length).toBeLessThanOrEqual(4)
  expect(await storage.get('0.webp')).toEqual(bytes)
})
