import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'

/** A small checkout: one package, one page, and an npm and a build that record their calls in `calls`. */
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

const lockfile = (more = {}) =>
  JSON.stringify({
    packages: {
      '': {},
      'node_modules/node': { version: process.version.slice(1) },
      'node_modules/of-another-system': { version: '1.0.0', optional: true },
      ...more,
    },
  })

/** A stand-in for `npm ci`: it starts from nothing and records at its end what it installed. */
const npm = `
const fs = require('node:fs')
fs.appendFileSync('calls', 'npm ' + process.argv[2] + '\\n')
fs.rmSync('node_modules', { recursive: true, force: true })
fs.mkdirSync('node_modules/node/bin', { recursive: true })
fs.mkdirSync('node_modules/@react-router/dev', { recursive: true })
fs.writeFileSync('node_modules/@react-router/dev/bin.cjs', "require('node:fs').appendFileSync('calls', 'build\\\\n'); if (require('node:fs').existsSync('broken')) { console.log('no such page'); process.exit(3) }")
if (!fs.existsSync('no-scripts')) fs.symlinkSync(${JSON.stringify(process.execPath)}, 'node_modules/node/bin/node')
const note = JSON.parse(fs.readFileSync('package-lock.json'))
delete note.packages['node_modules/of-another-system']
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify(note))`

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), text)
}

/** Runs the set-up and answers the recorded calls. */
function setup() {
  write('calls', '')
  const env = { ...process.env, npm_execpath: join(checkout, 'npm.js'), npm_node_execpath: process.execPath }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['setup.mjs'], {
    cwd: checkout,
    env,
    encoding: 'utf8',
  })
  const calls = readFileSync(join(checkout, 'calls'), 'utf8').trim().split('\n').join(', ')
  return { calls, status, stdout, stderr }
}

test('installs and builds on a fresh clone, and does nothing the second time', () => {
  const stdout =
    'Installing the packages (about a minute, only after the lockfile has changed)\nBuilding the pages\n'
  expect(setup()).toEqual({ calls: 'npm ci, build', status: 0, stdout, stderr: '' })
  expect(setup()).toEqual({ calls: '', status: 0, stdout: '', stderr: '' })
})

test('repeats an interrupted installation', () => {
  setup()
  rmSync(join(checkout, 'node_modules/.package-lock.json'))
  expect(setup().calls).toBe('npm ci')
})

test('installs a changed lockfile and rebuilds the pages', () => {
  setup()
  write('package-lock.json', lockfile({ 'node_modules/new': { version: '2.0.0' } }))
  expect(setup().calls).toBe('npm ci, build')
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

test('fetches Node if npm ran no install scripts', () => {
  write('no-scripts', '')
  const install = `require('node:fs').symlinkSync(${JSON.stringify(process.execPath)}, 'bin/node')`
  write(
    'npm.js',
    `${npm}; fs.writeFileSync('node_modules/node/installArchSpecificPackage.js', ${JSON.stringify(install)})`,
  )
  expect(setup()).toMatchObject({ calls: 'npm ci, build', status: 0, stderr: '' })
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
