import { sql } from 'kysely'
import type { ImportStep } from '#contract/imports/import.ts'
import { importKinds } from '#contract/imports/kinds.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { requireImport } from './import.queries.ts'
import { clearStop, finishStep } from './run/pending-import.ts'
import { requestStop, stoppedEnd } from './run/stop-import.ts'
import { markEmptied } from './run/stored-imports.ts'

/** Lets the job write what the check has found. AppError 409 `confirm_import` for warnings that are not accepted. */
export async function requestApply(
  tx: Transaction,
  shopId: number,
  id: number,
  accept: boolean,
): Promise<void> {
  const { kind, counts, warnings } = await requireState(tx, shopId, id, ['ready'])
  if (counts.create + counts.update === 0)
    throw new AppError(409, 'nothing_to_import', 'There is nothing to import')
  const found = Object.entries(warnings).filter(([, count]) => count > 0)
  if (found.length > 0 && !accept) {
    const issues = found.map(([path, count]) => ({
      path,
      message: `${count} ${importKinds[kind].noun[count === 1 ? 0 : 1]}`,
    }))
    throw new AppError(409, 'confirm_import', 'Check the marked changes before you start the import', issues)
  }
  await moveTo(tx, shopId, id, 'running')
}

/** Deletes the file and the rows of a finished import. AppError 409. */
export async function deleteData(
  tx: Transaction,
  { shopId, actor }: Pick<WriteContext, 'shopId' | 'actor'>,
  id: number,
): Promise<void> {
  const { step } = await requireState(tx, shopId, id, ['done', 'undone'])
  await markEmptied(tx, { shopId, id })
  later(
    tx,
    record(tx, { shopId, actor, action: 'delete', subject: 'data_import', subjectId: id, before: { step } }),
  )
}

/** Locks a finished import that still has its rows. AppError 404 or 409. */
export async function requireRows(tx: Transaction, shopId: number, id: number) {
  const found = await requireState(tx, shopId, id, ['done'])
  if (found.emptied_at !== null) throw new AppError(409, 'wrong_state', 'The rows of this import are deleted')
  return found
}

/** Lets the job undo a finished import, after those before it. AppError 409. */
export async function requestUndo(tx: Transaction, shopId: number, id: number): Promise<void> {
  await requireRows(tx, shopId, id)
  await moveTo(tx, shopId, id, 'undoing')
}

/**
 * Gives up an import. One that the job works on stops after its current batch. AppError 409 for one that is finished or given
 * up already.
 */
export async function withdraw(
  tx: Transaction,
  { shopId, actor }: Pick<WriteContext, 'shopId' | 'actor'>,
  id: number,
): Promise<void> {
  const isLocked = await isWorkedOn(tx, shopId, id)
  const { kind, step } = await requireImport(tx, shopId, id)
  const refusal = notWithdrawn[step]
  if (refusal !== undefined) throw new AppError(409, 'wrong_state', refusal)
  if (isLocked) await requestStop(tx, { shopId, id }, actor.name)
  else {
    const state = step === 'running' || step === 'undoing' ? step : 'checking'
    const end = await stoppedEnd(tx, { shopId, id, kind, state }, actor.name)
    await finishStep(tx, { shopId, id }, end)
  }
  later(
    tx,
    record(tx, {
      shopId,
      actor,
      action: 'update',
      subject: 'data_import',
      subjectId: id,
      before: { step },
      after: { step: 'withdrawn' },
    }),
  )
}

const notWithdrawn: Partial<Record<ImportStep, string>> = {
  done: 'This import is finished. Undo it instead',
  undone: 'This import was undone already',
  withdrawn: 'This import was withdrawn already',
}

/** Locks the import unless the job holds it. */
async function isWorkedOn(tx: Transaction, shopId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from data_import where config_id = ${shopId} and id = ${id} for no key update skip locked`.execute(
    tx,
  )
  return rows.length === 0
}

async function moveTo(tx: Transaction, shopId: number, id: number, state: ImportStep): Promise<void> {
  await tx
    .updateTable('data_import')
    .set({ state, error: null, started_at: sql`clock_timestamp()`, finished_at: null })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  await wakeJob(tx)
}

/** Locks the import. AppError 404, or 409 if it is in another state or being worked on. Drops a stop that came too late. */
export async function requireState(
  tx: Transaction,
  shopId: number,
  id: number,
  states: readonly ImportStep[],
) {
  const isLocked = await isWorkedOn(tx, shopId, id)
  const found = await requireImport(tx, shopId, id)
  if (isLocked || !states.includes(found.step)) throw new AppError(409, 'wrong_state', refusals[found.step])
  await clearStop(tx, { shopId, id })
  return found
}

const refusals: Record<ImportStep, string> = {
  mapping: 'Choose the columns first',
  checking: 'The file is still being checked',
  ready: 'This import has not started yet',
  running: 'This import is running',
  done: 'This import is finished',
  undoing: 'This import is being undone',
  undone: 'This import was undone',
  failed: 'This file can’t be read',
  withdrawn: 'This import was withdrawn. Upload the file again',
}

/** Starts the jobs of imports at the commit. */
export const wakeJob = (tx: Transaction) => sql`select pg_notify('import', '')`.execute(tx)
