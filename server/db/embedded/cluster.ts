import { spawn } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../../start-error.ts'
import { transferTo, type Owner } from './owner.ts'
import { pathFromInside } from './settings.ts'

const MAJOR_VERSION = '18'

/** Whether the folder contains a database. Throws a `StartError` if it contains something else. */
export function clusterExists(folder: string): boolean {
  const versionFile = join(folder, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const version = readFileSync(versionFile, 'utf8').trim()
    if (version === MAJOR_VERSION) return true
    throw new StartError(
      `The database in ${folder} is of PostgreSQL ${version}, this shop brings ${MAJOR_VERSION}.`,
    )
  }
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new StartError(`${folder} holds files but no database: move them away, or set DATA_DIR.`)
  }
  return false
}

/**
 * Creates an empty database cluster. initdb works in a folder beside it, which is then moved into place. So a killed start
 * leaves nothing that looks like a database.
 */
export async function createCluster(
  folder: string,
  { initdb, owner, passwordFile, durable }: ClusterOptions,
): Promise<void> {
  const building = mkdtempSync(unfinishedPrefix(folder))
  transferTo(owner, building)
  const program = spawn(
    initdb,
    [
      `--pgdata=${pathFromInside(building)}`,
      '--username=postgres',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C.UTF-8',
      ...(passwordFile ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth=trust']),
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...owner, cwd: building, env: {}, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const [errors] = await Promise.all([text(program.stderr), once(program, 'close')])
  if (program.exitCode !== 0) {
    throw new StartError(
      `The database could not be created in ${folder}: ${errors.trim() || 'initdb was stopped'}`,
    )
  }
  renameSync(building, folder)
  syncFolder(dirname(folder))
}

export interface ClusterOptions {
  initdb: string
  owner: Owner
  /** Clients need this password. Without one, everyone who can reach the socket may connect. */
  passwordFile?: string
  /** False only if losing the data does not matter. */
  durable: boolean
}

const unfinishedPrefix = (folder: string) => `${folder}.new-`

/** Removes clusters that a killed first start left half-built. */
export function removeUnfinishedClusters(folder: string): void {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(basename(unfinishedPrefix(folder)))) continue
    try {
      rmSync(join(dirname(folder), name), { recursive: true, force: true })
    } catch {
      // An initdb that outlived its parent still writes there. The next start removes it.
    }
  }
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return // cannot sync folders
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
