import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runCode } from '#test/harness/app/run-code.ts'
import { runOn } from '#test/harness/app/database-server.ts'
import { runningUrl } from './address.ts'
import { chooseOwner } from './owner.ts'
import { readPidFile } from './postgres-process.ts'
import { startEmbedded, type EmbeddedOptions } from './start.ts'

/** These tests kill processes, not the machine, so the system still writes what PostgreSQL wrote. */
const options: EmbeddedOptions = { durable: false, settings: { fsync: 'off' } }

const startHere = async (more: EmbeddedOptions = {}) => {
  const server = await startEmbedded(dataDir, { ...options, ...more })
  onTestFinished(() => server.stop())
  return server
}

const startInOtherProcess = () =>
  runCode(`import { startEmbedded } from '#server/db/embedded/start.ts'
    const server = await startEmbedded(${JSON.stringify(dataDir)}, ${JSON.stringify(options)})
    console.log(server.pid)`)

/** A data folder with a database, below a folder that only its owner may enter, as home folders often are. */
let dataDir: string
const folder = () => join(dataDir, 'postgres')
beforeAll(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'haat-private-')), 'data')
  mkdirSync(join(dataDir, 'postgres.new-half', 'base'), { recursive: true })
  const { url, stop } = await startEmbedded(dataDir, options)
  await runOn(url, 'create table survivor as select 1 as n')
  await stop()
})
afterAll(() => rmSync(dirname(dataDir), { recursive: true }))

const count = async (url: string) => (await runOn(url, 'select from survivor')).rowCount

test('removes what an unfinished first start has left', () => {
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'postgres', 'postgres.log'])
})

test('keeps the data at a second start and does not run initdb again', async () => {
  const createdAt = () => statSync(join(folder(), 'PG_VERSION')).mtimeMs
  const before = createdAt()
  const { url } = await startHere()
  expect(await count(url)).toBe(1)
  expect(createdAt()).toBe(before)
})

test('warms the cache with what searches read', async () => {
  const first = await startHere()
  for (const table of ['search_document', 'other'])
    await runOn(first.url, `create table ${table} as select repeat('x', 700) from generate_series(1, 1000)`)
  await first.stop()
  const { url } = await startHere()
  await runOn(url, 'create extension pg_buffercache')
  const cached = async (table: string) => {
    const { rows } = await runOn(
      url,
      `select pg_relation_size('${table}') / 8192 = count(*) as whole, count(*) from pg_buffercache
      where relfilenode = pg_relation_filenode('${table}')`,
    )
    return rows[0]
  }
  await expect.poll(() => cached('search_document')).toMatchObject({ whole: true })
  expect(await cached('other')).toMatchObject({ count: '0' })
})

test('treats text as Unicode, whatever the locale of the machine', async () => {
  const { url } = await startHere()
  const { rows } = await runOn(url, `select lower('ÄÉ') as lower, 'न' ~ '^\\w$' as word`)
  expect(rows).toEqual([{ lower: 'äé', word: true }])
})

test('refuses a second start on the same folder and names the process', async () => {
  const holder = await startInOtherProcess()
  await expect(startEmbedded(dataDir, options)).rejects.toThrow(`in use by process ${holder.pid}:`)
})

test('lets one of two simultaneous starts win', async () => {
  const both = await Promise.allSettled([startHere(), startHere()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('is found by another process through its folder', async () => {
  const { url, stop } = await startHere()
  expect(runningUrl(dataDir, 'haat')).toBe(url)
  await stop()
  expect(runningUrl(dataDir, 'haat')).toBeUndefined()
})

/** Kills a shop and returns its PostgreSQL, which goes on. */
async function orphan() {
  const killed = await startInOtherProcess()
  const url = runningUrl(dataDir, 'haat') ?? ''
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await runOn(url, 'insert into survivor values (2)')
  return { url, pid: readPidFile(folder())?.pid }
}

/** Fails if the row is lost that was written after the shop had been killed. */
const removeSecond = async (url: string) =>
  expect((await runOn(url, 'delete from survivor where n = 2')).rowCount).toBe(1)

test.runIf(process.platform === 'linux')(
  'adopts a PostgreSQL that outlived its killed shop, without its sessions',
  async () => {
    const { url, pid } = await orphan()
    const session = new pg.Client({ connectionString: url })
    session.on('error', () => {})
    await session.connect()
    await session.query('begin; lock table survivor')

    const reports: string[] = []
    const server = await startHere({ report: (sentence) => reports.push(sentence) })
    expect(server.pid).toBe(pid)
    await removeSecond(server.url)

    process.kill(pid ?? 0, 'SIGKILL')
    await expect.poll(() => reports.at(-1)).toBe('The database is back')
    expect(server.pid).not.toBe(pid)
    expect(await count(server.url)).toBe(1)
    await server.stop()
    expect(readPidFile(folder())).toBeUndefined()
  },
)

test('stops a PostgreSQL with other settings that outlived its killed shop, and loses nothing', async () => {
  const { pid } = await orphan()
  const server = await startHere({ settings: { ...options.settings, work_mem: '5MB' } })
  expect(server.pid).not.toBe(pid)
  expect(readPidFile(folder())?.pid).toBe(server.pid)
  await removeSecond(server.url)
})

test('waits for a process of a killed PostgreSQL that still runs a long statement', async () => {
  const killed = await startInOtherProcess()
  const until = `clock_timestamp() + interval '2.5 seconds'`
  const busy = `do $$ declare until timestamptz := ${until}; begin while clock_timestamp() < until loop end loop; end $$`
  runOn(runningUrl(dataDir, 'haat')!, busy).catch(() => {}) // its connection is lost
  await wait(300)
  killed.kill('SIGKILL')
  process.kill(readPidFile(folder())!.pid, 'SIGKILL')
  await once(killed, 'exit')
  const began = performance.now()
  const { url } = await startHere()
  expect(performance.now() - began).toBeGreaterThan(1000)
  expect(await count(url)).toBe(1)
})

test('starts although another process now has the pid of the pid file', async () => {
  // As the same user, because PostgreSQL ignores processes of other users.
  const stranger = spawn('sleep', ['60'], chooseOwner(folder()))
  onTestFinished(() => void stranger.kill())
  const claims = `${stranger.pid}\n${folder()}\n1700000000\n5432\n${folder()}\n\n  1234567         9\nready   \n`
  writeFileSync(join(folder(), 'postmaster.pid'), claims)
  writeFileSync(join(folder(), '.s.PGSQL.5432.lock'), claims)
  const { url } = await startHere()
  expect(await count(url)).toBe(1)
})

test('restarts a PostgreSQL that dies', async () => {
  const reports: string[] = []
  const server = await startHere({ report: (sentence) => reports.push(sentence) })
  const before = server.pid!
  process.kill(before, 'SIGKILL')
  for (let attempts = 200; reports.at(-1) !== 'The database is back'; attempts--) {
    expect(attempts).toBeGreaterThan(0)
    await wait(50)
  }
  expect(server.pid).not.toBe(before)
  expect(await count(server.url)).toBe(1)
})

test('refuses a folder that contains something else', async () => {
  const other = join(dirname(dataDir), 'other')
  mkdirSync(join(other, 'postgres'), { recursive: true })
  writeFileSync(join(other, 'postgres', 'letter.txt'), 'Dear shop')
  await expect(startEmbedded(other, options)).rejects.toThrow('holds files but no database')
})

test('refuses a database of another PostgreSQL version', async () => {
  const version = join(folder(), 'PG_VERSION')
  writeFileSync(version, '17\n')
  onTestFinished(() => writeFileSync(version, '18\n'))
  await expect(startEmbedded(dataDir, options)).rejects.toThrow('is of PostgreSQL 17, this shop brings 18')
})

test('says why a start failed, and unlocks the folder', async () => {
  const broken = { ...options, settings: { shared_buffers: 'plenty' } }
  await expect(startEmbedded(dataDir, broken)).rejects.toThrow('invalid value for parameter "shared_buffers"')
  await startHere()
})

test('puts the socket in a private temporary folder if the path is too long', async () => {
  const home = dataDir
  dataDir = join(home, '..', 'deep'.repeat(20), 'data')
  mkdirSync(dirname(dataDir))
  renameSync(home, dataDir)
  onTestFinished(() => {
    renameSync(dataDir, home)
    dataDir = home
  })
  const { url, stop } = await startEmbedded(dataDir, options)
  const socketFolder = new URL(url).searchParams.get('host')!
  expect(await count(url)).toBe(1)
  expect(runningUrl(dataDir, 'haat')).toBe(url)
  expect(statSync(socketFolder).mode & 0o077).toBe(0)
  await stop()
  expect(existsSync(socketFolder)).toBe(false)
})

test('listens on a local port with a password if there are no sockets', async () => {
  const reachable = mkdtempSync(join(tmpdir(), 'haat-tcp-'))
  chmodSync(reachable, 0o755)
  const { url, stop } = await startEmbedded(reachable, { ...options, tcp: true })
  onTestFinished(() => stop().then(() => rmSync(reachable, { recursive: true })))
  expect(url).toContain(`:${readFileSync(join(reachable, 'postgres.password'), 'utf8')}@127.0.0.1:`)
  expect((await runOn(url, 'select 1')).rowCount).toBe(1)
  expect(runningUrl(reachable, 'haat')).toBe(url)
  await expect(runOn(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
    'password authentication failed',
  )
})
