import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyImport, getImport, mapImport, undoImport } from '#contract/imports/import.ts'
import { connect } from '#server/db/connect.ts'
import { testApp } from '#test/harness/app/app.ts'
import { importClient } from '#test/harness/data/import-client.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, url, dataDir, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
// The table stays locked as long as a process takes to start.
const slow = connect(url, { max: 1, limits: false })
let staff: Client
let products: ReturnType<typeof importClient>
beforeAll(async () => {
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  products = importClient(staff, 'products', { url, dataDir })
})
afterAll(async () => {
  await products.close()
  await slow.destroy()
  await stop()
})

const file = 'Handle,Name,Price\ncup,Cup,5\nmug,Mug,6\n'
const read = async (id: number) => (await staff.send(getImport, { id })).answer.data
const attemptsOf = async (id: number) => {
  const { rows } = await sql<{ attempts: number }>`
    select attempts from data_import_attempt where import_id = ${id}`.execute(db)
  return rows[0]?.attempts ?? 0
}

/** A process that works on imports, killed while it waits for a table at its `attempt`. */
async function killWorker(id: number, attempt: number) {
  const deps = JSON.stringify({ url, dataDir })
  const code = `import { importJobs } from '#server/modules/imports/index.ts'
    import { folderStorage } from '#server/platform/storage/folder-storage.ts'
    const { url, dataDir } = ${deps}
    const jobs = importJobs(url, { storage: folderStorage(dataDir), auditSubjects: [] })
    for (;;) for (const job of jobs) await job.run(new AbortController().signal)`
  await slow.transaction().execute(async (tx) => {
    await sql`lock table data_import_item in share row exclusive mode`.execute(tx)
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' })
    const exited = once(child, 'exit')
    // A process needs seconds to start beside others.
    await expect.poll(() => attemptsOf(id), { timeout: 60_000 }).toBe(attempt)
    child.kill('SIGKILL')
    await exited
  })
}

/** The next run of the job, once the database has noticed that the process is gone. */
async function workOn(id: number, until: string) {
  await expect
    .poll(
      async () => {
        await products.run()
        return (await read(id)).step
      },
      { timeout: 60_000 },
    )
    .toBe(until)
  return read(id)
}

test('a check whose process dies once is repeated; after the second time the file is marked and can be mapped again', async () => {
  const first = (await products.upload(file)).answer.data
  await killWorker(first.id, 1)
  expect(await workOn(first.id, 'ready')).toMatchObject({ counts: { create: 2 }, error: null })
  expect(await attemptsOf(first.id)).toBe(0)

  const { id } = (await products.upload(file)).answer.data
  await killWorker(id, 1)
  await killWorker(id, 2)
  expect(await workOn(id, 'failed')).toMatchObject({
    error:
      'The shop failed twice while it was reading this file, so it does not try again. Save the file again as CSV, or in smaller parts.',
  })
  const mapping = { handle: 'Handle', name: 'Name', price: 'Price' }
  await staff.send(mapImport, { id, format: 'haat', mapping, decimalmark: '.' })
  expect(await workOn(id, 'ready')).toMatchObject({ error: null })
})

test('a run whose process dies twice at the same row ends, and can be undone', async () => {
  const { id } = await products.check(file)
  await staff.send(applyImport, { id, accept: true })
  await killWorker(id, 1)
  await killWorker(id, 2)
  expect(await workOn(id, 'done')).toMatchObject({
    done: 0,
    total: 2,
    error: expect.stringContaining('failed twice while it was writing'),
  })
  await staff.send(undoImport, { id })
  expect(await workOn(id, 'undone')).toMatchObject({ error: null })
})

test('a run that gets further between two deaths goes on', async () => {
  const { id } = await products.check(file)
  await staff.send(applyImport, { id, accept: true })
  await killWorker(id, 1)
  await sql`update data_import_item set state = 'done' where import_id = ${id} and position = 0`.execute(db)
  await killWorker(id, 1)
  expect(await workOn(id, 'done')).toMatchObject({ done: 2, error: null })
})
