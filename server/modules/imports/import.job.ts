import { connect, type Database, type Transaction } from '#server/db/connect.ts'
import type { AuditSubject } from '#server/modules/audit/index.ts'
import { drain, workOnClaimed, type Job } from '#server/platform/jobs/job.ts'
import { downloadFile } from '#server/platform/remote/remote-file.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { beginAttempt, endAttempt } from './run/attempts.ts'
import { checkImport } from './run/check-import.ts'
import type { ImageSource } from './run/import-kind.ts'
import { kinds } from './kinds.ts'
import { claimPending, finishStep, type PendingImport } from './run/pending-import.ts'
import { runImport } from './run/run-import.ts'
import { findStop, watchStop } from './run/stop-import.ts'
import { undoImport } from './run/undo-import.ts'

interface ImportDeps {
  /** How the nouns that an import creates are undone. */
  auditSubjects: readonly AuditSubject[]
  images: ImageSource
}

const steps = ['checking', 'running', 'undoing'] as const

/**
 * Two jobs: one checks imports, the other writes and undoes them. Each works on one import at a time, so that a file can be
 * checked while another one is written.
 */
export function importJobs(
  databaseUrl: string,
  { storage, auditSubjects }: { storage: Storage; auditSubjects: readonly AuditSubject[] },
): Job[] {
  const deps = { auditSubjects, images: { storage, download: downloadFile } }
  const jobOf = (name: string, states: readonly PendingImport['state'][]): Job => {
    // A step takes as long as its file is large; each batch is a short transaction.
    const db = connect(databaseUrl, { max: 5, limits: false })
    return {
      name,
      intervalMs: 3000,
      channel: 'import',
      run: (signal) => drain(() => workOnNextImport(db, signal, deps, states))(signal),
      close: () => db.destroy(),
    }
  }
  return [jobOf('import_checks', ['checking']), jobOf('imports', ['running', 'undoing'])]
}

/**
 * Works on the oldest import with something to do. False if there is none, or if the process stops. If a dying process or an
 * error ends a step twice at the same place, it is not tried again; staff can stop it.
 */
export async function workOnNextImport(
  db: Database,
  signal: AbortSignal,
  deps: ImportDeps,
  states: readonly PendingImport['state'][] = steps,
): Promise<boolean> {
  const claim = (tx: Transaction) => claimPending(tx, states)
  const finished = await workOnClaimed(db, claim, async (tx, pending) => {
    const end = (await beginAttempt(db, pending)) ?? (await runUntilStopped(db, pending, signal, deps))
    if (end) await finishStep(tx, pending, end)
    await endAttempt(tx, pending)
    return end !== undefined
  })
  return finished ?? false
}

async function runUntilStopped(db: Database, pending: PendingImport, signal: AbortSignal, deps: ImportDeps) {
  const stop = await watchStop(db, pending, signal)
  try {
    return (await runStep(db, pending, stop.signal, deps)) ?? (await findStop(db, pending))
  } finally {
    stop.end()
  }
}

/** Undefined if it was stopped before its end. */
function runStep(db: Database, pending: PendingImport, signal: AbortSignal, deps: ImportDeps) {
  const kind = kinds[pending.kind]
  if (pending.state === 'checking') return checkImport(db, pending, signal, kind)
  if (pending.state === 'running') return runImport(db, pending, signal, { kind, images: deps.images })
  return undoImport(db, pending, signal, { kind, auditSubjects: deps.auditSubjects })
}
