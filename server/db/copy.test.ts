import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '#test/harness/app/database.ts'
import { copyIn, copyOut } from './copy.ts'

const { url, drop } = await emptyDatabase()
const client = new pg.Client({ connectionString: url })
beforeAll(async () => {
  await client.connect()
  await client.query('create table word (n integer primary key, text text)')
})
afterAll(async () => {
  await client.end()
  await drop()
})

const count = async () =>
  (await client.query<{ n: number }>('select count(*)::int as n from word')).rows[0]?.n

test('what goes in comes out: many rows, long rows, and none', async () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `${n}\t${'x'.repeat(n % 50 === 0 ? 40_000 : n % 90)}\n`)
  const text = rows.join('')
  const source = async function* () {
    for (let from = 0; from < text.length; from += 70_001) yield Buffer.from(text.slice(from, from + 70_001))
  }
  expect(await copyIn(client, 'copy word from stdin', source())).toBe(5000)
  const out = copyOut(client, 'copy (select * from word order by n) to stdout')
  expect((await buffer(out)).toString()).toBe(text)
  expect(out.rows()).toBe(5000)
  const none = copyOut(client, 'copy (select * from word where n < 0) to stdout')
  expect([(await buffer(none)).length, none.rows()]).toEqual([0, 0])
})

test('a slow reader keeps the server waiting instead of filling the memory', async () => {
  const out = copyOut(client, `copy (select repeat('x', 1000) from generate_series(1, 100000)) to stdout`)
  let bytes = 0
  let waiting = 0
  for await (const chunk of out as AsyncIterable<Buffer>) {
    bytes += chunk.length
    waiting = Math.max(waiting, out.readableLength)
    if (bytes < 5_000_000) await wait(5)
  }
  expect(bytes).toBe(100_100_000)
  expect(waiting).toBeLessThan(2_000_000)
})

test('an error of the source, of a row, or of the statement rejects and leaves the connection usable', async () => {
  await client.query('truncate word')
  const broken = async function* () {
    yield Buffer.from('1\tone\n')
    throw new Error('The disk is gone')
  }
  await expect(copyIn(client, 'copy word from stdin', broken())).rejects.toThrow('The disk is gone')
  const twice = async function* () {
    for (let n = 0; n < 20_000; n++) yield Buffer.from(`7\t${'x'.repeat(1000)}\n`)
  }
  await expect(copyIn(client, 'copy word from stdin', twice())).rejects.toThrow('duplicate key')
  await expect(buffer(copyOut(client, 'copy missing to stdout'))).rejects.toThrow('does not exist')
  expect(await count()).toBe(0)
})
