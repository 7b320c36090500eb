import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/audit/index.ts'
import { convertCarts } from '#server/modules/cart/index.ts'
import { convertPrices } from '#server/modules/catalog/index.ts'
import { minorDigits, toMajor, toMinor } from '#server/modules/pricing/index.ts'
import { convertCoupons } from '#server/modules/promotions/index.ts'
import { convertSettings } from '#server/modules/settings/index.ts'

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
  /** ISO 4217. Amounts keep their numbers in major units, rounded to the decimals of the currency. */
  currency?: string | undefined
  /** BCP 47 */
  locale?: string | undefined
  /** The version that the writer saw; later changes are refused with AppError 409. */
  version?: number | undefined
}

/** Changes the shop's name, contact data and formats. AppError 409 `price_too_high` for a currency with more decimals. */
export async function updateShop(
  tx: Transaction,
  context: WriteContext,
  { version, ...changes }: ShopChanges,
): Promise<void> {
  const { shopId } = context
  const before = await lockShop(tx, shopId)
  const subject = { subject: 'shop', subjectId: shopId }
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
    .where('config_id', '=', shopId)
    .execute()
  later(tx, record(tx, { ...context, ...subject, action: 'update', before, after }))
  await convertAmounts(tx, context, before.currency, after.currency)
}

/** Keeps the numbers of all amounts: 20.50 EUR are 21 JPY, and not the 2,050 that the same minor units would be. */
async function convertAmounts(
  tx: Transaction,
  context: WriteContext,
  from: string,
  to: string,
): Promise<void> {
  const exponent = minorDigits(to) - minorDigits(from)
  if (exponent === 0) return
  const { shopId } = context
  await convertSettings(tx, shopId, from, (minor) => toMinor(toMajor(minor, from), to))
  await convertPrices(tx, shopId, exponent)
  await convertCoupons(tx, shopId, exponent)
  await convertCarts(tx, shopId, exponent)
}

/** Reads and locks the shop. Throws AppError 404. */
export async function lockShop(tx: Transaction, shopId: number) {
  const row = await tx
    .selectFrom('shop')
    .select(['name', 'tagline', 'logo', 'email', 'phone', 'address', 'time_zone as timeZone'])
    .select(['currency', 'locale'])
    .where('config_id', '=', shopId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError(404, 'not_found', 'Shop not found')
  return row
}
