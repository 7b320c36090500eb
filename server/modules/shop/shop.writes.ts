import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'

export interface ShopChanges {
  name?: string | undefined
  tagline?: string | undefined
  /** A stored image; null removes the logo. */
  logo?: string | null | undefined
  /** Contact data may be empty. */
  email?: string | undefined
  phone?: string | undefined
  address?: string | undefined
  /** IANA */
  timeZone?: string | undefined
  /** ISO 4217. Amounts are not converted. */
  currency?: string | undefined
  /** BCP 47 */
  locale?: string | undefined
  /** The version that the writer saw; later changes are refused with AppError 409. */
  version?: number | undefined
}

/** Changes the shop's name, contact data and formats. */
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
  if (!after.name) throw new AppError(400, 'invalid_input', 'Enter a name for the shop')
  if (after.name.length > 200 || after.tagline.length > 200) {
    throw new AppError(400, 'invalid_input', 'Name and tagline can have up to 200 characters')
  }
  const { timeZone, ...columns } = after
  await tx
    .updateTable('shop')
    .set({ ...columns, time_zone: timeZone })
    .where('config_id', '=', configId)
    .execute()
  record(tx, { ...context, ...subject, action: 'update', before, after })
}

/** Reads and locks the shop. Throws AppError 404. */
export async function lockShop(tx: Transaction, configId: number) {
  const row = await tx
    .selectFrom('shop')
    .select(['name', 'tagline', 'logo', 'email', 'phone', 'address', 'time_zone as timeZone'])
    .select(['currency', 'locale'])
    .where('config_id', '=', configId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'Shop not found')
  return row
}
