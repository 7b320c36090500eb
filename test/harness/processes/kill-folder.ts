import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { runningUrl } from '#server/db/embedded/address.ts'
import { stopOrphan } from '#server/db/embedded/postgres-process.ts'
import { databaseName } from '#server/db/embedded/start.ts'

/** Receives one line per kill. */
export type Report = (line: string) => void

/** Kills Node alone and everything in turn. */
export const victim = (round: number): 'node' | 'everything' => (round % 2 === 0 ? 'node' : 'everything')

/** The URL of the embedded database of a data folder. */
export function urlOf(dataDir: string): string {
  const url = runningUrl(dataDir, databaseName)
  if (!url) throw new Error(`There is no database in ${dataDir}`)
  return url
}

/** Opens the database of a data folder while `use` runs. */
export async function withDatabase<T>(dataDir: string, use: (db: Database) => Promise<T>): Promise<T> {
  const db = connect(urlOf(dataDir), { limits: false })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}

/** A data folder that is deleted at the end, after stopping its processes. */
export async function inFolder<T>(use: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-kill-'))
  try {
    return await use(dataDir)
  } finally {
    await stopOrphan(join(dataDir, 'postgres'))
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Throws if the values differ. */
export function expectEqual(found: unknown, expected: unknown, what: string): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)} where ${String(expected)} was expected`)
}
