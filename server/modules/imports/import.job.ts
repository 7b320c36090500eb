import { connect, type Database } from '#server/db/connect.ts'
import type { AuditSubject } from '#server/modules/audit/index.ts'
import { drain, workOnClaimed, type Job } from '#server/platform/jobs/job.ts'
import { downloadFile } from '#server/platform/remote/remote-file.ts'
import type { Storage } from '#server/platform/storage.ts'
import { beginAttempt, endAttempt } from './run/attempts.ts'
import { checkImport } from './run/check-import.ts'
import type { ImageSource } from './run/import-kind.ts'
import { kinds } from './kinds.ts'
import { claimPending, finishStep, type PendingImport } from './run/pending-import.ts'
import { runImport } from './run/run-import.ts'
import { undoImport } from './run/undo-import.ts'

interface ImportDeps {
  /** How the nouns that an import creates are undone. */
  auditSubjects: readonly AuditSubject[]
  images: ImageSource
}

/** Checks, runs and undoes imports, one after the other. */
export function importJob(
  databaseUrl: string,
  { storage, auditSubjects }: { storage: Storage; auditSubjects: readonly AuditSubject[] },
): Job {
  // A step takes as long as its file is large; each batch is a short transaction.
  const db = connect(databaseUrl, { max: 6, limits: false })
  const deps = { auditSubjects, images: { storage, download: downloadFile } }
  return {
    name: 'imports',
    intervalMs: 3000,
    channel: 'import',
    run: (signal) => drain(() => workOnNextImport(db, signal, deps))(signal),
    close: () => db.destroy(),
  }
}

/**
 * Works on the oldest import with something to do. False if there is none, or if the step was stopped. A step that a dying
 * process or an error has ended twice at the same place is not tried again.
 */
export async function workOnNextImport(
  db: Database,
  signal: AbortSignal,
  deps: ImportDeps,
): Promise<boolean> {
  const finished = await workOnClaimed(db, claimPending, async (tx, pending) => {
    const end = (await beginAttempt(db, pending)) ?? (await runStep(db, pending, signal, deps))
    if (end) await finishStep(tx, pending, end)
    await endAttempt(tx, pending)
    return end !== undefined
  })
  return finished ?? false
}

/** Undefined if it was stopped before its end. */
function runStep(db: Database, pending: PendingImport, signal: AbortSignal, deps: ImportDeps) {
  const kind = kinds[pending.kind]
  if (pending.state === 'checking') return checkImport(db, pending, signal, kind)
  if (pending.state === 'running') return runImport(db, pending, signal, { kind, images: deps.images })
  return undoImport(db, pending, signal, { kind, auditSubjects: deps.auditSubjects })
}
