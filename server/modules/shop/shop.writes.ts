import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'

export interface ShopChanges {
  name?: string | undefined
  tagline?: string | undefined
  /** A picture that the shop knows; null takes it away. */
  logo?: string | null | undefined
  /** How shoppers reach the shop; each may be empty. */
  email?: string | undefined
  phone?: string | undefined
  address?: string | undefined
  /** IANA */
  timeZone?: string | undefined
  /** ISO 4217. Amounts stay as they are. */
  currency?: string | undefined
  /** BCP 47 */
  locale?: string | undefined
  /** What the writer has seen; later changes are refused with AppError 409. */
  version?: number | undefined
}

/** Changes what the shop is called, where it is reached and how it counts. */
export async function updateShop(
  tx: Transaction,
  context: WriteContext,
  { version, ...changes }: ShopChanges,
): Promise<void> {
  const { configId } = context
  const before = await lockShop(tx, configId)
  const subject = { subject: 'shop', subjectId: configId }
  await requireVersion(tx, context, { ...subject, version })
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given }
  after.name = after.name.trim()
  after.tagline = after.tagline.trim()
  if (!after.name) throw new AppError(400, 'invalid_input', 'A shop needs a name')
  if (after.name.length > 200 || after.tagline.length > 200) {
    throw new AppError(400, 'invalid_input', 'Name and tagline have at most 200 characters')
  }
  const { timeZone, ...columns } = after
  await tx
    .updateTable('shop')
    .set({ ...columns, time_zone: timeZone })
    .where('config_id', '=', configId)
    .execute()
  await record(tx, { ...context, ...subject, action: 'update', before, after })
}

/** As it is now, locked until the transaction ends. AppError 404 where there is none. */
export async function lockShop(tx: Transaction, configId: number) {
  const row = await tx
    .selectFrom('shop')
    .select(['name', 'tagline', 'logo', 'email', 'phone', 'address', 'time_zone as timeZone'])
    .select(['currency', 'locale'])
    .where('config_id', '=', configId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'There is no such shop')
  return row
}
