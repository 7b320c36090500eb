import { readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { signedIn, newUser } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { sendRawForm, type Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { imageSizesJob } from './image-sizes.job.ts'
import { startSizeMaker } from './size-maker.ts'

const { app, db, dataDir, stop } = await testApp()
afterAll(stop)
const folder = join(dataDir, 'uploads')
let staff: Client
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
})

let shade = 0
async function upload(width = 700): Promise<string> {
  const background = { r: (++shade * 61) % 256, g: (shade * 97) % 256, b: 40 }
  const bytes = await sharp({ create: { width, height: 400, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const sent = await sendRawForm(app, 'POST', 'admin/images', {
    cookies: staff.cookies,
    files: [['image', bytes]],
  })
  return (sent.body['data'] as { file: string }).file.replace('.webp', '')
}

const job = imageSizesJob(db, openUploadsFolder(dataDir))
const run = (signal = AbortSignal.timeout(60_000)) => job.run(signal)
const sizesOf = async (hash: string) =>
  (await readdir(folder)).filter((name) => name.startsWith(`${hash}-`)).sort()
const queued = async () =>
  (await db.selectFrom('image_queue').select('file').execute()).map(({ file }) => file)

test('makes the widths of an upload before the first request, in both types and never enlarged', async () => {
  const hash = await upload()
  expect(await sizesOf(hash)).toEqual([])
  await run()
  const sizes = [160, 320, 480, 640].flatMap((width) => [`${hash}-${width}.avif`, `${hash}-${width}.webp`])
  expect(await sizesOf(hash)).toEqual(sizes.sort())
  expect(await queued()).toEqual([])

  const path = join(folder, `${hash}-640.avif`)
  const { ino } = await stat(path)
  const { statusCode, rawPayload } = await app.inject(`/uploads/${hash}-640.avif`)
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(await readFile(path))
  expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'heif', width: 640 })
  expect((await stat(path)).ino).toBe(ino)
})

test('keeps a size that a request has made, with the same bytes', async () => {
  const hash = await upload()
  const { rawPayload } = await app.inject(`/uploads/${hash}-320.avif`)
  const path = join(folder, `${hash}-320.avif`)
  const { ino } = await stat(path)
  await run()
  expect((await stat(path)).ino).toBe(ino)
  await rm(path)
  await db
    .insertInto('image_queue')
    .values({ file: `${hash}.webp` })
    .execute()
  await run()
  expect(await readFile(path)).toEqual(rawPayload)
})

test('continues after a stop in the middle', async () => {
  const hashes = [await upload(1900), await upload(1900)]
  const stopping = new AbortController()
  const running = run(stopping.signal)
  await expect.poll(() => sizesOf(hashes[1] ?? ''), { timeout: 20_000 }).not.toEqual([])
  stopping.abort()
  await running
  expect(await queued()).toHaveLength(2)
  await run()
  for (const hash of hashes) expect(await sizesOf(hash)).toHaveLength(14)
})

test('a missing or damaged image holds up no other', async () => {
  const [good, gone, damaged] = [await upload(), await upload(), await upload()]
  await rm(join(folder, `${gone}.webp`))
  await truncate(join(folder, `${damaged}.webp`), 40)
  await expect(run()).rejects.toThrow()
  await run()
  expect(await queued()).toEqual([])
  expect(await sizesOf(good)).toHaveLength(8)
})

test.runIf(process.platform === 'linux')('every thread of the process has the lowest priority', async () => {
  const maker = startSizeMaker(folder)
  onTestFinished(maker.close)
  await maker.make(`${await upload()}.webp`)
  const threads = await readdir(`/proc/${maker.pid}/task`)
  const niceOf = async (thread: string) =>
    Number((await readFile(`/proc/${maker.pid}/task/${thread}/stat`, 'utf8')).split(') ')[1]?.split(' ')[16])
  expect(threads.length).toBeGreaterThan(4)
  expect(new Set(await Promise.all(threads.map(niceOf)))).toEqual(new Set([19]))
})

test('the end of the process is an error, not a wait', async () => {
  const maker = startSizeMaker(folder)
  const making = maker.make(`${await upload(1900)}.webp`)
  maker.close()
  await expect(making).rejects.toThrow('ended at')
  await expect(maker.make('x.webp')).rejects.toThrow('ended at')
})
