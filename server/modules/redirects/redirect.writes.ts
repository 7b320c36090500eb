import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordAll, recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import { listNewRedirects } from './redirect.queries.ts'

/** Normalised by `redirectInput`. */
export interface RedirectInput {
  from: string
  to: string
}

const redirects = recordWrites({
  table: 'redirect',
  columns: { from: 'from_path', to: 'to_path' },
  missing: () => new AppError(404, 'not_found', 'Redirect not found'),
  violations: {
    redirect_config_id_from_path_key: ({ from }) =>
      new AppError(409, 'path_taken', `${from} is already redirected`, [
        { path: 'from', message: 'This path is already redirected' },
      ]),
  },
})

/** Reads and locks a redirect. AppError 404. */
export const lockRedirect = redirects.lock

/** Adds a redirect and returns its id. Undoing a deletion passes the `formerId`. AppError 409 for a taken path or a chain. */
export async function createRedirect(
  tx: Transaction,
  context: WriteContext,
  { from, to }: RedirectInput,
  formerId?: number,
): Promise<number> {
  await requireNoChain(tx, context.shopId, { from, to })
  return redirects.create(tx, context, { from, to }, formerId)
}

const BATCH_SIZE = 1000

/** Adds those of these redirects that can be added, see `listNewRedirects`, and returns their number. */
export async function createRedirects(
  tx: Transaction,
  context: WriteContext,
  inputs: readonly RedirectInput[],
): Promise<number> {
  const { shopId } = context
  later(tx, lockRedirects(tx, shopId))
  const added = await listNewRedirects(tx, shopId, inputs)
  for (let start = 0; start < added.length; start += BATCH_SIZE) {
    const rows = await tx
      .insertInto('redirect')
      .values(
        added
          .slice(start, start + BATCH_SIZE)
          .map(({ from, to }) => ({ config_id: shopId, from_path: from, to_path: to })),
      )
      .returning(['id', 'from_path as from', 'to_path as to'])
      .execute()
    await recordAll(
      tx,
      context,
      rows.map(({ id, ...after }) => ({ action: 'create', subject: 'redirect', subjectId: id, after })),
    )
  }
  return added.length
}

/** Changes a redirect. AppError 404, and 409 for a newer version, a taken path or a chain. */
export async function updateRedirect(
  tx: Transaction,
  context: WriteContext,
  id: number,
  changes: Partial<RedirectInput> & { version?: number | undefined },
): Promise<void> {
  const before = await redirects.lockVersion(tx, context, id, changes.version)
  const after = { from: changes.from ?? before.from, to: changes.to ?? before.to }
  await requireNoChain(tx, context.shopId, after, id)
  await redirects.update(tx, context, id, { before, after })
}

/** Deletes a redirect. AppError 404. */
export async function deleteRedirect(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await redirects.remove(tx, context, id, await lockRedirect(tx, context.shopId, id))
}

/** One writer at a time: two redirects could each lead to the other. */
const lockRedirects = (tx: Transaction, shopId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('redirects ' || ${shopId}::text, 0))`.execute(tx)

/** A redirect may lead neither to another one nor to itself, so that no visitor is sent on twice or in a circle. */
async function requireNoChain(
  tx: Transaction,
  shopId: number,
  { from, to }: RedirectInput,
  id: number | null = null,
): Promise<void> {
  later(tx, lockRedirects(tx, shopId))
  const target = to.replace(/[?#].*$/, '')
  if (target === from) throw chain('A redirect can’t lead to itself', 'to')
  const { rows } = await sql<{ from: string; to: string }>`
    select from_path as "from", to_path as "to" from redirect
    where config_id = ${shopId} and id is distinct from ${id}::integer and (from_path = ${target} or to_key = ${from})
    limit 1`.execute(tx)
  const [other] = rows
  if (!other) return
  if (other.from === target) throw chain(`${target} is redirected itself. Use ${other.to} instead`, 'to')
  throw chain(`The redirect of ${other.from} leads to this path. Change it first`, 'from')
}

const chain = (message: string, path: 'from' | 'to') =>
  new AppError(409, 'redirect_chain', message, [{ path, message }])
