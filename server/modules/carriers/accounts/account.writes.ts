import { sql } from 'kysely'
import type { ConnectedCarrier } from '#contract/carriers/carrier-account.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { fieldsOf, findAccount, notConnected } from './account.queries.ts'
import type { AccountFields } from './account-fields.ts'

interface Secrets {
  /** Undefined: the stored one stays. */
  credentials: Buffer | undefined
  webhookSecret: Buffer | undefined
}

/**
 * Connects a carrier, or changes its connection. The audit log learns that a secret was replaced, never which. AppError 400
 * without credentials, 409 if the connection was changed since `version`.
 */
export async function connectCarrier(
  tx: Transaction,
  write: WriteContext,
  { carrier, weight, lengthCm, widthCm, heightCm, ...details }: AccountFields,
  { credentials, webhookSecret }: Secrets,
  version: number | undefined,
): Promise<void> {
  const { shopId } = write
  const before = await findAccount(tx, shopId, { carrier }, { lock: true })
  if (before) await requireVersion(tx, write, { subject: 'carrier_account', subjectId: before.id, version })
  const sealed = credentials ?? before?.credentials
  if (!sealed) throw credentialsMissing(carrier)
  const { rows } = await sql<{ id: number }>`
    insert into carrier_account (config_id, carrier, sealed_credentials, sealed_webhook_secret, details, weight, length_cm,
      width_cm, height_cm)
    values (${shopId}, ${carrier}, ${sealed}, ${webhookSecret ?? null}, ${JSON.stringify(details)}, ${weight}, ${lengthCm},
      ${widthCm}, ${heightCm})
    on conflict (config_id, carrier) do update set sealed_credentials = excluded.sealed_credentials,
      sealed_webhook_secret = coalesce(excluded.sealed_webhook_secret, carrier_account.sealed_webhook_secret),
      details = excluded.details, weight = excluded.weight, length_cm = excluded.length_cm, width_cm = excluded.width_cm,
      height_cm = excluded.height_cm
    returning id`.execute(tx)
  const subjectId = rows[0]?.id ?? 0
  const after = {
    carrier,
    ...details,
    weight,
    lengthCm,
    widthCm,
    heightCm,
    ...(before && credentials && { credentialsReplaced: true }),
    ...(before && webhookSecret && { webhookSecretReplaced: true }),
  }
  const change = before
    ? { action: 'update' as const, before: { ...fieldsOf(before) } }
    : { action: 'create' as const }
  later(tx, record(tx, { ...write, ...change, subject: 'carrier_account', subjectId, after }))
}

/** Deletes a connection with its secrets. AppError 404, 409 while a label of it is being bought or given back. */
export async function disconnectCarrier(
  tx: Transaction,
  write: WriteContext,
  carrier: ConnectedCarrier,
): Promise<void> {
  const { shopId } = write
  const account = await findAccount(tx, shopId, { carrier }, { lock: true })
  if (!account) throw notConnected()
  const { rows } = await sql`
    select from carrier_label
    where config_id = ${shopId} and carrier = ${carrier} and next_check_at is not null
      and (state = 'buying' or (state = 'bought' and shipment_id is null))
    limit 1`.execute(tx)
  if (rows.length > 0) {
    const message = 'A label is being bought or given back. Try again in a few minutes'
    throw new AppError(409, 'label_pending', message)
  }
  await tx
    .deleteFrom('carrier_account')
    .where('config_id', '=', shopId)
    .where('id', '=', account.id)
    .execute()
  const entry = {
    action: 'delete' as const,
    subject: 'carrier_account',
    subjectId: account.id,
    before: { ...fieldsOf(account) },
  }
  later(tx, record(tx, { ...write, ...entry }))
}

function credentialsMissing(carrier: ConnectedCarrier): AppError {
  const [path, message] =
    carrier === 'shiprocket' ? ['password', 'Enter the password'] : ['apiKey', 'Enter the API key']
  return new AppError(400, 'invalid_input', message, [{ path, message }])
}
