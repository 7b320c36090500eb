import { sql } from 'kysely'
import { importKinds } from '#contract/imports/kinds.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

type Import = Pick<PendingImport, 'shopId' | 'id'>

const POLL_MS = 500

/**
 * A signal that aborts with `signal`, or soon after staff have asked to stop the import. The job holds the row of the import,
 * so the request is a row of its own.
 */
export async function watchStop(db: Database, pending: PendingImport, signal: AbortSignal) {
  const stopping = new AbortController()
  const look = async () => {
    if ((await findStopper(db, pending)) !== undefined) stopping.abort()
  }
  await look()
  // A look that fails is followed by the next one.
  const timer = setInterval(() => void look().catch(() => {}), POLL_MS)
  return { signal: AbortSignal.any([signal, stopping.signal]), end: () => clearInterval(timer) }
}

/** How a step ends that staff have stopped; undefined if nobody has. */
export async function findStop(db: Database, pending: PendingImport): Promise<StepEnd | undefined> {
  const by = await findStopper(db, pending)
  return by === undefined ? undefined : stoppedEnd(db, pending, by)
}

async function findStopper(db: Database, { shopId, id }: Import): Promise<string | undefined> {
  const row = await db
    .selectFrom('data_import_stop')
    .select('actor_name')
    .where('config_id', '=', shopId)
    .where('import_id', '=', id)
    .executeTakeFirst()
  return row?.actor_name
}

/** Asks the job that works on an import to stop. */
export async function requestStop(tx: Transaction, { shopId, id }: Import, by: string): Promise<void> {
  await tx
    .insertInto('data_import_stop')
    .values({ config_id: shopId, import_id: id, actor_name: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Written records stay and can be undone. A run or an undo without any work done returns to the state before its start.
 */
export async function stoppedEnd(
  db: Database,
  { shopId, id, kind, state }: Import & Pick<PendingImport, 'kind' | 'state'>,
  by: string,
): Promise<StepEnd> {
  if (state === 'checking') return { state: 'withdrawn', error: `${by} withdrew this import.` }
  const { rows } = await sql<{ written: number; undone: number; all: number }>`
    select count(*) filter (where state in ('done', 'failed')) as written,
      count(*) filter (where state in ('undone', 'kept')) as undone, count(*) as "all"
    from data_import_item where config_id = ${shopId} and import_id = ${id} and outcome in ('create', 'update')`.execute(
    db,
  )
  const { written = 0, undone = 0, all = 0 } = rows[0] ?? {}
  const of = (count: number) => `${count} of ${all} ${importKinds[kind].noun[all === 1 ? 0 : 1]}`
  if (state === 'running') {
    return written === 0
      ? { state: 'ready' }
      : { state: 'done', error: `${by} stopped the import after ${of(written)}. You can undo them.` }
  }
  return undone === 0
    ? { state: 'done' }
    : { state: 'done', error: `${by} stopped the undo after ${of(undone)}. You can undo the others.` }
}
