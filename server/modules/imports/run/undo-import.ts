import { randomUUID } from 'node:crypto'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { AuditSubject } from '#server/modules/audit/index.ts'
import { listItems, setItems, workOnItems } from './import-items.ts'
import type { ImportKind, Item, UndoScope } from './import-kind.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

/** Undoes each record in a transaction of its own. Records that somebody changed later are kept, with the reason. */
export async function undoImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  { kind, auditSubjects }: { kind: ImportKind; auditSubjects: readonly AuditSubject[] },
): Promise<StepEnd | undefined> {
  const subjects = new Map(auditSubjects.map((subject) => [subject.subject, subject]))
  const scope = { subjects, job: randomUUID() }
  const next = (after: number) => listItems(db, pending, { state: 'done', after })
  const work = async (items: Item[]) => {
    for (const item of items) await undoItem(db, pending, item, { kind, scope })
  }
  if (!(await workOnItems({ next, batchSize: 1, work }, signal))) return undefined
  await kind.finishUndo?.(db, pending, scope)
  return { state: 'undone' }
}

async function undoItem(
  db: Database,
  pending: PendingImport,
  { position }: Item,
  { kind, scope }: { kind: ImportKind; scope: UndoScope },
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const [item] = await listItems(tx, pending, { state: 'done', at: [position] })
      if (!item) return
      await kind.undo(tx, pending, item, scope)
      await setItems(tx, pending, [{ position, state: 'undone' }])
    })
  } catch (error) {
    if (!(error instanceof AppError && error.status < 500)) throw error
    await setItems(db, pending, [{ position, state: 'kept', reason: error.message }])
  }
}
