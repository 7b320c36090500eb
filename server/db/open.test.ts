import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from './open.ts'

const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '' })

test('uses the given server and does not stop it', async () => {
  const url = inject('serverUrl')
  const { stop, ...opened } = await open(url)
  expect(opened).toEqual({ url })
  await stop()
  await open(url)
})

test('describes a server that does not answer in one sentence, without the password', async () => {
  await expect(open('postgres://shop:secret@127.0.0.1:1/shop')).rejects.toThrow(
    /^The database shop at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: (?!.*secret).*ECONNREFUSED.*\.$/,
  )
})

test('describes a missing database in one sentence', async () => {
  const url = new URL(inject('serverUrl'))
  url.pathname = '/nowhere'
  await expect(open(url.href)).rejects.toThrow(/does not answer: database "nowhere" does not exist\.$/)
})

test('reports a server that allows fewer connections than the shop may need', async () => {
  const reports: string[] = []
  const databaseUrl = inject('serverUrl')
  const report = (sentence: string) => void reports.push(sentence)
  await openDatabase({ databaseUrl, dataDir: '/nowhere' }, report, 5)
  expect(reports).toEqual([])
  await openDatabase({ databaseUrl, dataDir: '/nowhere' }, report, 100_000)
  expect(reports).toEqual([
    expect.stringMatching(/^The server of DATABASE_URL allows \d+ connections; the shop may need 100000\.$/),
  ])
})

test('refuses a server older than version 15', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', ['I'])])) // authenticated; ready for queries
      socket.on('data', () => socket.write(answer('140011')))
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await expect(open(`postgres://shop@127.0.0.1:${port}/shop`)).rejects.toThrow(
    'is PostgreSQL 14; 15 is needed',
  )
})

/** A message of PostgreSQL's protocol: type letter, length, body. */
function message(letter: string, parts: (number | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(typeof part === 'string' ? part : [part])))
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(letter), length, body])
}

/** The response to `show server_version_num`. */
function answer(text: string): Buffer {
  const column = [
    'server_version_num',
    ...Array<number>(7).fill(0),
    0,
    0,
    0,
    25,
    255,
    255,
    255,
    255,
    255,
    255,
    0,
    0,
  ]
  return Buffer.concat([
    message('T', [0, 1, ...column]),
    message('D', [0, 1, 0, 0, 0, text.length, text]),
    message('C', ['SHOW\0']),
    message('Z', ['I']),
  ])
}
