import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '#test/harness/database.ts'
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

test('runs what has not run yet, in order, once', async () => {
  expect(await pendingMigrations(database.db, folder)).toEqual(['001_one.sql', '002_two.sql'])
  expect(await migrate(database.url, folder)).toEqual(['001_one.sql', '002_two.sql'])
  expect(await migrate(database.url, folder)).toEqual([])
  await write('003_three.sql', 'insert into one values (3)')
  expect(await pendingMigrations(database.db, folder)).toEqual(['003_three.sql'])
  expect(await migrate(database.url, folder)).toEqual(['003_three.sql'])
  expect(await count()).toBe(2)
})

test('two starters at once run each migration once', async () => {
  await write('002_two.sql', 'select pg_sleep(0.1); create table two (n integer)')
  const both = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
  expect(both.flat().sort()).toEqual(['001_one.sql', '002_two.sql'])
  expect(await count()).toBe(1)
})

test('a migration that fails leaves nothing, and the ones before it stay', async () => {
  await write('002_two.sql', 'insert into one values (2); select 1 / 0')
  await expect(migrate(database.url, folder)).rejects.toThrow('002_two.sql failed: division by zero')
  expect(await count()).toBe(1)
  expect(await pendingMigrations(database.db, folder)).toEqual(['002_two.sql'])
})

test('a changed file is an error', async () => {
  await migrate(database.url, folder)
  await write('001_one.sql', 'create table one (n bigint)')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_one\.sql was changed/)
})

test('a missing file is an error', async () => {
  await migrate(database.url, folder)
  await rm(join(folder, '001_one.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_one\.sql ran .* missing/)
})

test('a database of a newer version is an error', async () => {
  await migrate(database.url, folder)
  await rm(join(folder, '002_two.sql'))
  await expect(migrate(database.url, folder)).rejects.toThrow(/newer version .* 002_two\.sql/)
})

test('a file that comes too late is an error', async () => {
  await migrate(database.url, folder)
  await write('001_other.sql', 'select 1')
  await expect(migrate(database.url, folder)).rejects.toThrow(/001_other\.sql comes before 002_two\.sql/)
})
