import { randomUUID } from 'node:crypto'
import { importKinds } from '#contract/imports/kinds.ts'
import { commitLazily, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { AuditSubject } from '#server/modules/audit/index.ts'
import { listItems, setItems, workOnItems } from './import-items.ts'
import type { ImportKind, Item, ItemResult, UndoScope } from './import-kind.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

/** Records of one transaction: they share the work of its statements and of its commit. */
const BATCH_SIZE = 25

/** Undoes the records in batches. Records that somebody changed later are kept, with the reason. */
export async function undoImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  { kind, auditSubjects }: { kind: ImportKind; auditSubjects: readonly AuditSubject[] },
): Promise<StepEnd | undefined> {
  const subjects = new Map(auditSubjects.map((subject) => [subject.subject, subject]))
  const scope = { subjects, job: randomUUID() }
  const next = (after: number) => listItems(db, pending, { state: 'done', after })
  const work = (items: Item[]) => undoItems(db, pending, items, { kind, scope })
  if (!(await workOnItems({ next, batchSize: BATCH_SIZE, work }, signal))) return undefined
  const stays = (await kind.finishUndo?.(db, pending, scope)) ?? []
  return { state: 'undone', ...(stays.length > 0 && { error: await staysText(db, pending, stays) }) }
}

const MAX_NAMED = 5

/** What is not as it was before the import. */
async function staysText(
  db: Database,
  { shopId, id, kind }: PendingImport,
  stays: readonly string[],
): Promise<string> {
  const { kept } = await db
    .selectFrom('data_import_item')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirstOrThrow()
  const records = kept > 0 ? [`${kept} ${importKinds[kind].noun[kept === 1 ? 0 : 1]}`] : []
  const more = stays.length > MAX_NAMED ? [`${stays.length - MAX_NAMED} more`] : []
  const names = [...records, ...stays.slice(0, MAX_NAMED), ...more].map((name) => name.slice(0, 120))
  return `These stay, because they have changed or are in use: ${names.join(', ')}. Everything else is as it was before the import.`
}

/** Undoes the records together; if one is refused, one by one, so that only it is kept. */
async function undoItems(
  db: Database,
  pending: PendingImport,
  items: readonly Item[],
  { kind, scope }: { kind: ImportKind; scope: UndoScope },
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      // The marks and the records are lost together, so waiting for the disk protects nothing.
      await commitLazily(tx)
      const at = items.map(({ position }) => position)
      const claimed = await listItems(tx, pending, { state: 'done', at })
      const stays = await (kind.undoAll ?? oneByOne(kind))(tx, pending, claimed, scope)
      const results = claimed.map(({ position }, i): ItemResult => {
        const reason = stays[i]
        return reason === undefined ? { position, state: 'undone' } : { position, state: 'kept', reason }
      })
      await setItems(tx, pending, results)
    })
  } catch (error) {
    const [item] = items
    if (!(error instanceof AppError && error.status < 500) || !item) throw error
    if (items.length === 1)
      return setItems(db, pending, [{ position: item.position, state: 'kept', reason: error.message }])
    for (const one of items) await undoItems(db, pending, [one], { kind, scope })
  }
}

const oneByOne =
  ({ undo }: ImportKind): NonNullable<ImportKind['undoAll']> =>
  async (tx, pending, items, scope) => {
    const stays: (string | undefined)[] = []
    for (const item of items) stays.push((await undo(tx, pending, item, scope)) ?? undefined)
    return stays
  }
