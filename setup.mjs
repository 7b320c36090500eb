// Makes a checkout ready to run: installs what is missing and builds what is stale. Runs before `npm start` and
// `npm test`, on whatever Node the machine has (20 or newer), before there are any dependencies; hence plain JavaScript.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const readJson = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'))
const lockfile = readJson('package-lock.json').packages
// The Node that runs npm: ours may be replaced while it works.
const { npm_execpath: npmProgram, npm_node_execpath: someNode = process.execPath } = process.env
export const pinnedNode = inRoot(
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

if (!isInstalled() || !isBuilt()) {
  takeTurn()
  if (!isInstalled()) await install()
  if (!isBuilt()) await build()
}

function isInstalled() {
  return packagesAreCurrent() && nodeIsPinned()
}

/** npm notes in node_modules what it has installed, as the last thing it does: without the note it was interrupted. */
function packagesAreCurrent() {
  const note = ['node_modules', '.package-lock.json']
  if (!existsSync(inRoot(...note))) return false
  const installed = readJson(...note).packages
  return Object.entries(lockfile).every(([path, wanted]) => {
    const found = installed[path]
    if (!found) return path === '' || wanted.optional || wanted.devOptional // made for another platform
    return found.version === wanted.version
  })
}

function nodeIsPinned() {
  if (process.execPath === pinnedNode) return process.version === `v${lockfile['node_modules/node'].version}`
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${lockfile['node_modules/node'].version}`
}

async function install() {
  console.log('Installing the packages (a minute or so, when the lockfile has changed)')
  await npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error')
  // npm may have been told to run no install scripts; this one fetches the Node that the shop runs on.
  if (!nodeIsPinned()) {
    await run(someNode, ['installArchSpecificPackage.js'], { cwd: inRoot('node_modules', 'node') })
  }
  if (!nodeIsPinned())
    fail(`Node ${lockfile['node_modules/node'].version}, which the shop runs on, does not run here.`)
}

function isBuilt() {
  const stamp = inRoot('build', 'stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

async function build() {
  console.log('Building the pages')
  rmSync(inRoot('build', 'stamp'), { force: true })
  const hash = hashOfSources()
  await run(pinnedNode, [inRoot('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
  writeFileSync(inRoot('build', 'stamp'), hash)
}

/** Over everything that the built pages are made of. */
function hashOfSources() {
  const hash = createHash('sha256')
  const add = (path) => {
    if (!existsSync(inRoot(path))) return
    if (statSync(inRoot(path)).isDirectory())
      return readdirSync(inRoot(path))
        .sort()
        .forEach((name) => add(join(path, name)))
    hash.update(`${path}\n`).update(readFileSync(inRoot(path)))
  }
  for (const path of [
    'web',
    'contract',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
  ])
    add(path)
  return hash.digest('hex')
}

/** Two starts at once must not install into the same folder: the second one is told to wait. */
function takeTurn() {
  mkdirSync(inRoot('build'), { recursive: true })
  const lock = inRoot('build', 'setup.pid')
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
  } catch {
    const other = Number(readFileSync(lock, 'utf8'))
    if (isAlive(other)) fail(`Process ${other} is setting up this folder: wait for it (or remove ${lock}).`)
    writeFileSync(lock, String(process.pid))
  }
  process.once('exit', () => rmSync(lock, { force: true }))
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The npm that runs this script, or the one of the system. */
function npm(...args) {
  if (npmProgram?.endsWith('.js')) return run(someNode, [npmProgram, ...args])
  return run('npm', args, { shell: process.platform === 'win32' })
}

/** Runs a program quietly; what it said is shown when it fails. Ctrl+C and SIGTERM end it too. */
async function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let said = ''
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const passOn = (signal) => {
    child.kill(signal)
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn)
  const code = await new Promise((resolve) =>
    child.once('error', (error) => resolve(error.message)).once('close', resolve),
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, passOn)
  if (code !== 0) fail(`${said}\n${program} ${args.join(' ')} failed (${code}).`)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
