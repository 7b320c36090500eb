import pino from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { runHousekeeping } from '#server/housekeeping.ts'
import { imageSizesJob } from '#server/platform/image-sizes/image-sizes.job.ts'
import { openStorageForJobs } from '#server/platform/storage/open-storage.ts'
import { testApp } from '#test/harness/app/app.ts'
import { smallPages } from '#test/harness/app/small-pages.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { sendRawForm, type Client } from '#test/harness/people/client.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'

const s3 = await startS3()
const build = smallPages({ page: async ({ origin }) => ({ origin }) })
const env = { ...s3.env, S3_CACHE_MB: '0' }
const { app, db, stop } = await testApp({ build, env })
const signed = await testApp({ build, env: { ...env, S3_DELIVERY: 'signed' } })
const cdn = 'https://cdn.example/images'
const byCdn = await testApp({ build, env: { ...env, S3_DELIVERY: 'public', S3_PUBLIC_URL: cdn } })
afterAll(async () => {
  await Promise.all([stop(), signed.stop(), byCdn.stop()])
  await s3.stop()
})
beforeEach(() => s3.heal())

let staff: Client
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
})

let shade = 0
async function upload() {
  const background = { r: (++shade * 61) % 256, g: (shade * 97) % 256, b: 40 }
  const bytes = await sharp({ create: { width: 700, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return sendRawForm(app, 'POST', 'admin/images', { cookies: staff.cookies, files: [['image', bytes]] })
}
const uploaded = async () => ((await upload()).body['data'] as { file: string }).file
const namesOf = (file: string) =>
  [...s3.objects.keys()].filter((name) => name.startsWith(file.replace('.webp', '')))
const countRows = async () => (await db.selectFrom('image').select('file').execute()).length

describe('uploads in a bucket', () => {
  test('are stored, scaled and served as in a folder', async () => {
    const file = await uploaded()
    expect(namesOf(file)).toEqual([file])
    const scaled = file.replace('.webp', '-320.avif')
    const { statusCode, headers, rawPayload } = await app.inject(`/uploads/${scaled}`)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(rawPayload).toEqual(s3.objects.get(scaled)?.bytes)
    expect((await app.inject(`/uploads/${'0'.repeat(20)}.webp`)).statusCode).toBe(404)
  })

  test.each(['hang', 'busy'] as const)(
    'while the server has the fault %s, pages stay, and uploads and images say so',
    async (fault) => {
      const file = await uploaded()
      const rows = await countRows()
      s3.fail(fault)
      const start = performance.now()
      expect((await app.inject('/page')).statusCode).toBe(200)
      expect(performance.now() - start).toBeLessThan(1000)
      expect(await upload()).toMatchObject({
        status: 503,
        body: {
          code: 'storage_unavailable',
          message: expect.stringContaining('Images can’t be stored or shown right now.') as string,
        },
      })
      const image = await app.inject(`/uploads/${file}`)
      expect(image.statusCode).toBe(503)
      expect(image.headers['retry-after']).toBe('10')
      expect(await countRows()).toBe(rows)
      s3.heal()
      // The breaker lets a call through after two seconds.
      await expect.poll(async () => (await app.inject(`/uploads/${file}`)).statusCode).toBe(200)
    },
  )

  test('a job makes the sizes, and waits for a server that is away', async () => {
    const file = await uploaded()
    const storage = openStorageForJobs(readConfig(env))
    const job = imageSizesJob(db, storage)
    s3.fail('busy')
    await expect(job.run(AbortSignal.timeout(60_000))).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(namesOf(file)).toEqual([file])
    s3.heal()
    await job.run(AbortSignal.timeout(60_000))
    expect(namesOf(file)).toHaveLength(9)
    expect(await db.selectFrom('image_queue').select('file').execute()).toEqual([])
  }, 60_000)

  test('housekeeping removes what no row has, and leaves the rest while the server is away', async () => {
    const file = await uploaded()
    const old = s3.objects.get(file)!
    const orphan = { ...old, modified: new Date(Date.now() - 3_600_000) }
    const names = [`${'a'.repeat(20)}.webp`, `${'a'.repeat(20)}-160.webp`]
    for (const name of names) s3.objects.set(name, orphan)
    const clean = () => runHousekeeping(db, openStorageForJobs(readConfig(env)), pino({ enabled: false }))
    s3.fail('busy', Infinity, 'DELETE')
    await expect(clean()).rejects.toThrow('housekeeping is incomplete')
    expect(s3.objects.has(names[0]!)).toBe(true)
    s3.heal()
    await clean()
    expect(names.some((name) => s3.objects.has(name))).toBe(false)
    expect(s3.objects.has(file)).toBe(true)
  }, 60_000)
})

describe('redirects to the bucket', () => {
  test('lead to signed addresses, which stay the same, and make the size first', async () => {
    const file = await uploaded()
    const name = file.replace('.webp', '-480.webp')
    const { statusCode, headers } = await signed.app.inject(`/uploads/${name}`)
    expect(statusCode).toBe(302)
    expect(headers['cache-control']).toBe('public, max-age=3600')
    const opened = await fetch(String(headers.location))
    expect(opened.status).toBe(200)
    expect(opened.headers.get('content-type')).toBe('image/webp')
    expect((await sharp(await opened.arrayBuffer()).metadata()).width).toBe(480)
    const changed = String(headers.location).replace('-480', '')
    expect((await fetch(changed)).status).toBe(403)
    s3.fail('hang')
    expect((await signed.app.inject(`/uploads/${name}`)).headers.location).toBe(headers.location)
  })

  test('lead to the address of a CDN, where a width above the original is the original', async () => {
    const file = await uploaded()
    const { headers } = await byCdn.app.inject(`/uploads/${file.replace('.webp', '-1280.webp')}`)
    expect(headers.location).toBe(`${cdn}/${file}`)
    expect((await byCdn.app.inject(`/uploads/${'0'.repeat(20)}.webp`)).statusCode).toBe(404)
  })

  test('are allowed by the policy of pages, and nothing else is', async () => {
    const policyOf = async (shop: typeof app) =>
      /img-src [^;]*/.exec(String((await shop.inject('/page')).headers['content-security-policy']))?.[0]
    expect(await policyOf(app)).toBe("img-src 'self' data:")
    expect(await policyOf(signed.app)).toBe(`img-src 'self' data: ${s3.url}`)
    expect(await policyOf(byCdn.app)).toBe("img-src 'self' data: https://cdn.example")
  })
})
