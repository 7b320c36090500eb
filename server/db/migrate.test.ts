import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/harness/app/database.ts'
import { migrate, pendingMigrations } from './migrate.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'haat-migrations-'))
  await write('001_one.sql', 'create table one (n integer); insert into one values (1)')
  await write('002_two.sql', 'create table two (n integer)')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(folder, name), text)
const count = async () => (await sql`select from one`.execute(database.db)).rows.length

test('runs each pending migration once, in order', async () => {
  expect(await pendingMigrations(database.db, folder)).toEqual(['001_one.sql', '002_two.sql'])
  expect(await migrate(database.url, folder)).toEqual(['001_one.sql', '002_two.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  await write('003_three.sql', 'insert into one values (3)')
  expect(await pendingMigrations(database.db, folder)).toEqual(['003_three.sql'])
  expect(await migrate(database.url, folder)).toEqual(['003_three.sql'])
  expect(await count()).toBe(2)
})

test('runs each migration once if two processes start at the same time', async () => {
  await write('002_two.sql', 'select pg_sleep(0.1); create table two (n integer)')
  const both = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
  expect(both.flat().sort()).toEqual(['001_one.sql', '002_two.sql'])
  expect(await count()).toBe(1)
})

test('undoes a failed migration and keeps the ones before it', async () => {
  await write('002_two.sql', 'insert into one values (2); select 1 / 0')
  await expect(migrate(database.url, folder)).rejects.toThrow('002_two.sql failed: division by zero')
  expect(await count()).toBe(1)
  expect(await pendingMigrations(database.db, folder)).toEqual(['002_two.sql'])
})

test('rejects a changed file', async () => {
  await migrate(database.url, folder)
  await write('001_one.sql', 'create table one (n bigint)')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_one\.sql was changed/)
})

test('rejects a missing file', async () => {
  await migrate(database.url, folder)
  await rm(join(folder, '001_one.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_one\.sql ran .* missing/)
})

test('rejects the database of a newer version', async () => {
  await migrate(database.url, folder)
  await rm(join(folder, '002_two.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/newer version .* 002_two\.sql/)
})

test('rejects a new file that comes before an applied one', async () => {
  await migrate(database.url, folder)
  await write('001_other.sql', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_other\.sql comes before 002_two\.sql/)
})
