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
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { byTheClock } from '#test/harness/by-the-clock.ts'
import { runCode } from '#test/harness/run-code.ts'
import { runOn } from '#test/harness/server.ts'
import { runningUrl } from './embedded-address.ts'
import { chooseOwner } from './embedded-owner.ts'
import { readPidFile } from './embedded-process.ts'
import { startEmbedded, type EmbeddedOptions } from './embedded.ts'

/** These tests kill processes, not the machine: what PostgreSQL wrote is safe with the system. */
const options: EmbeddedOptions = { durable: false, settings: { fsync: 'off' } }

const startHere = async (more: EmbeddedOptions = {}) => {
  const server = await startEmbedded(dataDir, { ...options, ...more })
  onTestFinished(() => server.stop())
  return server
}

const startElsewhere = () =>
  runCode(`import { startEmbedded } from '#server/db/embedded.ts'
    const server = await startEmbedded(${JSON.stringify(dataDir)}, ${JSON.stringify(options)})
    console.log(server.pid)`)

/** A data folder with a database in it, below a folder that only its owner may enter, as a home folder often is. */
let dataDir: string
const folder = () => join(dataDir, 'postgres')
beforeAll(async () => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'haat-private-')), 'data')
  mkdirSync(join(dataDir, 'postgres.new-half', 'base'), { recursive: true })
  const { url, stop } = await startEmbedded(dataDir, options)
  await runOn(url, 'create table kept as select 1 as n')
  await stop()
})
afterAll(() => rmSync(dirname(dataDir), { recursive: true }))

const count = async (url: string) => (await runOn(url, 'select from kept')).rowCount

test('a start clears away what a first one left unfinished', () => {
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'postgres', 'postgres.log'])
})

test(
  'keeps what was written from one start to the next, and is quick the second time',
  byTheClock,
  async () => {
    const began = performance.now()
    const { url } = await startHere()
    expect(performance.now() - began).toBeLessThan(2000)
    expect(await count(url)).toBe(1)
  },
)

test('what searches read is in the cache soon after a start', async () => {
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

test('treats text as Unicode, whatever the machine speaks', async () => {
  const { url } = await startHere()
  const { rows } = await runOn(url, `select lower('ÄÉ') as lower, 'न' ~ '^\\w$' as word`)
  expect(rows).toEqual([{ lower: 'äé', word: true }])
})

test('a second start on the same folder is refused and names the process', async () => {
  const holder = await startElsewhere()
  await expect(startEmbedded(dataDir, options)).rejects.toThrow(`in use by process ${holder.pid}:`)
})

test('of two starts at the same moment one wins', async () => {
  const both = await Promise.allSettled([startHere(), startHere()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('another process finds the running server by its folder', async () => {
  const { url, stop } = await startHere()
  expect(runningUrl(dataDir, 'haat')).toBe(url)
  await stop()
  expect(runningUrl(dataDir, 'haat')).toBeUndefined()
})

test('a PostgreSQL that outlived its killed shop is stopped, and nothing is lost', async () => {
  const killed = await startElsewhere()
  const url = runningUrl(dataDir, 'haat')!
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await runOn(url, 'insert into kept values (2)')
  const orphan = readPidFile(folder())?.pid

  const server = await startHere()
  expect(server.pid).not.toBe(orphan)
  expect(readPidFile(folder())?.pid).toBe(server.pid)
  expect((await runOn(server.url, 'delete from kept where n = 2')).rowCount).toBe(1)
})

test('what a killed PostgreSQL has left in the middle of a long statement is waited for', async () => {
  const killed = await startElsewhere()
  const until = `clock_timestamp() + interval '4 seconds'`
  const busy = `do $$ declare until timestamptz := ${until}; begin while clock_timestamp() < until loop end loop; end $$`
  runOn(runningUrl(dataDir, 'haat')!, busy).catch(() => {}) // its connection is lost
  await wait(300)
  killed.kill('SIGKILL')
  process.kill(readPidFile(folder())!.pid, 'SIGKILL')
  await once(killed, 'exit')
  const began = performance.now()
  const { url } = await startHere()
  expect(performance.now() - began).toBeGreaterThan(2500)
  expect(await count(url)).toBe(1)
})

test('a pid file whose number belongs to another process by now does not stop the start', async () => {
  // Of the same user: PostgreSQL takes a process of another one for no rival.
  const stranger = spawn('sleep', ['60'], chooseOwner(folder()))
  onTestFinished(() => void stranger.kill())
  const claims = `${stranger.pid}\n${folder()}\n1700000000\n5432\n${folder()}\n\n  1234567         9\nready   \n`
  writeFileSync(join(folder(), 'postmaster.pid'), claims)
  writeFileSync(join(folder(), '.s.PGSQL.5432.lock'), claims)
  const { url } = await startHere()
  expect(await count(url)).toBe(1)
})

test('a PostgreSQL that dies is started again', async () => {
  const said: string[] = []
  const server = await startHere({ say: (sentence) => said.push(sentence) })
  const before = server.pid!
  process.kill(before, 'SIGKILL')
  for (let patience = 200; said.at(-1) !== 'The database is back'; patience--) {
    expect(patience).toBeGreaterThan(0)
    await wait(50)
  }
  expect(server.pid).not.toBe(before)
  expect(await count(server.url)).toBe(1)
})

test('a folder that holds something else is left alone', async () => {
  const other = join(dirname(dataDir), 'other')
  mkdirSync(join(other, 'postgres'), { recursive: true })
  writeFileSync(join(other, 'postgres', 'letter.txt'), 'Dear shop')
  await expect(startEmbedded(other, options)).rejects.toThrow('holds files but no database')
})

test('a database of another PostgreSQL is refused', async () => {
  const version = join(folder(), 'PG_VERSION')
  writeFileSync(version, '17\n')
  onTestFinished(() => writeFileSync(version, '18\n'))
  await expect(startEmbedded(dataDir, options)).rejects.toThrow('is of PostgreSQL 17, this shop brings 18')
})

test('a start that fails says why, and gives the folder back', async () => {
  const broken = { ...options, settings: { shared_buffers: 'plenty' } }
  await expect(startEmbedded(dataDir, broken)).rejects.toThrow('invalid value for parameter "shared_buffers"')
  await startHere()
})

test('in a folder too deep for a socket, the socket is elsewhere and private', async () => {
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

test('without sockets it listens on a local port and asks for the password', async () => {
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
