import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { storeImage } from '#server/platform/images.ts'
import { folderStorage } from '#server/platform/storage/folder-storage.ts'
import { testApp } from '#test/harness/app/app.ts'
import { assets } from '../pages/assets.ts'
import { health } from './health.ts'
import { uploads } from '../pages/uploads.ts'

const token = 'a-token-for-metrics'
const { app, db, stop } = await testApp({ env: { METRICS_TOKEN: token } })
const folder = await mkdtemp(join(tmpdir(), 'haat-http-'))
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true, force: true })
})

describe('/healthz and /readyz', () => {
  it('report success', async () => {
    expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toEqual({ status: 'ok', database: 'ok', disk: 'ok' })
  })

  it('report missing migrations', async () => {
    const removed = await sql<{ name: string; checksum: string }>`
      delete from migration where name = (select max(name) from migration) returning name, checksum`.execute(
      db,
    )
    const ready = await app.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ status: 'not ready', database: '1 migrations have not run' })
    const { name, checksum } = removed.rows[0] ?? { name: '', checksum: '' }
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(db)
  })

  it('report a missing data folder', async () => {
    const alone = fastify()
    await alone.register(health, { db, dataDir: join(folder, 'missing') })
    const ready = await alone.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toMatchObject({ database: 'ok', disk: 'cannot be reached' })
  })
})

describe('a shop that stops', () => {
  it('is not ready, so that proxies leave it while it still answers', async () => {
    const alone = fastify()
    await alone.register(health, { db, dataDir: folder, isStopping: () => true })
    const ready = await alone.inject('/readyz')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'stopping' })
    expect((await alone.inject('/healthz')).statusCode).toBe(200)
  })
})

describe('/metrics', () => {
  const read = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers })

  it('answers loopback addresses', async () => {
    await app.inject('/api/shop')
    for (const address of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      const { statusCode, body, headers } = await read(address, { 'accept-encoding': 'br, gzip' })
      expect(statusCode).toBe(200)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(body).toMatch(/^http_request_duration_seconds_count\{.*route="\/api\/shop".*\} \d+$/m)
      expect(body).toMatch(/^response_cache_entries [1-9]/m)
      expect(body).toMatch(/^process_resident_memory_bytes \d/m)
    }
  })

  it('answers clients with the token', async () => {
    expect((await read('203.0.113.7', { authorization: `Bearer ${token}` })).statusCode).toBe(200)
  })

  it('answers 404 to everyone else', async () => {
    const strangers = [
      read('203.0.113.7'),
      read('203.0.113.7', { authorization: 'Bearer wrong' }),
      read('127.0.0.1', { authorization: 'Bearer wrong' }),
      read('127.0.0.1', { 'x-forwarded-for': '203.0.113.7' }),
    ]
    for (const stranger of await Promise.all(strangers)) expect(stranger.statusCode).toBe(404)
  })
})

describe('uploaded images', async () => {
  const storage = folderStorage(join(folder, 'uploads'))
  const shown = fastify()
  await shown.register(uploads, { storage, delivered: undefined })
  const pixels = await sharp({ create: { width: 500, height: 300, channels: 3, background: '#a52' } })
    .png()
    .toBuffer()
  const { file } = await storeImage(storage, pixels)

  it('are served whole and scaled, as immutable', async () => {
    for (const [name, type] of [
      [file, 'image/webp'],
      [file.replace('.webp', '-320.webp'), 'image/webp'],
      [file.replace('.webp', '-320.avif'), 'image/avif'],
    ] as const) {
      const { statusCode, headers } = await shown.inject(`/uploads/${name}`)
      expect(statusCode).toBe(200)
      expect(headers).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const known = await shown.inject({
        url: `/uploads/${name}`,
        headers: { 'if-none-match': String(headers['etag']) },
      })
      expect(known.statusCode).toBe(304)
    }
  })

  it('are served only under their exact names', async () => {
    const names = [
      '',
      '..',
      '..%2fsecret',
      file.replace('.webp', '-333.webp'),
      `${'0'.repeat(20)}.webp`,
      '.hidden',
      'x.png',
    ]
    for (const name of names) expect((await shown.inject(`/uploads/${name}`)).statusCode, name).toBe(404)
  })
})

describe('the browser’s files of the build', async () => {
  const client = join(folder, 'client')
  await mkdir(join(client, 'assets'), { recursive: true })
  await writeFile(join(client, 'assets', 'entry-abc123.js'), 'start();'.repeat(500))
  await writeFile(join(client, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(client, 'notes.secret'), 'secret')
  const served = fastify()
  await served.register(assets, { buildFolder: folder })

  it('are immutable if their name contains a hash, else cached for an hour', async () => {
    const script = await served.inject({
      url: '/assets/entry-abc123.js',
      headers: { 'accept-encoding': 'br' },
    })
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const icon = await served.inject('/favicon.svg')
    expect(icon.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=3600',
    })
  })

  it('are served only if their type is known', async () => {
    for (const url of [
      '/notes.secret',
      '/assets/',
      '/assets/..%2f..%2fpackage.json',
      '/client/favicon.svg',
    ]) {
      expect((await served.inject(url)).statusCode, url).toBe(404)
    }
  })
})
