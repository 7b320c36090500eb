import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#test/harness/app/database.ts'
import { runCommand } from '#test/harness/processes/run-command.ts'

const folder = await mkdtemp(join(tmpdir(), 'haat-doctor-'))
const { db, url, drop } = await testDatabase()
const empty = await emptyDatabase()
afterAll(() => Promise.all([drop(), empty.drop(), rm(folder, { recursive: true })]))

const doctor = (env: Record<string, string>, ...args: string[]) =>
  runCommand('server/cli/doctor.ts', args, { DATA_DIR: folder, ...env })

test('it names each problem with what to do, and ends with code 1', async () => {
  await db.insertInto('shop').values({ config_id: 2, name: 'Tea House' }).execute()
  const { code, stdout, stderr } = await doctor({ DATABASE_URL: url, PUBLIC_URL: 'http://shop.example.com' })
  expect(code).toBe(1)
  expect(stdout).toMatch(/^PROBLEM {2}Address: .* travel unencrypted\.\n {9}Put a server with a certificate/m)
  expect(stdout).toMatch(/^ok {7}Outgoing emails of Tea House: No email is late\.$/m)
  expect(stderr).toMatch(/^\n\d problems? found\.\n$/)
}, 30_000)

test('it explains itself, and says in a sentence why it cannot check', async () => {
  expect(await doctor({}, '--help')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage: npm run doctor/),
  })
  expect(await doctor({}, '--fix')).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage/) })
  expect((await doctor({})).stderr).toBe(`There is no shop in ${folder} yet: npm start creates it.\n`)
  expect((await doctor({ DATABASE_URL: empty.url })).stderr).toMatch(/^The database has not been updated/)
  expect((await doctor({ PORT: 'x' })).stderr).toMatch(/^PORT must be a whole number/)
}, 60_000)
