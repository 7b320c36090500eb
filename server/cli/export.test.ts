import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#test/harness/app/database.ts'
import { newUser } from '#test/harness/people/account.ts'
import { outputOf } from '#test/harness/processes/run-command.ts'

const source = await testDatabase()
const target = await emptyDatabase()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haat-export-'))
  await newUser(source.db, { role_id: 1, email: 'owner@example.com' })
})
afterAll(() => Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]))

const run = (command: 'export' | 'import', args: string[], databaseUrl = source.url) =>
  outputOf(`server/cli/${command}.ts`, args, { DATABASE_URL: databaseUrl, DATA_DIR: folder })

const hashIn = (output: string) => /Content hash (\w{64})/.exec(output)?.[1]

test('a shop moves to an empty database, where its admin signs in with a printed password', async () => {
  const file = join(folder, 'shop.zip')
  const exported = await run('export', ['--to', file])
  expect(exported).toMatch(/\d+ rows, 0 files, \d\.\d MB in [\d.]+ s, at most \d+ MB of memory/)
  const imported = await run('import', ['--from', file], target.url)
  expect(imported).toMatch(/Sign in as owner@example.com with the password \S{20,} /)
  expect(hashIn(imported)).toBe(hashIn(exported))
  const again = await run('export', ['--to', join(folder, 'again.zip')], target.url)
  expect(hashIn(again)).toBe(hashIn(exported))
  await expect(run('export', ['--to', file])).rejects.toThrow(/exists already: name a new file\.\n$/)
}, 60_000)

test('each command explains itself, and refuses in a sentence', async () => {
  expect(await run('export', ['--help'])).toMatch(/^Usage: npm run export -- --to FILE/)
  expect(await run('import', ['--help'])).toMatch(/^Usage: npm run import -- --from FILE/)
  await expect(run('export', [])).rejects.toThrow(/^Usage: /)
  await expect(run('import', ['--from', join(folder, 'none.zip')])).rejects.toThrow(
    /^There is no file .*none\.zip\.\n$/,
  )
  await expect(run('export', ['--to', join(folder, 'no.zip'), '--shop', '9'])).rejects.toThrow(
    /^There is no shop 9\.\n$/,
  )
}, 60_000)
