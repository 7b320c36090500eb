import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { connect, type Database } from '#server/db/connect.ts'
import { drain, type Job } from '#server/platform/jobs/job.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import {
  claimExport,
  deleteExpiredExports,
  finishExport,
  RETENTION_HOURS,
  releaseExport,
  reportProgress,
  type ClaimedExport,
} from './shop-export.writes.ts'
import { verifyArchive } from './verify-archive.ts'
import { writeArchive } from './write-archive.ts'

const PROGRESS_INTERVAL_MS = 500
const HOUR_MS = 3_600_000

interface ExportDeps {
  /** The folder of exported archives. Nothing serves it directly. */
  exports: string
  storage: Storage
  log: Logger
}

/** Writes requested exports at once, and removes old ones. */
export function shopExportJob(
  databaseUrl: string,
  { intervalMs = 60_000, ...deps }: ExportDeps & { intervalMs?: number },
): Job {
  // One connection reads the shop in a long transaction, the other one reports progress.
  const db = connect(databaseUrl, { max: 2, limits: false })
  return {
    name: 'data_export',
    intervalMs,
    firstRunMs: 5000,
    channel: 'data_export',
    async run(signal) {
      await removeExpired(db, deps.exports)
      await drain(async () => {
        const claimed = await claimExport(db)
        if (claimed) await runExport(db, claimed, { ...deps, signal })
        return claimed !== undefined
      })(signal)
    },
    close: () => db.destroy(),
  }
}

async function runExport(
  db: Database,
  claimed: ClaimedExport,
  { exports: folder, storage, log, signal }: ExportDeps & { signal: AbortSignal },
): Promise<void> {
  const file = `${claimed.shopId}-${claimed.id}-${randomBytes(16).toString('hex')}.zip`
  const unfinished = join(folder, `.${file}.part`)
  const progress = { done: 0, total: 0 }
  const reporting = setInterval(() => {
    // A lost report is followed by the next one.
    reportProgress(db, claimed, progress).catch((err: unknown) => log.debug({ err }, 'progress not stored'))
  }, PROGRESS_INTERVAL_MS)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { contentHash } = await writeArchive(db, {
      shopId: claimed.shopId,
      path: unfinished,
      storage,
      onProgress(done, total) {
        signal.throwIfAborted()
        Object.assign(progress, { done, total: 2 * total })
      },
    })
    await verifyArchive(db, unfinished, (rows) => {
      signal.throwIfAborted()
      progress.done = Math.min(progress.done + rows, progress.total)
    })
    await rename(unfinished, join(folder, file))
    const { size: bytes } = await stat(join(folder, file))
    await finishExport(db, claimed, { file, bytes, contentHash })
  } catch (err) {
    await rm(unfinished, { force: true })
    if (signal.aborted) return await releaseExport(db, claimed)
    log.error({ err, shop: claimed.shopId }, 'export failed')
    await finishExport(db, claimed)
  } finally {
    clearInterval(reporting)
  }
}

async function removeExpired(db: Database, folder: string): Promise<void> {
  await deleteExpiredExports(db)
  await removeOldArchives(folder)
}

/** Removes files by age, so that nothing remains of a killed process either. */
export async function removeOldArchives(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - RETENTION_HOURS * HOUR_MS) await rm(path)
  }
}
