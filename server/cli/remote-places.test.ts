import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storeImage } from '#server/platform/images.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { emptyDatabase, testDatabase } from '#test/harness/app/database.ts'
import { newUser } from '#test/harness/people/account.ts'
import { outputOf } from '#test/harness/processes/run-command.ts'
import { startS3 } from '#test/harness/services/s3-server.ts'
import { sshdIsInstalled, startSftp } from '#test/harness/services/sftp-server.ts'

const scratch = await mkdtemp(join(tmpdir(), 'haat-places-'))
const source = await testDatabase()
const s3 = await startS3()
const hasSshd = sshdIsInstalled()
const sftp = hasSshd ? await startSftp() : undefined
afterAll(async () => {
  await source.drop()
  await s3.stop()
  await sftp?.stop()
  await rm(scratch, { recursive: true })
})

const dataDir = join(scratch, 'data')
const { S3_BUCKET: _uploads, ...account } = s3.env
const env = {
  BACKUP_KEY: 'a passphrase that is long enough',
  DATABASE_URL: source.url,
  DATA_DIR: dataDir,
  ...account,
  ...sftp?.env,
}
const run = (command: string, args: string[], more: Record<string, string> = {}) =>
  outputOf(`server/cli/${command}.ts`, args, { ...env, ...more })

let image: string
beforeAll(async () => {
  await newUser(source.db, { role_id: 1 })
  const bytes = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#963' } })
    .png()
    .toBuffer()
  const stored = await storeImage(openUploadsFolder(dataDir), bytes)
  image = stored.file
  await source.db
    .insertInto('image')
    .values({ config_id: 1, ...stored })
    .execute()
})

describe.each([
  ['a bucket', `s3://${s3.bucket}/shop`, true],
  ['an SFTP server', `${sftp?.address}/shop`, hasSshd],
] as const)('%s', (what, place, isThere) => {
  test.runIf(isThere)(
    'gets backups and exports, and gives a backup back',
    async () => {
      await run('backup', [], { BACKUP_TO: `${place}/backups` })
      const target = await emptyDatabase()
      const restored = join(scratch, `restored from ${what}`)
      try {
        const elsewhere = { DATABASE_URL: target.url, DATA_DIR: restored }
        expect(await run('restore', ['--from', `${place}/backups`], elsewhere)).toMatch(
          /^Restored the shop of \S+: \d+ rows and 1 images/,
        )
      } finally {
        await target.drop()
      }
      expect(await readdir(join(restored, 'uploads'))).toEqual([image])
      expect((await readdir(restored)).filter((name) => name.startsWith('restore-'))).toEqual([])
      expect(await run('export', ['--to', `${place}/exports`])).toMatch(
        /Copied to (s3|sftp):\/\/\S+\/shop\/exports\/shop-1-\d{8}T\d{6}Z\.zip\n$/,
      )
    },
    120_000,
  )
})

test('a second backup copies only what is new, and leaves the images of the shop in the same bucket', async () => {
  s3.objects.set('shop/uploads/cafe.webp', s3.objects.values().next().value!)
  const keys = [...s3.objects.keys()]
  s3.calls.length = 0
  await run('backup', ['--to', `s3://${s3.bucket}/shop`])
  await run('backup', ['--to', `s3://${s3.bucket}/shop`])
  expect(s3.calls.filter((call) => /^PUT .*uploads/.test(call))).toHaveLength(1)
  expect([...s3.objects.keys()]).toEqual(
    expect.arrayContaining(keys.filter((key) => !key.endsWith('backup'))),
  )
}, 120_000)

test('a place that refuses fails the backup with a sentence, which stays in the folder', async () => {
  const copied = run('backup', ['--to', `s3://${s3.bucket}/shop`], { S3_SECRET_ACCESS_KEY: 'wrong' })
  await expect(copied).rejects.toThrow(
    /It was made and checked, and is in \S+, but it was not copied\. .* 403 /,
  )
  const row = await source.db.selectFrom('backup').select('error').orderBy('id', 'desc').executeTakeFirst()
  expect(row?.error).toContain('it was not copied')
  await expect(run('restore', ['--from', `s3://${s3.bucket}/nothing`])).rejects.toThrow(
    /was not restored\. There is no backup in s3:\/\//,
  )
}, 120_000)
