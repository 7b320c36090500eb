import { sql } from 'kysely'
import pg from 'pg'
import { commitLazily, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { listItems, setItems, workOnItems } from './import-items.ts'
import type { ImageSource, ImportKind, Item } from './import-kind.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'
import { skipDeadHosts } from './skip-dead-hosts.ts'

/** Records of one transaction: they share the work of its statements and of its commit. */
const BATCH_SIZE = 25
const ANALYZE_EVERY_PAGES = 10

interface RunScope {
  kind: ImportKind
  known: unknown
  images: ImageSource
  signal: AbortSignal
}

/**
 * Writes the planned records in batches. Each batch is a transaction that also marks its records as done: after a crash the
 * rest follows, and none is written twice. A record that cannot be written is marked with the reason.
 */
export async function runImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  { kind, images: { storage, download } }: { kind: ImportKind; images: ImageSource },
): Promise<StepEnd | undefined> {
  const images = { storage, download: skipDeadHosts(download, signal) }
  const known = await (kind.prepare ?? kind.load)(db, pending)
  let pages = 0
  const next = async (after: number) => {
    if (after >= 0 && ++pages % ANALYZE_EVERY_PAGES === 1) await analyzeTables(db, kind)
    return listItems(db, pending, { state: 'planned', after })
  }
  const work = (items: Item[]) => importItems(db, pending, items, { kind, known, images, signal })
  return (await workOnItems({ next, batchSize: BATCH_SIZE, work }, signal)) ? { state: 'done' } : undefined
}

const analyzeTables = (db: Database, { tables }: ImportKind) =>
  sql`analyze ${sql.join([...tables, 'data_import_item'].map((table) => sql.table(table)))}`.execute(db)

async function importItems(
  db: Database,
  pending: PendingImport,
  items: readonly Item[],
  scope: RunScope,
): Promise<void> {
  const known = (await scope.kind.fetch?.(db, pending, { items, ...scope })) ?? scope.known
  // The downloads ended early.
  if (scope.signal.aborted) return
  await writeItems(db, pending, items, { ...scope, known })
}

/** Writes the records together; if one is refused, one by one, so that it refuses only itself. */
async function writeItems(
  db: Database,
  pending: PendingImport,
  items: readonly Item[],
  { kind, known }: Pick<RunScope, 'kind' | 'known'>,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      // The marks and the records are lost together, so waiting for the disk protects nothing.
      await commitLazily(tx)
      const at = items.map(({ position }) => position)
      const claimed = await listItems(tx, pending, { state: 'planned', at })
      if (claimed.length === 0) return
      await setItems(tx, pending, await kind.write(tx, pending, claimed, known))
    })
  } catch (error) {
    const reason = refusalOf(error)
    const [item] = items
    if (reason === undefined || !item) throw error
    if (items.length === 1) {
      await setItems(db, pending, [{ position: item.position, state: 'failed', reason }])
      return
    }
    for (const one of items) await writeItems(db, pending, [one], { kind, known })
  }
}

/** Why these records cannot be stored; undefined if the next run may succeed, as after a lost connection. */
export function refusalOf(error: unknown): string | undefined {
  if (error instanceof AppError && error.status < 500) return error.message
  // Class 22: a value is out of range. Class 23: a rule of the table.
  const isData = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
  return isData ? 'The database refused a value of this row' : undefined
}
