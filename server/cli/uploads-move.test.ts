import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outputOf } from '#test/harness/processes/run-command.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'

const COUNT = 60

const s3 = await startS3()
const dataDir = await mkdtemp(join(tmpdir(), 'haat-move-'))
const uploads = join(dataDir, 'uploads')
const env = { ...s3.env, S3_PREFIX: 'images', DATA_DIR: dataDir }
const program = 'server/cli/uploads-move.ts'
const move = (to: string, more = {}) => outputOf(program, ['--to', to], { ...env, ...more })
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true })
})

let bytesThere = 0
beforeAll(async () => {
  await mkdir(uploads)
  for (let n = 0; n < COUNT; n++) {
    const bytes = randomBytes(50_000 + n)
    bytesThere += bytes.length
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 20)
    await writeFile(join(uploads, n % 2 ? `${hash}.webp` : `${hash}-160.avif`), bytes)
  }
  await writeFile(join(uploads, '.half.webp.12ab.part'), 'half')
})

test('explains itself, and refuses in a sentence', async () => {
  await expect(outputOf(program, [], env)).rejects.toThrow(/^Usage: npm run uploads:move/)
  await expect(move('s3', { S3_BUCKET: '' })).rejects.toThrow(/^Set S3_BUCKET/)
  await expect(move('s3', { S3_SECRET_ACCESS_KEY: 'wrong' })).rejects.toThrow(
    /refuses with 403 SignatureDoesNotMatch\.\n$/,
  )
  expect(s3.objects.size).toBe(0)
}, 60_000)

test('continues after a kill, and proves that both sides are the same', async () => {
  const child = spawn(process.execPath, [program, '--to', 's3'], {
    env,
    stdio: 'ignore',
  })
  const exit = once(child, 'exit')
  await expect.poll(() => s3.objects.size, { interval: 1 }).toBeGreaterThan(2)
  child.kill('SIGKILL')
  await exit
  // What the killed program had sent is stored or dropped before the images are counted.
  await s3.stop()
  await s3.start()
  const before = s3.objects.size
  expect(before).toBeLessThan(COUNT)
  const printed = await move('s3')
  expect(printed).toContain(
    `Copied ${COUNT - before} images; the SHA-256 of all ${COUNT} is the same on both sides.`,
  )
  expect(printed).toContain(`Both sides: ${COUNT} images, ${bytesThere} bytes. Nothing was deleted.`)
  expect(await readdir(uploads)).toHaveLength(COUNT + 1)
}, 60_000)

test('copies again what differs, and moves back', async () => {
  const [key = ''] = s3.objects.keys()
  const object = s3.objects.get(key)!
  object.bytes = Buffer.alloc(object.bytes.length)
  expect(await move('s3')).toContain('Copied 1 images')
  const original = await readFile(join(uploads, key.replace('images/', '')))
  await rm(uploads, { recursive: true })
  expect(await move('folder')).toContain(`Copied ${COUNT} images`)
  expect(await readFile(join(uploads, key.replace('images/', '')))).toEqual(original)
}, 60_000)
