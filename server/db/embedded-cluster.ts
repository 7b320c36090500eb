import { spawn } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../start-error.ts'
import { giveTo, type Owner } from './embedded-owner.ts'
import { nameFromInside } from './embedded-settings.ts'

const major = '18'

/** True when there is a database in the folder. Throws a `StartError` when there is something else. */
export function clusterExists(folder: string): boolean {
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === major) return true
    throw new StartError(`The database in ${folder} is of PostgreSQL ${version}, this shop brings ${major}.`)
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartError(`${folder} holds files but no database: move them away, or set DATA_DIR.`)
  }
  return false
}

/**
 * Makes an empty database cluster. It is built beside its place and moved there as a whole, so that a start that was
 * killed half-way leaves nothing that looks like a database.
 */
export async function createCluster(
  folder: string,
  { initdb, owner, passwordFile, durable }: ClusterOptions,
): Promise<void> {
  const fresh = mkdtempSync(unfinishedName(folder))
  giveTo(owner, fresh)
  const program = spawn(
    initdb,
    [
      `--pgdata=${nameFromInside(fresh)}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
      ...(passwordFile ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']),
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...owner, cwd: fresh, env: {}, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const [complaint] = await Promise.all([text(program.stderr), once(program, 'close')])
  if (program.exitCode !== 0) {
    throw new StartError(
      `The database could not be made in ${folder}: ${complaint.trim() || 'initdb was stopped'}`,
    )
  }
  renameSync(fresh, folder)
  syncFolder(dirname(folder))
}

export interface ClusterOptions {
  initdb: string
  owner: Owner
  /** Ask for this password; without it anyone who can reach the socket is let in. */
  passwordFile?: string
  /** False only where losing the data does not matter. */
  durable: boolean
}

const unfinishedName = (folder: string) => `${folder}.new-`

/** Removes what a first start that was killed has left beside the place of the database. */
export function removeUnfinished(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(basename(unfinishedName(folder)))) continue
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    } catch {
      // An initdb that outlived its parent is still writing there: the next start removes it.
    }
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // has no such thing
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
