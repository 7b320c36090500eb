// Prepares a checkout: installs missing packages and builds stale pages. It runs before `npm start` and `npm test`, on
// any Node (20 or newer) and without dependencies, so it is plain JavaScript. With `--with-tests` it also installs the
// development packages, which building and running do not need.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const inRoot = (...parts) => join(root, ...parts)
const readJson = (...parts) => JSON.parse(readFileSync(inRoot(...parts), 'utf8'))
const lockfile = readJson('package-lock.json').packages
// The Node that runs npm; the installation may replace the pinned one.
const { npm_execpath: npmProgram, npm_node_execpath: someNode = process.execPath } = process.env
const nodeFolder = join('node_modules', nodePackage())
const nodeVersion = lockfile[nodeFolder.replace('\\', '/')]?.version
export const pinnedNode = inRoot(nodeFolder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

// npm writes it as its last step, with the packages that it has installed.
const installedLockfile = inRoot('node_modules', '.package-lock.json')
// Exists while npm changes a complete installation. A killed npm leaves it behind.
const changing = inRoot('build', 'installing')

// `npm run dev` needs no build, and `npm run build` always builds.
const needsBuild = () => {
  if (process.argv.includes('--install-only')) return false
  return process.argv.includes('--build') || !isBuilt()
}

if (!isInstalled() || needsBuild()) {
  takeTurn()
  if (!isInstalled()) await install()
  if (needsBuild()) await build()
}

function isInstalled() {
  return packagesAreCurrent() && nodeIsPinned()
}

/** The packages of the last complete installation. */
function readInstalled() {
  if (!existsSync(installedLockfile) || existsSync(changing)) return undefined
  return JSON.parse(readFileSync(installedLockfile, 'utf8')).packages
}

/** After an earlier `npm test`, every command keeps the development packages current. */
function needsDevelopment() {
  return process.argv.includes('--with-tests') || existsSync(inRoot('node_modules', 'vitest'))
}

function packagesAreCurrent() {
  const installed = readInstalled()
  if (!installed) return false
  const development = needsDevelopment()
  return Object.entries(lockfile).every(([path, wanted]) => {
    if (path === '' || (wanted.dev && !development)) return true
    const found = installed[path]
    if (!found) return wanted.optional || wanted.devOptional // for another platform
    return found.version === wanted.version && existsSync(inRoot(path))
  })
}

function nodeIsPinned() {
  if (process.execPath === pinnedNode) return process.version === `v${nodeVersion}`
  const { stdout } = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  return stdout?.trim() === `v${nodeVersion}`
}

/** The npm package with the Node of this platform. */
function nodePackage() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  const prefix = system === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  return `${prefix}-${system}-${process.arch}`
}

async function install() {
  if (!nodeVersion) fail(`There is no ${nodePackage()} for npm to install: the shop does not run here.`)
  const installed = readInstalled()
  const development = needsDevelopment()
  const name = development ? 'Installing the packages, with those for tests' : 'Installing the packages'
  await withProgress(`${name} (only after the lockfile has changed)`, async () => {
    const options = [
      development ? '--include=dev' : '--omit=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]
    if (installed && nodeIsPinned()) await change(options)
    if (!packagesAreCurrent() || !nodeIsPinned()) await npm(['ci', ...options])
  })
  // Headers for compiling native add-ons, a third of the package. We compile none.
  rmSync(inRoot(nodeFolder, 'include'), { recursive: true, force: true })
  rmSync(changing, { force: true })
  if (!nodeIsPinned()) fail(`Node ${nodeVersion}, which the shop runs on, does not run here.`)
}

/** Adds, replaces and removes packages where `npm ci` would install everything again. */
async function change(options) {
  writeFileSync(changing, '')
  const forget = () => rmSync(changing, { force: true })
  // Without `--no-save` npm may rewrite package-lock.json. A failed npm has restored what was there.
  await npm(['install', '--no-save', ...options], { onFailure: forget })
  forget()
}

function isBuilt() {
  const stamp = inRoot('build', 'stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources()
}

async function build() {
  rmSync(inRoot('build', 'stamp'), { force: true })
  const hash = hashOfSources()
  await withProgress('Building the pages', async () => {
    await run(pinnedNode, [inRoot('node_modules', '@react-router', 'dev', 'bin.cjs'), 'build'])
    const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
    await run(pinnedNode, [vite, 'build', '--config', 'vite.storefront.config.ts'])
  })
  writeFileSync(inRoot('build', 'stamp'), hash)
}

/** Says what runs: a terminal counts the seconds in the line, elsewhere a line appears every 15 s. */
async function withProgress(name, work) {
  const { isTTY } = process.stdout
  const begin = Date.now()
  const seconds = () => Math.round((Date.now() - begin) / 1000)
  const show = () =>
    isTTY ? process.stdout.write(`\r${name}: ${seconds()} s`) : console.log(`… ${seconds()} s`)
  if (isTTY) show()
  else console.log(name)
  const timer = setInterval(show, isTTY ? 1000 : 15_000)
  const endLine = () => isTTY && process.stdout.write('\n')
  process.once('exit', endLine)
  await work()
  clearInterval(timer)
  process.off('exit', endLine)
  endLine()
}

/** The hash of all sources of the pages. */
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
    'client',
    'contract',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'vite.storefront.config.ts',
    'react-router.config.ts',
  ])
    add(path)
  return hash.digest('hex')
}

/** Two processes must not install into the same folder: the second one exits and says why. */
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
function npm(args, options = {}) {
  if (npmProgram?.endsWith('.js')) return run(someNode, [npmProgram, ...args], options)
  return run('npm', args, { shell: process.platform === 'win32', ...options })
}

/** Runs a program and prints its output only if it fails. Ctrl+C and SIGTERM end it too. */
async function run(program, args, { onFailure, ...options } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const forward = (signal) => {
    child.kill(signal)
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, forward)
  const code = await new Promise((resolve) =>
    child.once('error', (error) => resolve(error.message)).once('close', resolve),
  )
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, forward)
  if (code === 0) return
  if (code > 0) onFailure?.() // a killed program has no code
  fail(`\n${output}\n${program} ${args.join(' ')} failed (${code}).`)
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
