import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { downloadShopExport, getShopExports, requestShopExport } from '#contract/export/shop-export.ts'
import { permissions } from '#contract/endpoint.ts'
import { createJobRunner } from '#server/platform/jobs/job-runner.ts'
import { testApp } from '#test/harness/app/app.ts'
import { auditLogOf, staffWith } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'
import { openUploadsFolder } from '#server/platform/storage/open-storage.ts'
import { shopExportJob } from './shop-export.job.ts'
import { claimExport } from './shop-export.writes.ts'
import { openArchive } from './read-archive.ts'

const { app, db, url, dataDir, stop } = await testApp()
afterAll(stop)
const folders = { exports: join(dataDir, 'exports'), storage: openUploadsFolder(dataDir) }

let owner: Client
beforeAll(async () => {
  owner = (await staffWith(db, app, [...permissions])).browser
})

function startJob() {
  const log = pino({ level: 'silent' })
  const runner = createJobRunner({ databaseUrl: url, log })
  runner.start({ ...shopExportJob(url, { ...folders, log, intervalMs: 50 }), firstRunMs: 0 })
  onTestFinished(runner.stop)
}

const latest = async () => (await owner.send(getShopExports)).answer.data[0]

test('an export runs in the background and can be downloaded for a day', async () => {
  expect(await latest()).toBeUndefined()
  expect((await owner.send(requestShopExport)).status).toBe(200)
  expect((await owner.send(requestShopExport)).status).toBe(200)
  const requested = await latest()
  expect(requested).toMatchObject({ state: 'waiting', progress: 0, bytes: null })
  const id = requested?.id ?? 0
  expect((await owner.send(downloadShopExport, { id })).status).toBe(404)
  startJob()
  await expect.poll(async () => (await latest())?.state, { timeout: 10_000 }).toBe('done')
  expect((await owner.send(getShopExports)).answer.data).toHaveLength(1)
  expect(await auditLogOf(db, 'data_export', id)).toHaveLength(1)

  const { status, answer } = await owner.send(downloadShopExport, { id })
  expect(status).toBe(200)
  expect(answer.name).toMatch(/^haat-shop-1-\d{4}-\d\d-\d\d\.zip$/)
  const path = join(dataDir, 'downloaded.zip')
  await writeFile(path, answer.stream)
  const archive = await openArchive(path)
  const done = await latest()
  expect(done).toMatchObject({ progress: 1, contentHash: archive.manifest.contentHash })
  expect(archive.manifest.passwords).toBe(false)
  archive.close()

  const [file = ''] = await readdir(folders.exports)
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folders.exports, file), yesterday, yesterday)
  await sql`update data_export set finished_at = ${yesterday}`.execute(db)
  // The row goes after the file.
  await expect.poll(latest).toBeUndefined()
  expect(await readdir(folders.exports)).toEqual([])
  expect((await owner.send(downloadShopExport, { id })).status).toBe(404)
})

test('staff need every permission', async () => {
  const { browser: most } = await staffWith(
    db,
    app,
    permissions.filter((permission) => permission !== 'orders'),
  )
  for (const endpoint of [getShopExports, requestShopExport]) {
    expect((await most.send(endpoint)).status).toBe(403)
  }
  expect((await most.send(downloadShopExport, { id: 1 })).status).toBe(403)
})

test('an export whose process died starts again, and one that is alive does not', async () => {
  await owner.send(requestShopExport)
  expect(await claimExport(db)).toMatchObject({ shopId: 1 })
  expect(await claimExport(db)).toBeUndefined()
  await sql`update data_export set alive_at = now() - interval '1 minute'`.execute(db)
  startJob()
  await expect.poll(async () => (await latest())?.state, { timeout: 10_000 }).toBe('done')
})

test('a failure ends the export and leaves no file', async () => {
  await sql`delete from data_export`.execute(db)
  // A folder in the place of an image cannot be read.
  await mkdir(join(dataDir, 'uploads', 'broken.webp'), { recursive: true })
  await sql`insert into image (config_id, file, width, height, bytes) values (1, 'broken.webp', 1, 1, 1)`.execute(
    db,
  )
  await owner.send(requestShopExport)
  startJob()
  await expect.poll(async () => (await latest())?.state, { timeout: 10_000 }).toBe('failed')
  expect((await readdir(folders.exports)).filter((name) => name.endsWith('.part'))).toEqual([])
})
