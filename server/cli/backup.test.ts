import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { connect } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { emptyDatabase, testDatabase } from '#test/harness/app/database.ts'
import { makeGoods } from '#test/harness/data/goods.ts'
import { outputOf } from '#test/harness/processes/run-command.ts'

const scratch = await mkdtemp(join(tmpdir(), 'haat-backup-'))
const source = await testDatabase()
const target = await emptyDatabase()
afterAll(async () => {
  await source.drop()
  await target.drop()
  await rm(scratch, { recursive: true })
})

const BACKUP_KEY = 'a passphrase that is long enough'
const backups = join(scratch, 'backups')

const run = (command: 'backup' | 'restore', args: string[], env: Record<string, string>) =>
  outputOf(`server/cli/${command}.ts`, args, env)

const namesIn = async (url: string) => {
  const db = connect(url, { max: 1 })
  try {
    return (await db.selectFrom('product').select('name').orderBy('id').execute()).map(({ name }) => name)
  } finally {
    await db.destroy()
  }
}

test('a shop moves from a server to an embedded database and back', async () => {
  await makeGoods(source.db)
  const names = await namesIn(source.url)
  const embedded = join(scratch, 'embedded')
  const printed = await run('backup', ['--to', backups], {
    BACKUP_KEY,
    DATABASE_URL: source.url,
    DATA_DIR: join(scratch, 'one'),
  })
  expect(printed).toMatch(/^Saved \d+ rows .*\nRestored and checked them in .*\n2 images are missing/)
  await run('restore', ['--from', backups], { BACKUP_KEY, DATA_DIR: embedded })
  const back = join(scratch, 'back')
  await run('backup', ['--to', back], { BACKUP_KEY, DATA_DIR: embedded })
  const env = { BACKUP_KEY, DATABASE_URL: target.url, DATA_DIR: join(scratch, 'two') }
  expect(await run('restore', ['--from', back], env)).toMatch(/^Restored the shop of \S+: \d+ rows/)
  expect(await namesIn(target.url)).toEqual(names)
  expect(names.length).toBeGreaterThan(2)
  const running = await startEmbedded(embedded, { durable: false })
  await expect(run('restore', ['--from', back], { BACKUP_KEY, DATA_DIR: embedded })).rejects.toThrow(
    /use|running/,
  )
  await running.stop()
}, 120_000)

test('the commands explain themselves, and say in a sentence why not', async () => {
  const env = { DATABASE_URL: source.url, DATA_DIR: join(scratch, 'three') }
  expect(await run('backup', ['--help'], {})).toMatch(/^Usage: BACKUP_KEY=… npm run backup -- \[--to PLACE\]/)
  expect(await run('restore', ['--help'], {})).toMatch(/^Usage: BACKUP_KEY=… npm run restore -- --from PLACE/)
  expect(await run('backup', [], env)).toContain(
    'It is not encrypted: anyone who has the folder can read it.',
  )
  // The backups of the first test have a key.
  await expect(run('restore', ['--from', backups], env)).rejects.toThrow(
    /^\S+ was not restored\. BACKUP_KEY is not the key/,
  )
  await expect(run('restore', [], { ...env, BACKUP_KEY })).rejects.toThrow(/^Usage/)
}, 120_000)
