// Uploads on a real object storage, OpenStack Swift with its S3 interface, that is frozen and killed.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { readConfig } from '#server/config.ts'
import { storeImage } from '#server/platform/images.ts'
import { openRemoteFolder } from '#server/platform/remote-folder/open-remote-folder.ts'
import { createS3Client, jobLimits } from '#server/platform/storage/s3-client.ts'
import { openStorage, openUploadsBucket, openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { withStressApp, type StressApp } from '#test/harness/app/stress-app.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { sendRawForm, type Client } from '#test/harness/people/client.ts'
import { outputOf } from '#test/harness/processes/run-command.ts'
import { startSwift, swiftIsInstalled, type SwiftServer } from '#test/harness/services/swift-server.ts'

const BUCKET = 'shop-uploads'
const MAX_REFUSAL_MS = 9000

/** Stores, moves and loses nothing of that many images. Throws if a promise of decision 087 is broken. */
export async function run(images = 40): Promise<void> {
  if (!swiftIsInstalled()) return
  const swift = await startSwift()
  try {
    const env = {
      S3_ENDPOINT: swift.url,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: swift.accessKeyId,
      S3_SECRET_ACCESS_KEY: swift.secretAccessKey,
      S3_CACHE_MB: '0',
    }
    await createBucket(env)
    await withStressApp(async (shop) => {
      await refusals(env)
      await moves(shop, env, images)
      await largeFile(shop, env)
      await faults(shop, swift, images)
    }, env)
  } finally {
    await swift.stop()
  }
}

type Env = Record<string, string>

const bucketOf = (env: Env) => {
  const { uploadsBucket } = readConfig(env)
  assert(uploadsBucket)
  return uploadsBucket
}

const createBucket = (env: Env) => createS3Client(bucketOf(env), jobLimits).send('PUT', '')

async function refusals(env: Env): Promise<void> {
  const get = (more: Env) => openStorage(readConfig({ ...env, ...more })).get('a.webp')
  assert.equal(await get({}), undefined)
  await assert.rejects(get({ S3_SECRET_ACCESS_KEY: 'wrong' }), {
    reason: /refuses with 403 SignatureDoesNotMatch/,
  })
  await assert.rejects(get({ S3_ACCESS_KEY_ID: 'nobody' }), { reason: /refuses with 403/ })
  await assert.rejects(get({ S3_BUCKET: 'no-such-bucket' }), { reason: /has no bucket "no-such-bucket"/ })
  console.log('A wrong key, a wrong secret and a missing bucket are refused.')
}

async function moves({ dataDir }: StressApp, env: Env, images: number): Promise<void> {
  const folder = openUploadsFolder(dataDir)
  for (let n = 0; n < images; n++) await storeImage(folder, await drawing(n))
  const start = performance.now()
  const printed = await outputOf('server/cli/uploads-move.ts', ['--to', 's3'], { ...env, DATA_DIR: dataDir })
  assert.match(printed, new RegExp(`Copied ${images} images; the SHA-256 of all ${images} is the same`))
  console.log(`${images} images moved in ${seconds(start)}: ${printed.trim().split('\n').at(-1)}`)
  const bucket = openUploadsBucket(bucketOf(env))
  const names: string[] = []
  for await (const { name } of bucket.list()) names.push(name)
  assert.equal(names.length, images)
}

async function largeFile({ dataDir }: StressApp, env: Env): Promise<void> {
  const [path, back] = [join(dataDir, 'large'), join(dataDir, 'back')]
  await writeFile(path, randomBytes(60_000_000))
  const remote = await openRemoteFolder(`s3://${BUCKET}/backups`, readConfig(env).remote)
  const start = performance.now()
  await remote.put('large', path)
  assert(await remote.get('large', back))
  assert((await readFile(back)).equals(await readFile(path)))
  console.log(`60 MB in parts there and back in ${seconds(start)}.`)
  await remote.remove('large')
}

async function faults(shop: StressApp, swift: SwiftServer, images: number): Promise<void> {
  const { app, db } = shop
  const staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const first = await upload(shop, staff, images + 1)
  assert.equal(first.status, 200)
  const { file } = first.body['data'] as { file: string }
  const small = `/uploads/${file.replace('.webp', '-320.avif')}`
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  assert.equal(await statusOf(small), 200)
  const rows = await db.selectFrom('image').select('file').execute()
  for (const [what, begin, end] of [
    ['frozen', swift.hang, swift.goOn],
    ['killed', swift.kill, swift.start],
  ] as const) {
    await begin()
    const start = performance.now()
    assert.equal(await statusOf('/api/shop'), 200)
    const catalogMs = performance.now() - start
    assert(catalogMs < 1000)
    const sent = performance.now()
    const refused = await upload(shop, staff, images + 2)
    const refusedMs = performance.now() - sent
    assert.equal(refused.status, 503)
    assert.equal(refused.body['code'], 'storage_unavailable')
    assert(refusedMs < MAX_REFUSAL_MS)
    assert.equal(await statusOf(small), 503)
    assert.deepEqual(await db.selectFrom('image').select('file').execute(), rows)
    await end()
    const healed = performance.now()
    while ((await statusOf(small)) !== 200) assert(performance.now() - healed < 30_000)
    console.log(
      `While ${what}: the API answered in ${catalogMs.toFixed(0)} ms, an upload was refused after ${refusedMs.toFixed(0)} ms; images were back after ${seconds(healed)}.`,
    )
  }
  assert.equal((await upload(shop, staff, images + 2)).status, 200)
}

async function upload({ app }: StressApp, staff: Client, shade: number) {
  return sendRawForm(app, 'POST', 'admin/images', {
    cookies: staff.cookies,
    files: [['image', await drawing(shade)]],
  })
}

const drawing = (shade: number) => {
  const background = { r: (shade * 61) % 256, g: (shade * 97) % 256, b: (shade * 7) % 256 }
  return sharp({ create: { width: 700 + shade, height: 400, channels: 3, background } })
    .png()
    .toBuffer()
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`
