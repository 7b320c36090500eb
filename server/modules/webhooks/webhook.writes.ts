import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { lockVersion, record, type WriteContext } from '#server/modules/audit/index.ts'

const MAX_WEBHOOKS = 50
/** How long deliveries are signed with the previous secret, too. */
const CHANGE_OVER = sql<Date>`now() + interval '24 hours'`

/** What staff edit, in the form of the audit log. */
export interface WebhookFields {
  url: string
  kinds: string[]
  active: boolean
}

const notFound = () => new AppError(404, 'not_found', 'Webhook not found')

/** Creates a webhook for the events from now on and returns its id. AppError 409 beyond 50 webhooks. */
export async function createWebhook(
  tx: Transaction,
  write: WriteContext,
  { url, kinds, sealedSecret }: Pick<WebhookFields, 'url' | 'kinds'> & { sealedSecret: Buffer },
): Promise<{ id: number }> {
  const { shopId, actor } = write
  // Two creations at once count each other.
  await sql`select from shop where config_id = ${shopId} for no key update`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    insert into webhook (config_id, url, kinds, sealed_secret, last_event_id, created_by)
    select ${shopId}, ${url}, ${[...new Set(kinds)]}, ${sealedSecret}, event_horizon(), ${actor.id}
    where (select count(*) from webhook where config_id = ${shopId} and platform_id is null) < ${MAX_WEBHOOKS}
    returning id`.execute(tx)
  const [webhook] = rows
  if (!webhook)
    throw new AppError(409, 'too_many', `A shop can have up to ${MAX_WEBHOOKS} webhooks. Delete one first.`)
  const after = { url, kinds: [...new Set(kinds)], active: true }
  later(tx, record(tx, { ...write, action: 'create', subject: 'webhook', subjectId: webhook.id, after }))
  return webhook
}

/** Locks a webhook until the transaction ends and returns its fields. AppError 404. */
export async function lockWebhook(tx: Transaction, shopId: number, id: number): Promise<WebhookFields> {
  const row = await tx
    .selectFrom('webhook')
    .select(['url', 'kinds', 'disabled_at'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .where('platform_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  return { url: row.url, kinds: row.kinds, active: row.disabled_at === null }
}

/**
 * Changes the given fields. One that is switched on tries everything that waits again, for another three days. AppError 404,
 * 409 if it was changed since `version`.
 */
export async function updateWebhook(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { version, ...changes }: Partial<WebhookFields> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = write
  const subject = { subject: 'webhook', subjectId: id }
  const before = await lockVersion(tx, write, { ...subject, version }, lockWebhook(tx, shopId, id))
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after: WebhookFields = { ...before, ...given }
  await sql`update webhook set url = ${after.url}, kinds = ${after.kinds},
      disabled_at = case when ${after.active} then null else coalesce(disabled_at, now()) end,
      disabled_reason = case when ${before.active || after.active} then null else disabled_reason end
    where config_id = ${shopId} and id = ${id}`.execute(tx)
  if (after.active && !before.active) {
    await sql`update webhook_delivery set due_at = now(), give_up_at = now() + interval '3 days'
      where config_id = ${shopId} and webhook_id = ${id} and state = 'waiting'`.execute(tx)
  }
  later(
    tx,
    record(tx, { ...write, action: 'update', ...subject, before: { ...before }, after: { ...after } }),
  )
}

/** Deletes a webhook with its deliveries. AppError 404. */
export async function deleteWebhook(tx: Transaction, write: WriteContext, id: number): Promise<void> {
  const { shopId } = write
  const before = await lockWebhook(tx, shopId, id)
  await tx.deleteFrom('webhook').where('config_id', '=', shopId).where('id', '=', id).execute()
  later(
    tx,
    record(tx, { ...write, action: 'delete', subject: 'webhook', subjectId: id, before: { ...before } }),
  )
}

/** Replaces the secret; the present one stays valid for 24 hours. AppError 404. */
export async function rotateSecret(
  tx: Transaction,
  write: WriteContext,
  id: number,
  sealedSecret: Buffer,
): Promise<{ id: number }> {
  const { shopId } = write
  await lockWebhook(tx, shopId, id)
  await tx
    .updateTable('webhook')
    .set((eb) => ({
      previous_secret: eb.ref('sealed_secret'),
      previous_secret_until: CHANGE_OVER,
      sealed_secret: sealedSecret,
    }))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
  const after = { secretReplaced: true }
  later(tx, record(tx, { ...write, action: 'update', subject: 'webhook', subjectId: id, before: {}, after }))
  return { id }
}
