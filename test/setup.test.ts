import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** A small checkout: a few packages, one page, and an npm and a build that record their calls in `calls`. */
let checkout: string
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'haat-setup-'))
  onTestFinished(() => rmSync(checkout, { recursive: true }))
  cpSync('setup.mjs', join(checkout, 'setup.mjs'))
  write('package-lock.json', lockfile())
  write('web/page.tsx', 'a page')
  write('calls', '')
  write('npm.js', npm)
})

/** The package of Node for this platform: the only one of its kind that is installed. */
const nodePackage = Object.entries(
  (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }).packages,
)
  .filter(([path, { os, cpu }]) => path.startsWith('node_modules/node-') && os && cpu)
  .find(([, { os, cpu }]) => [os].flat()[0] === process.platform && [cpu].flat()[0] === process.arch)?.[0]

interface Package {
  os?: string | string[]
  cpu?: string | string[]
}

const lockfile = (more = {}) =>
  JSON.stringify({
    packages: {
      '': {},
      [nodePackage ?? '']: { version: process.version.slice(1), optional: true },
      'node_modules/of-another-system': { version: '1.0.0', optional: true },
      'node_modules/library': { version: '1.0.0' },
      'node_modules/vitest': { version: '1.0.0', dev: true },
      ...more,
    },
  })

/** A stand-in for npm: it installs what is missing, `npm ci` everything, and records at its end what it installed. */
const npm = `
const fs = require('node:fs')
const command = process.argv[2]
const dev = process.argv.includes('--include=dev')
fs.appendFileSync('calls', 'npm ' + command + (dev ? ' with tests' : '') + '\\n')
if (fs.existsSync('offline')) process.exit(1)
if (command === 'ci') fs.rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(fs.readFileSync('package-lock.json'))
for (const path in packages)
  if (path.includes('of-another-system') || (packages[path].dev && !dev)) delete packages[path]
if (fs.existsSync('slow')) { fs.rmSync('slow'); setTimeout(() => {}, 60_000) } else {
  for (const path in packages) fs.mkdirSync(path || '.', { recursive: true })
  fs.mkdirSync('node_modules/@react-router/dev', { recursive: true })
  fs.writeFileSync('node_modules/@react-router/dev/bin.cjs', "require('node:fs').appendFileSync('calls', 'build\\\\n'); if (require('node:fs').existsSync('broken')) { console.log('no such page'); process.exit(3) }")
  fs.mkdirSync('node_modules/vite/bin', { recursive: true })
  fs.writeFileSync('node_modules/vite/bin/vite.js', '')
  fs.mkdirSync('${nodePackage}/bin', { recursive: true })
  fs.mkdirSync('${nodePackage}/include', { recursive: true })
  if (!fs.existsSync('${nodePackage}/bin/node')) fs.symlinkSync(${JSON.stringify(process.execPath)}, '${nodePackage}/bin/node')
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}`

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

const calls = () => readFileSync(join(checkout, 'calls'), 'utf8').trim().split('\n').join(', ')

const options = () => ({
  cwd: checkout,
  env: { ...process.env, npm_execpath: join(checkout, 'npm.js'), npm_node_execpath: process.execPath },
})

/** Runs the set-up and returns the recorded calls. */
function setup(...args: string[]) {
  write('calls', '')
  const command = ['setup.mjs', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { ...options(), encoding: 'utf8' })
  return { calls: calls(), status, stdout, stderr }
}

/** Runs the set-up with an npm that hangs, and kills both. */
async function killDuring(...args: string[]): Promise<void> {
  write('slow', '')
  const child = spawn(process.execPath, ['setup.mjs', ...args], { ...options(), detached: true })
  while (existsSync(join(checkout, 'slow'))) await wait(10)
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await once(child, 'exit')
}

test('installs and builds on a fresh clone, and does nothing the second time', () => {
  const stdout = 'Installing the packages (only after the lockfile has changed)\nBuilding the pages\n'
  expect(setup()).toEqual({ calls: 'npm ci, build', status: 0, stdout, stderr: '' })
  expect(existsSync(join(checkout, `${nodePackage}/include`))).toBe(false)
  expect(setup()).toEqual({ calls: '', status: 0, stdout: '', stderr: '' })
})

test('adds the packages for tests to those of the shop, once', () => {
  setup()
  write('node_modules/library/kept', '')
  expect(setup('--with-tests').calls).toBe('npm install with tests')
  expect(existsSync(join(checkout, 'node_modules/library/kept'))).toBe(true)
  expect(setup('--with-tests').calls).toBe('')
  expect(setup().calls).toBe('')
  expect(setup('--install-only').calls).toBe('')
})

test('installs everything at once for tests on a fresh clone', () => {
  expect(setup('--with-tests').calls).toBe('npm ci with tests, build')
})

test('repeats an interrupted installation', async () => {
  await killDuring()
  expect(setup().calls).toBe('npm ci, build')
})

test('repeats an installation that was interrupted while it added the packages for tests', async () => {
  setup()
  await killDuring('--with-tests')
  expect(setup().calls).toBe('npm ci')
})

test('still starts after npm failed to add the packages for tests', () => {
  setup()
  write('offline', '')
  expect(setup('--with-tests')).toMatchObject({ calls: 'npm install with tests', status: 1 })
  expect(setup()).toMatchObject({ calls: '', status: 0 })
})

test.each([
  ['a new package', { 'node_modules/new': { version: '2.0.0' } }],
  ['a new version', { 'node_modules/library': { version: '1.0.1' } }],
])('installs %s and rebuilds the pages', (_change, more) => {
  setup()
  write('package-lock.json', lockfile(more))
  expect(setup().calls).toBe('npm install, build')
  expect(setup().calls).toBe('')
})

test('keeps the packages for tests current once they are there', () => {
  setup('--with-tests')
  write('package-lock.json', lockfile({ 'node_modules/vitest': { version: '1.0.1', dev: true } }))
  expect(setup('--install-only').calls).toBe('npm install with tests')
})

test.each([
  ['node_modules/library', 'npm install'],
  [`${nodePackage}/bin`, 'npm ci'],
])('brings a lost %s back with %s', (path, call) => {
  setup()
  rmSync(join(checkout, path), { recursive: true })
  expect(setup().calls).toBe(call)
  expect(existsSync(join(checkout, path))).toBe(true)
})

test('rebuilds changed pages', () => {
  setup()
  write('web/page.tsx', 'a better page')
  expect(setup().calls).toBe('build')
})

test('reports a failed build and tries again', () => {
  write('broken', '')
  const { status, stderr } = setup()
  expect(status).toBe(1)
  expect(stderr).toContain('no such page')
  expect(setup().calls).toBe('build')
})

test('refuses to run beside another set-up, and continues after a killed one', () => {
  write('build/setup.pid', String(process.pid))
  expect(setup()).toMatchObject({
    calls: '',
    status: 1,
    stderr: expect.stringContaining(`Process ${process.pid} is setting up`),
  })
  write('build/setup.pid', '4194399')
  expect(setup()).toMatchObject({ calls: 'npm ci, build', status: 0 })
  expect(existsSync(join(checkout, 'build/setup.pid'))).toBe(false)
})
